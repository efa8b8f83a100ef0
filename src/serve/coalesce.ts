/**
 * Runs a job on request, never twice at the same time. Requests that arrive during a run are coalesced into one more run
 * after it.
 *
 * @param job must not throw
 * @returns requests a run
 */
export function coalesce(job: () => Promise<void>): () => void {
  let isRunning = false;
  let isRequested = false;

  async function run(): Promise<void> {
    isRunning = true;
    do {
      isRequested = false;
      await job();
    } while (isRequested);
    isRunning = false;
  }

  return () => {
    if (isRunning) isRequested = true;
    else void run();
  };
}

/**
 * Runs a job once it has not been restarted for `ms`.
 *
 * @param onError called if the job throws: an error in a timer would end the process
 */
export function createTimer(ms: number, run: () => void, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      try {
        run();
      } catch (error) {
        onError(error);
      }
    }, ms);
  };
  return { restart, cancel, isPending: () => timer !== undefined };
}
