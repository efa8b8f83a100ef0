import { existsSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_LIMITS } from '../project/resolve-config.ts';
import { MARKER } from '../core/paths.ts';
import type { BuildResult } from '../core/build-result.ts';
import type { BuildOptions } from './options.ts';
import { buildTwice, type Trial } from './verify-reproducible.ts';
import { readCache } from '../cache/build-cache.ts';
import { compileProject } from './compile.ts';
import { type DiscoveredProject, discoverProject } from '../project/discover.ts';
import { createWorkFolder, removeFolder } from '../core/temp-folders.ts';
import { lock } from '../output/lock.ts';
import { makeSite } from './make-site.ts';
import { findChangedRead } from '../cache/recorded-reads.ts';
import type { RenderPool } from '../render/render-batch.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import type { Compiled, PreviousBuild } from '../cache/state.ts';
import { startStopwatch } from './timings.ts';
import { availableWorkers, startWorkerPool } from '../render/worker-pool.ts';
import { keepSpareWorkers } from '../render/spawn-worker.ts';
import { closeStaging, openStaging } from '../output/staging.ts';

/** In ms. Until then the browser has the processor to show what has been built. */
const SPARES_AFTER = 150;

const PAGE_WORKER = new URL('./page-worker.js', import.meta.url);

/**
 * Builds the site into `out`, which changes only when the site has no errors. Pages are made again only when something
 * they are made from has changed.
 *
 * @throws {SitegenError} when the build cannot be run: a bad config, no pages, an `out` that is not sitegen's
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const root = path.resolve(options.root ?? '.');
  const { onWait = () => {}, signal } = options;
  const unlock = await lock(root, onWait, signal);
  try {
    if (options.verify !== true) return await buildAlone(root, options);
    return await buildTwice(root, options, (trial) => buildAlone(root, trial));
  } finally {
    unlock();
  }
}

async function buildAlone(root: string, options: Trial): Promise<BuildResult> {
  const { onWait = () => {}, onOutput = () => {}, signal } = options;
  const watch = startStopwatch();
  const found = await watch.time('discover', discoverProject(root));
  const work = await createWorkFolder(root);
  const count = options.workers ?? availableWorkers();
  const threads: RenderPool = startWorkerPool(PAGE_WORKER, count, onOutput);
  let { memory } = DEFAULT_LIMITS;
  const stop = () => void threads.stop();
  signal?.addEventListener('abort', stop);
  try {
    const cached = readCache(root);
    const trusted = options.force ? undefined : cached;
    const compiled = await compileProject({
      root,
      project: found.project,
      work,
      overrides: options,
      last: trusted,
      watch,
      // Threads take long to start: they do it while the sources are compiled.
      onCompile: threads.warmUp,
    });
    const { limits, out } = compiled.config;
    threads.limit(limits);
    memory = limits.memory;
    await writeRouteTypes(root, found.project.pages);
    const unlock = await lock(out, onWait, signal);
    try {
      const staging = await openStaging(out);
      try {
        const previous = usable(trusted, compiled);
        const assetAges = cached?.out === out ? cached.assetAges : {};
        const site = { found, compiled, previous, assetAges, staging };
        return await makeSite({ ...site, worker: PAGE_WORKER, threads, count, options, watch });
      } finally {
        await closeStaging(staging);
      }
    } finally {
      unlock();
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await threads.stop();
    await removeFolder(work);
    if (options.watching === true)
      setTimeout(() => keepSpareWorkers(PAGE_WORKER, spareThreads(found), memory), SPARES_AFTER).unref();
  }
}

/** One makes pages; a second one lists them, where there are lists. */
function spareThreads({ project }: DiscoveredProject): number {
  return project.pages.some(({ isParametric }) => isParametric) ? 2 : 1;
}

/** Pages of the last build can stay only where they are still there. */
function usable(cached: ReturnType<typeof readCache>, { config, server }: Compiled): PreviousBuild | undefined {
  if (cached === undefined || cached.out !== config.out || !existsSync(path.join(config.out, MARKER))) return undefined;
  const { reads, dataReads } = cached;
  const isDataUpToDate = !server.importsUnknown && !dataReads.isImpure && findChangedRead(dataReads) === '';
  return { ...cached, changedRead: findChangedRead(reads), isDataUpToDate };
}
