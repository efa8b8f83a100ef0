/** Tracks requests, so that background work, which takes all processors, waits until pages have been served. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Requests {
  /** Counts a request that is being answered. */
  readonly during: <Result>(answer: Promise<Result>) => Promise<Result>;
  /** Resolves once nothing has been requested for a while, or the server closes. */
  readonly untilQuiet: () => Promise<void>;
}

/** In ms. */
const QUIET_MS = 100;

/** @param closing aborted when the server closes */
export function createRequests(closing: AbortSignal): Requests {
  let underWay = 0;
  let answered = 0;
  const isBusy = () => underWay > 0 || performance.now() - answered < QUIET_MS;
  return {
    during: async (answer) => {
      underWay += 1;
      try {
        return await answer;
      } finally {
        underWay -= 1;
        answered = performance.now();
      }
    },
    untilQuiet: async () => {
      do await sleep(QUIET_MS);
      while (isBusy() && !closing.aborted);
    },
  };
}
