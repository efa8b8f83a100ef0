/**
 * Runs a job whenever it is asked for, never twice at once. However often it is asked for during a run, one more run
 * comes after it.
 *
 * @param job does not throw
 * @returns asks for a run
 */
export function oneAtATime(job: () => Promise<void>): () => void {
  let running = false;
  let askedAgain = false;

  async function run(): Promise<void> {
    running = true;
    do {
      askedAgain = false;
      await job();
    } while (askedAgain);
    running = false;
  }

  return () => {
    if (running) askedAgain = true;
    else void run();
  };
}
