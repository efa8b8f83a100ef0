import type { Reach } from '../core/model.ts';
import { frameInStack, isAnonymous } from '../core/stack.ts';

/** More would be the same again. */
const MOST = 200;

/** What was called, by the stack that leads there. */
const calls = new Map<string, string>();
let isTracing = false;

/** From now on, in the thread that calls it, it is kept where code asks for what may be other the next time. */
export function traceReaches(): void {
  isTracing = true;
}

/** @param what was called: `Math.random()` */
export function traceReach(what: string): void {
  if (!isTracing || calls.size === MOST) return;
  const { stack = '' } = new Error(what);
  calls.set(stack, what);
}

/**
 * The places in the site's own code that have asked so far.
 *
 * @param root the project's folder, absolute
 */
export function tracedReaches(root: string): Reach[] {
  return [...calls].flatMap(([stack, what]) => {
    const frame = frameInStack(stack, root);
    if (frame === undefined) return [];
    const { place, name } = frame;
    return [{ what, place, by: isAnonymous(name) ? undefined : name }];
  });
}
