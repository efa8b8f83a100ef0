import type { Point } from './geometry.ts';

/**
 * Which tip of the page is open. Each tooltip is an island of its own; this module, of which a page has one, joins them:
 * they listen to it, and learn at once when another one opens.
 */

/** How long a pointer rests on a trigger before its tip opens, in milliseconds. */
const DELAY = 700;
/** For how long after one tip has closed the next one opens at once. */
const SKIP = 300;

/** The open tip, and where on its trigger the pointer is, if it is. */
interface Opening {
  readonly id: string;
  readonly visitor: Point | undefined;
}

let current: Opening | undefined;
let closedAt = -Infinity;
const listeners = new Set<() => void>();

export function onOpenTipChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the tip `id` was opened, as long as it is open. */
export function openingOf(id: string): Opening | undefined {
  return current?.id === id ? current : undefined;
}

/** Opens a tip, and closes the one that was open; without a tip, only the latter. */
export function setOpenTip(opening: Opening | undefined): void {
  if (current) closedAt = performance.now();
  current = opening;
  for (const listener of listeners) listener();
}

/** How long the next tip waits. */
export function currentDelay(): number {
  return current || performance.now() - closedAt < SKIP ? 0 : DELAY;
}
