import type { Config, Limits } from '../shared/model.ts';
import { keepSpareWorkers } from '../render/spawn-worker.ts';
import { startWorkerPool, type WorkerPool } from '../render/worker-pool.ts';
import type { ResolvedOptions } from './options.ts';

const PAGE_WORKER = new URL('./page-worker.js', import.meta.url);

/** Spare workers for the next build: one renders pages, one lists them. */
const SPARES = 2;
/** Delay before they start, in ms: the browser first needs the processor to show the page. */
const SPARES_DELAY = 150;

export interface Workers {
  readonly pool: WorkerPool;
  /** Runs `paths`, and remembers how far it has read them. */
  readonly lister: WorkerPool;
  /** For functions in `templates/files`, which run in a separate thread. */
  readonly filesPool: WorkerPool;
  /** Finds the places of problems. What code prints there has been printed before. */
  readonly locator: WorkerPool;
  readonly limit: (limits: Limits) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Creates the worker pools of a build. Workers are slow to start, so the first one starts while the site is compiled, and
 * `serve` keeps spare ones.
 *
 * @param takesSpares true for pages of `serve`, but not for its background checks, which would take spares from the next page
 */
export function startWorkers(options: ResolvedOptions, takesSpares: boolean): Workers {
  const { root, workers, watching, onOutput, signal, clockOffset, sharedData } = options;
  const shared = { file: PAGE_WORKER, root, onOutput, watching, takesSpares, clockOffset, sharedData };
  const pool = startWorkerPool({ ...shared, size: workers });
  const lister = startWorkerPool({ ...shared, size: 1, replaceAbove: Infinity });
  const filesPool = startWorkerPool({ ...shared, size: 1 });
  const locator = startWorkerPool({ ...shared, size: 1, takesSpares: false, isLocating: true, onOutput: () => {} });
  const pools = [pool, lister, filesPool, locator];
  const stopAll = async () => void (await Promise.all(pools.map(({ stop }) => stop())));
  const onAbort = () => void stopAll();
  signal?.addEventListener('abort', onAbort);
  pool.warmUp();
  return {
    pool,
    lister,
    filesPool,
    locator,
    limit: (limits) => pools.forEach((one) => one.limit(limits)),
    stop: async () => {
      signal?.removeEventListener('abort', onAbort);
      await stopAll();
    },
  };
}

/** Starts workers in advance for the next build of this process, with the environment of this one. */
export function keepSpares({ root, clockOffset, sharedData }: ResolvedOptions, { limits }: Config): void {
  const settings = { root, clockOffset, sharedData, memory: limits.memory, isLocating: false, env: { ...process.env } };
  setTimeout(() => keepSpareWorkers(PAGE_WORKER, SPARES, settings), SPARES_DELAY).unref();
}
