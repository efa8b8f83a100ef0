/** Measures steps, which may run concurrently. */
export interface Timings {
  /** Returns a step's result, and records its duration. */
  readonly time: <Result>(step: string, result: Promise<Result>) => Promise<Result>;
  /** In ms, by step. */
  readonly steps: () => Record<string, number>;
}

export function startTimings(): Timings {
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
