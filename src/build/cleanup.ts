/** Steps that have to run at the end of a build, whether it succeeds or not. */
export interface Cleanup {
  readonly defer: (step: () => unknown) => void;
  /** Runs the steps in reverse order. All of them run, even if one throws. */
  readonly run: () => Promise<void>;
}

export function createCleanup(): Cleanup {
  const steps: (() => unknown)[] = [];
  const run = async (): Promise<void> => {
    const step = steps.pop();
    if (step === undefined) return;
    try {
      await step();
    } finally {
      await run();
    }
  };
  return { defer: (step) => void steps.push(step), run };
}
