import { setImmediate } from 'node:timers/promises';

/**
 * Does the same for many files. Calls of the file system that block are the fastest then; between slices of them,
 * requests and signals have their turn.
 */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % 500 === 0) await setImmediate();
  }
}
