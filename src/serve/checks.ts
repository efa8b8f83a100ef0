import type { BuildResult } from '../shared/build-result.ts';
import { hasErrors } from '../shared/diagnostics.ts';
import { coalesce } from './coalesce.ts';

export interface CreateChecks {
  /** Checks the whole site. */
  readonly check: (signal: AbortSignal) => Promise<BuildResult>;
  /** Called with a result that differs from the one before, or has errors. */
  readonly onResult: (result: BuildResult) => void;
  readonly onError: (error: unknown) => void;
}

/** Background checks of the site, one at a time. */
export interface Checks {
  /** Stops a check that is running, whose result would be outdated, and starts another one. */
  readonly restart: () => void;
  /** Stops a check that is running. None starts afterwards. */
  readonly close: () => Promise<void>;
}

export function createChecks({ check, onResult, onError }: CreateChecks): Checks {
  const closing = new AbortController();
  let outdated = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let reported: string | undefined; // the first result is always reported

  async function run(): Promise<void> {
    if (closing.signal.aborted) return;
    outdated = new AbortController();
    const signal = AbortSignal.any([closing.signal, outdated.signal]);
    try {
      const result = await check(signal);
      const problems = JSON.stringify(result.diagnostics);
      const hasChanged =
        problems !== reported || Object.values(result.changes).some((addresses) => addresses.length > 0);
      reported = problems;
      if (hasChanged || hasErrors(result.diagnostics)) onResult(result);
    } catch (error) {
      reported = undefined;
      if (!signal.aborted) onError(error);
    }
  }
  const request = coalesce(() => (running = run()));
  return {
    restart: () => {
      outdated.abort();
      request();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
