/** What the tooltips of a page agree on: which one is open, and when the last one closed. */
export interface Turn {
  readonly close?: () => void;
  readonly closedAt: number;
}

/** How long a pointer rests on a trigger before its tip opens, in milliseconds. */
const DELAY = 700;
/** For how long after one tip has closed the next one opens at once. */
const SKIP = 300;

/** How long the next tip waits. */
export function delayOf(turn: Turn, now: number): number {
  return turn.close !== undefined || now - turn.closedAt < SKIP ? 0 : DELAY;
}

/** Tooltips are islands of their own. This module, of which a page has one, is where they meet. */
let turn: Turn = { closedAt: -Infinity };

export function currentDelay(): number {
  return delayOf(turn, performance.now());
}

/** Closes the tip that is open, so that there is never more than one. */
export function takeTurn(close: () => void): void {
  turn.close?.();
  turn = { close, closedAt: turn.closedAt };
}

export function endTurn(): void {
  turn = { closedAt: performance.now() };
}
