import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/**
 * Does the same for each item, for so many of them at a time. Once one has failed no other is begun, and those that are
 * under way come to their end first.
 *
 * @returns in the order of the items
 * @throws what the first one threw
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const queue = items.entries();
  const next = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, next));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** The same signal, for many to listen to: Node takes more than ten for a leak, and here each is a request. */
export function allowManyListeners(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

/**
 * Does the same for many files. Calls of the file system that block are the fastest then; between slices of them,
 * requests and signals have their turn.
 */
export async function forEachInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % 500 === 0) await setImmediate();
  }
}
