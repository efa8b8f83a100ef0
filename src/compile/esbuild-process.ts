/** Runs esbuild, whose process may be killed at any time, by a signal or because the system ran out of memory. */
import type { BuildContext, BuildOptions, BuildResult, Message } from 'esbuild';
import { SitegenError } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';

type Esbuild = typeof import('esbuild');

const esbuild = () => loadPackage('esbuild') as Esbuild;

/**
 * Runs esbuild once.
 *
 * @throws what esbuild throws: compile errors, with `errors`
 */
export function buildOnce(options: BuildOptions): Promise<BuildResult> {
  return explained(esbuild().build(options));
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
  let current: { readonly options: BuildOptions; readonly context: BuildContext } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const dispose = async () => {
    const { context } = current ?? {};
    current = undefined;
    await context?.dispose();
  };
  const run = async (options: BuildOptions): Promise<BuildResult> => {
    if (current?.options !== options) {
      await dispose();
      current = { options, context: await esbuild().context(options) };
    }
    return current.context.rebuild();
  };
  const after = <Result>(next: () => Promise<Result>): Promise<Result> => {
    const running = last.then(next, next);
    last = running;
    return running;
  };
  const forget = (failure: unknown): never => {
    if (failure instanceof SitegenError) current = undefined;
    throw failure;
  };
  return {
    build: (options) => after(() => explained(run(options)).catch(forget)),
    close: () => after(dispose),
  };
}

/** The next run starts another process. */
function explained(running: Promise<BuildResult>): Promise<BuildResult> {
  return running.catch(async (failure: unknown) => {
    const { errors, message } = failure as { errors?: Message[]; message: string };
    const texts = errors?.map(({ text }) => text) ?? [message];
    if (!texts.some((text) => /^The service (was stopped|is no longer running)/.test(text))) throw failure;
    await esbuild().stop();
    throw new SitegenError('esbuild was ended while it compiled the site.\nTry: free memory', { cause: failure });
  });
}
