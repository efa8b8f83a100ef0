import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait before each further try, in ms: a service that has just failed is given time to recover. */
const PAUSES = [100, 300, 900];

/**
 * Runs a page's `load`, and runs it again when it fails: three more times.
 *
 * @throws what the last try threw
 */
export async function loadData<Data>(load: () => Data | Promise<Data>): Promise<Data> {
  for (const ms of PAUSES) {
    try {
      return await load();
    } catch {
      // The last try, below, is the one whose error is told.
      await pause(ms);
    }
  }
  return load();
}
