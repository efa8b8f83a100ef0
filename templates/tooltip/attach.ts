import { isOnTheWay, placeTip, type Point } from './geometry.ts';
import { currentDelay, endTurn, takeTurn } from './turn.ts';

/**
 * Makes `tip` the tooltip of `trigger`: it opens when a pointer has rested on the trigger, and at once on keyboard focus.
 * It closes on Escape, scroll, press and blur, and when the pointer goes neither to the trigger nor to the tip.
 *
 * @returns takes everything off again
 */
export function attachTooltip(trigger: HTMLElement, tip: HTMLElement): () => void {
  const attached = new AbortController();
  let opened: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One visit of the pointer opens the tip once: what has been closed stays closed until the pointer comes back.
  let isVisited = false;
  let hasLeftWindow = false;

  function open(): void {
    clearTimeout(timer);
    if (opened !== undefined) return;
    takeTurn(close);
    opened = new AbortController();
    tip.showPopover();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const { x, y } = placeTip(trigger.getBoundingClientRect(), tip.getBoundingClientRect(), { width, height });
    tip.style.left = `${x}px`;
    tip.style.top = `${y}px`;
    closeOn(opened.signal);
  }

  function close(): void {
    clearTimeout(timer);
    if (opened === undefined) return;
    opened.abort();
    opened = undefined;
    tip.hidePopover();
    endTurn();
  }

  function closeOn(signal: AbortSignal): void {
    const options = { signal, capture: true } as const;
    document.addEventListener('pointermove', followPointer(trigger, tip, close), options);
    document.documentElement.addEventListener('pointerleave', close, { signal });
    document.addEventListener('scroll', (event) => (event.target as Node).contains(trigger) && close(), options);
    document.addEventListener('pointerdown', (event) => tip.contains(event.target as Node) || close(), options);
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault(); // Escape closes the tip and nothing else, such as a full-screen view.
        close();
      },
      options,
    );
  }

  const { signal } = attached;
  trigger.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'touch' || isVisited) return;
      isVisited = true;
      const delay = currentDelay();
      if (delay === 0) open();
      else timer = setTimeout(open, delay);
    },
    { signal },
  );
  trigger.addEventListener(
    'pointerleave',
    () => {
      clearTimeout(timer);
      isVisited = false;
    },
    { signal },
  );
  trigger.addEventListener('pointerdown', close, { signal });
  trigger.addEventListener('click', close, { signal });
  trigger.addEventListener(
    'focus',
    () => {
      // Neither a press, nor a tap, nor the return to a window that was left with the focus in place.
      if (trigger.matches(':focus-visible') && !hasLeftWindow) open();
      hasLeftWindow = false;
    },
    { signal },
  );
  trigger.addEventListener(
    'blur',
    () => {
      hasLeftWindow = document.activeElement === trigger;
      close();
    },
    { signal },
  );

  return () => {
    close();
    attached.abort();
  };
}

/** Calls `onLost` when the pointer has been on trigger or tip and is now neither on one nor on its way to the other. */
function followPointer(trigger: HTMLElement, tip: HTMLElement, onLost: () => void): (event: PointerEvent) => void {
  let last: { readonly point: Point; readonly goal: HTMLElement } | undefined;
  return (event) => {
    const point = { x: event.clientX, y: event.clientY };
    const target = event.target as Node;
    if (trigger.contains(target)) last = { point, goal: tip };
    else if (tip.contains(target)) last = { point, goal: trigger };
    else if (last !== undefined && !isOnTheWay(last.point, point, last.goal.getBoundingClientRect())) onLost();
  };
}
