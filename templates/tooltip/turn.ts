/** What the tooltips of a page agree on. Each is an island of its own; this module, of which a page has one, joins them. */

/** How long a pointer rests on a trigger before its tip opens, in milliseconds. */
const DELAY = 700;
/** For how long after one tip has closed the next one opens at once. */
const SKIP = 300;

let closeOpenTip: (() => void) | undefined;
let closedAt = -Infinity;

/** How long the next tip waits. */
export function currentDelay(): number {
  return closeOpenTip !== undefined || performance.now() - closedAt < SKIP ? 0 : DELAY;
}

/** Closes the tip that is open, so that there is never more than one. */
export function takeTurn(close: () => void): void {
  closeOpenTip?.();
  closeOpenTip = close;
}

export function endTurn(): void {
  closeOpenTip = undefined;
  closedAt = performance.now();
}
