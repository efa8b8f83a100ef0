import { setTimeout as sleep } from 'node:timers/promises';
import { SiteFileError, SitegenError } from '../../shared/errors.ts';

/** Delays before each retry, in ms: a service that has just failed gets time to recover. */
const DELAYS = [100, 300, 900];

/**
 * Loads data: `load`, `paths`, functions in `templates/files`. Tries three more times, but not after a time limit, or a mistake
 * in content.
 *
 * @param prepare called before each retry. If it throws, that try fails
 * @throws the error of the last try, with the number of tries in its message
 */
export async function withRetries<Data>(load: () => Data | Promise<Data>, prepare = async () => {}): Promise<Data> {
  let failure: unknown;
  for (const delay of [0, ...DELAYS]) {
    try {
      if (delay > 0) {
        await sleep(delay);
        await prepare();
      }
      return await load();
    } catch (error) {
      if (error instanceof SiteFileError || error instanceof SitegenError) throw error;
      failure = error;
    }
  }
  throw countTries(failure);
}

function countTries(error: unknown): unknown {
  const suffix = ` (tried ${DELAYS.length + 1} times)`;
  // The same error may be thrown repeatedly.
  if (!(error instanceof Error) || Object.isFrozen(error) || error.message.endsWith(suffix)) return error;
  const message = error.message + suffix;
  return Object.defineProperty(error, 'message', { value: message, configurable: true, writable: true });
}
