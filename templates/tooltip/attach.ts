import type { Point } from './geometry.ts';
import { openTip } from './open-tip.ts';
import { currentDelay } from './turn.ts';

/**
 * Makes `tip` the tooltip of `trigger`: it opens when a pointer has rested on the trigger, and at once on keyboard focus.
 *
 * @returns takes it off again
 */
export function attachTooltip(trigger: HTMLElement, tip: HTMLElement): () => void {
  const attached = new AbortController();
  let closeTip: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the pointer is while it visits the trigger. A visit opens the tip once: closed, it waits for the next. */
  let visitor: Point | undefined;
  let hasLeftWindow = false;

  const open = () => {
    clearTimeout(timer);
    if (!tip.matches(':popover-open')) closeTip = openTip({ trigger, tip, visitor });
  };
  const close = () => {
    clearTimeout(timer);
    closeTip?.();
  };
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, react: (event: HTMLElementEventMap[Type]) => void) =>
    trigger.addEventListener(type, react, { signal: attached.signal });

  on('pointermove', ({ pointerType, clientX: x, clientY: y }) => {
    if (pointerType === 'touch') return;
    const isArriving = visitor === undefined;
    visitor = { x, y };
    if (!isArriving) return;
    const delay = currentDelay();
    if (delay === 0) open();
    else timer = setTimeout(open, delay);
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
    attached.abort();
  };
}
