import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/**
 * Maps items with limited concurrency. After a failure, no more items are started, and those in progress finish first.
 *
 * @returns in the order of the items
 * @throws the first error
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
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
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, next));
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * Like `Promise.all`, but waits for every promise to settle before rejecting, so that nothing still writes to a folder that
 * is about to be deleted.
 */
export async function waitForAll<Promises extends readonly unknown[]>(
  promises: readonly [...Promises],
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Copies a signal so that many requests can listen to it. Node reports more than ten listeners as a leak. */
export function allowManyListeners(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

/** Runs blocking file system calls, the fastest way to handle many files, and yields to requests and signals in between. */
export async function forEachInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % 500 === 0) await setImmediate();
  }
}
