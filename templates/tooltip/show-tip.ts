import { isOnTheWay, placeTip, type Point } from './geometry.ts';

/** A tip, what it belongs to, and where on the latter the pointer is, if it is. */
interface Shown {
  readonly trigger: HTMLElement;
  readonly tip: HTMLElement;
  readonly visitor: Point | undefined;
}

/**
 * Shows a tip, and asks to close it on Escape, scroll and press, and when the pointer goes neither to trigger nor to tip.
 *
 * @returns hides it
 */
export function showTip(shown: Shown, close: () => void): () => void {
  const { trigger, tip } = shown;
  const showing = new AbortController();
  const { signal } = showing;
  const on = <Type extends keyof DocumentEventMap>(type: Type, react: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, react, { signal, capture: true });
  const moveTo = () => place(trigger, tip);
  tip.showPopover();
  moveTo();

  window.addEventListener('resize', moveTo, { signal });
  document.documentElement.addEventListener('pointerleave', close, { signal });
  on('pointerdown', ({ target }) => tip.contains(target as Node) || close());
  on('pointermove', followPointer(shown, close));
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault(); // it closes the tip and nothing else, such as a full-screen view
    close();
  });
  // The focus that opens a tip may bring its trigger into view. That scroll is reported before the next frame is drawn.
  requestAnimationFrame(() => {
    moveTo();
    on('scroll', ({ target }) => (target as Node).contains(trigger) && close());
  });
  return () => {
    showing.abort();
    tip.hidePopover();
  };
}

/** Written from a script, which the content security policy allows; a `style` attribute in the page it does not. */
function place(trigger: HTMLElement, tip: HTMLElement): void {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const { x, y } = placeTip(boxOf(trigger), boxOf(trigger.closest('div')!), boxOf(tip), document.documentElement);
  tip.style.left = `${x}px`;
  tip.style.top = `${y}px`;
}

/** Calls `onLost` when the pointer has been on trigger or tip and is now neither on one nor on its way to the other. */
function followPointer({ trigger, tip, visitor }: Shown, onLost: () => void): (event: PointerEvent) => void {
  let last = visitor && { point: visitor, goal: tip };
  return (event) => {
    const target = event.target as Node;
    if (trigger.contains(target)) last = { point: event, goal: tip };
    else if (tip.contains(target)) last = { point: event, goal: trigger };
    else if (last && !isOnTheWay(last.point, event, last.goal.getBoundingClientRect())) onLost();
  };
}
