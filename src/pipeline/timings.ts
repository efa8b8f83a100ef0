/** Measures steps that may run side by side. */
export interface Stopwatch {
  /** Passes a step's result on, and notes how long it took to come. */
  readonly time: <Result>(step: string, result: Promise<Result>) => Promise<Result>;
  /** So far, by step, in ms. */
  readonly steps: () => Record<string, number>;
}

export function startStopwatch(): Stopwatch {
  const taken = new Map<string, number>();
  return {
    time: async (step, result) => {
      const start = performance.now();
      try {
        return await result;
      } finally {
        taken.set(step, Math.round(performance.now() - start));
      }
    },
    steps: () => Object.fromEntries(taken),
  };
}
