import { isOnTheWay, placeTip, type Point } from './geometry.ts';
import { endTurn, takeTurn } from './turn.ts';

/** A tip, what it belongs to, and where on the latter the pointer is, if it is. */
export interface Opening {
  readonly trigger: HTMLElement;
  readonly tip: HTMLElement;
  readonly visitor: Point | undefined;
}

/**
 * Opens a tip. It closes by itself on Escape, scroll and press, and when the pointer goes neither to trigger nor to tip.
 *
 * @returns closes the tip, unless it is closed already
 */
export function openTip(opening: Opening): () => void {
  const { trigger, tip } = opening;
  const open = new AbortController();
  const close = () => {
    if (open.signal.aborted) return;
    open.abort();
    tip.hidePopover();
    endTurn();
  };
  takeTurn(close);
  tip.showPopover();
  place(trigger, tip);

  const options = { signal: open.signal, capture: true } as const;
  window.addEventListener('resize', () => place(trigger, tip), options);
  document.addEventListener('pointerdown', (event) => tip.contains(event.target as Node) || close(), options);
  document.addEventListener('pointermove', followPointer(opening, close), options);
  document.documentElement.addEventListener('pointerleave', close, { signal: open.signal });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && closeOnly(event, close), options);
  // The focus that opens a tip may bring its trigger into view. That scroll is reported before the next frame is drawn.
  requestAnimationFrame(() => {
    place(trigger, tip);
    document.addEventListener('scroll', (event) => (event.target as Node).contains(trigger) && close(), options);
  });
  return close;
}

/** Written from a script, which the content security policy allows; a `style` attribute in the page it does not. */
function place(trigger: HTMLElement, tip: HTMLElement): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const { x, y } = placeTip(trigger.getBoundingClientRect(), tip.getBoundingClientRect(), { width, height });
  tip.style.left = `${x}px`;
  tip.style.top = `${y}px`;
}

/** Closes the tip and nothing else, such as a full-screen view. */
function closeOnly(event: Event, close: () => void): void {
  event.preventDefault();
  close();
}

/** Calls `onLost` when the pointer has been on trigger or tip and is now neither on one nor on its way to the other. */
function followPointer({ trigger, tip, visitor }: Opening, onLost: () => void): (event: PointerEvent) => void {
  let last = visitor && { point: visitor, goal: tip };
  return (event) => {
    const point = { x: event.clientX, y: event.clientY };
    const target = event.target as Node;
    if (trigger.contains(target)) last = { point, goal: tip };
    else if (tip.contains(target)) last = { point, goal: trigger };
    else if (last !== undefined && !isOnTheWay(last.point, point, last.goal.getBoundingClientRect())) onLost();
  };
}
