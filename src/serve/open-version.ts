/** A compiled project with workers of its own, while `sitegen serve` watches: what its modules keep in memory ends with it. */
import type { ResolvedOptions } from '../build/options.ts';
import { keepSpare, startWorkers } from '../build/workers.ts';
import { createRequestedPages } from '../render/render-requested.ts';
import { createCompiler, type Compilation, type CreateCompiler, type Lent } from './compilation.ts';
import { createServedSite, type ServedSite } from './served-site.ts';

export interface Version extends Compilation {
  readonly site: ServedSite;
  /** See `LiveReload.site`. */
  readonly name: string;
  /** When it was opened, in ms (`performance.now()`): its pages may have read data since then. */
  readonly opened: number;
  /** True once a page has been rendered with errors, which may depend on earlier renders. */
  hasFailed: boolean;
  /** Ends its workers. */
  readonly close: () => Promise<void>;
}

export interface CreateOpener extends CreateCompiler {
  readonly options: ResolvedOptions;
  /** Identifies the current sources. */
  readonly nameOfSources: () => string;
  /** Runs work for later answers once nothing is requested. */
  readonly whenQuiet: (run: () => void) => void;
}

export interface Opener {
  /**
   * Opens a version with fresh workers, and compiles the project if it has changed.
   *
   * @throws {SitegenError} when the config is invalid, or there are no pages
   */
  readonly open: () => Promise<Version>;
  readonly close: () => Promise<void>;
}

export function createOpener(input: CreateOpener): Opener {
  const { options, nameOfSources, whenQuiet } = input;
  const compiler = createCompiler(input);

  async function open(): Promise<Version> {
    const [name, opened] = [nameOfSources(), performance.now()];
    const workers = startWorkers(options, true);
    let lent: Lent | undefined;
    const close = async () => {
      await workers.stop();
      await lent?.giveBack();
    };
    try {
      lent = await compiler.compile(workers);
      const { compilation } = lent;
      const { project, compiled, bundleIslands } = compilation;
      workers.limit(compiled.config.limits); // again, because a lent compilation has not set them
      whenQuiet(() => {
        keepSpare(options, project, compiled);
        bundleIslands().catch(ignore); // thrown to the page that needs them
      });
      const publishing = { at: new Date(), showsAll: true };
      const pages = createRequestedPages({ project, compiled, pool: workers.pool, publishing, bundleIslands });
      const site = createServedSite(project, compiled, pages);
      return { ...compilation, site, name, opened, hasFailed: false, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
  return { open, close: compiler.close };
}

function ignore(): void {}
