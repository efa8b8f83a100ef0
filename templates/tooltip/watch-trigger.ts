import type { Point } from './geometry.ts';
import { currentDelay, openingOf, setOpenTip } from './open-tip.ts';

/**
 * Opens the tip `id` when a pointer has rested on its trigger, and at once on keyboard focus.
 *
 * @returns ends it
 */
export function watchTrigger(trigger: HTMLElement, id: string): () => void {
  const watching = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the pointer is while it visits the trigger. A visit opens the tip once: closed, it waits for the next. */
  let visitor: Point | undefined;
  let hasLeftWindow = false;

  const open = () => {
    clearTimeout(timer);
    if (!openingOf(id)) setOpenTip({ id, visitor });
  };
  const close = () => {
    clearTimeout(timer);
    if (openingOf(id)) setOpenTip(undefined);
  };
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, react: (event: HTMLElementEventMap[Type]) => void) =>
    trigger.addEventListener(type, react, { signal: watching.signal });

  on('pointermove', (event) => {
    if (event.pointerType === 'touch') return;
    const isArriving = !visitor;
    visitor = event;
    if (!isArriving) return;
    const delay = currentDelay();
    if (delay) timer = setTimeout(open, delay);
    else open();
  });
  on('pointerleave', () => {
    clearTimeout(timer);
    visitor = undefined;
  });
  on('pointerdown', close);
  on('click', close);
  on('focus', () => {
    // Neither a press, nor a tap, nor the return to a window that was left with the focus in place.
    if (trigger.matches(':focus-visible') && !hasLeftWindow) open();
    hasLeftWindow = false;
  });
  on('blur', () => {
    hasLeftWindow = document.activeElement === trigger;
    close();
  });

  return () => {
    close();
    watching.abort();
  };
}
