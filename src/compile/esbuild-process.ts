/** Runs esbuild, whose process may be killed at any time, by a signal or because the system ran out of memory. */
import type { BuildContext, BuildOptions, BuildResult, Message } from 'esbuild';
import { SitegenError } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';

/** How often esbuild's process is restarted in one run. */
const MAX_RESTARTS = 2;

/** The number of restarts, which tells esbuild's processes apart. Owned by this process, which has one at a time. */
let restarts = 0;

type Esbuild = typeof import('esbuild');

const esbuild = () => loadPackage('esbuild') as Esbuild;

/**
 * Runs esbuild once.
 *
 * @throws what esbuild throws: compile errors, with `errors`
 */
export function buildOnce(options: BuildOptions): Promise<BuildResult> {
  return withRestarts(() => esbuild().build(options));
}

/** Compiles one file. */
export const transform: Esbuild['transform'] = (...args) => esbuild().transform(...args);

/** Runs esbuild again and again over the same entries: files that have not changed are not parsed again. */
export interface Incremental {
  /** Each run waits for the one before. */
  readonly build: (options: BuildOptions) => Promise<BuildResult>;
  readonly close: () => Promise<void>;
}

/** @param options the same object means the same run: see `createRunner` */
export function buildIncrementally(): Incremental {
  let current: { readonly options: BuildOptions; readonly context: BuildContext; readonly process: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const dispose = async () => {
    const { context, process } = current ?? {};
    current = undefined;
    if (process !== restarts) return;
    await context?.dispose().catch((failure: unknown) => {
      if (!isServiceFailure(failure)) throw failure;
    });
  };
  const run = async (options: BuildOptions): Promise<BuildResult> => {
    if (current?.options !== options || current.process !== restarts) {
      await dispose();
      current = { options, context: await esbuild().context(options), process: restarts };
    }
    return current.context.rebuild();
  };
  const after = <Result>(next: () => Promise<Result>): Promise<Result> => {
    const running = last.then(next, next);
    last = running;
    return running;
  };
  return {
    build: (options) => after(() => withRestarts(() => run(options))),
    close: () => after(dispose),
  };
}

async function withRestarts(run: () => Promise<BuildResult>): Promise<BuildResult> {
  for (let attempt = 0; ; attempt += 1) {
    const before = restarts;
    try {
      return await run();
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      if (attempt === MAX_RESTARTS)
        throw new SitegenError('esbuild keeps crashing.\nTry: free memory', {
          cause: failure,
        });
      if (restarts !== before) continue; // another run has started it again
      restarts += 1;
      await esbuild().stop();
    }
  }
}

function isServiceFailure(failure: unknown): boolean {
  const { errors, message } = failure as { errors?: Message[]; message: string };
  const texts = errors?.map(({ text }) => text) ?? [message];
  return texts.some((text) => /^The service (was stopped|is no longer running)/.test(text));
}
