/** What the steps of a build share. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChangedRead } from '../cache/recorded-reads.ts';
import { readCache } from '../cache/build-cache.ts';
import type { AssetAges, CachedBuild, Compiled, PreviousBuild } from '../cache/state.ts';
import type { Config, Project } from '../core/model.ts';
import { MARKER } from '../core/paths.ts';
import { createWorkFolder, removeFolder } from '../core/temp-folders.ts';
import { lock } from '../output/lock.ts';
import { readPublishedFiles, type PublishedFiles } from '../output/published-files.ts';
import { closeStaging, openStaging } from '../output/staging.ts';
import type { Lister } from '../render/list-routes.ts';
import type { RenderPool } from '../render/render-batch.ts';
import { keepSpareWorkers } from '../render/spawn-worker.ts';
import { startWorkerPool } from '../render/worker-pool.ts';
import type { Cleanup } from './cleanup.ts';
import type { ResolvedOptions } from './options.ts';
import type { Timings } from './timings.ts';

/** Delay before spare workers start, in ms: until then the browser uses the processor to show what was built. */
const SPARES_DELAY = 150;

const PAGE_WORKER = new URL('./page-worker.js', import.meta.url);

/** What there is before the project is compiled. */
export interface CompileContext {
  readonly options: ResolvedOptions;
  readonly project: Project;
  /** For compiled modules, in the project, so that they find its packages. Absolute. */
  readonly workFolder: string;
  /** What the cache holds. */
  readonly cached: CachedBuild | undefined;
  readonly pool: RenderPool;
  readonly lister: Lister;
  /** The code of their workers. */
  readonly workerFile: URL;
  readonly time: Timings['time'];
  readonly cleanup: Cleanup;
  /** When the build began, in ms. */
  readonly start: number;
}

/** What every later step may use. */
export interface BuildContext extends CompileContext {
  readonly compiled: Compiled;
  readonly config: Config;
  /** The previous build, if its pages may be reused. */
  readonly previous: PreviousBuild | undefined;
  /** Of hashed assets in `out`, also when everything is rendered again. */
  readonly assetAges: AssetAges;
  /** What sitegen wrote to `out`, from there. Unknown without a list that is whole. */
  readonly published: PublishedFiles | undefined;
  /** The folder from which the site is published, absolute. */
  readonly staging: string;
}

export async function openCompileContext(
  options: ResolvedOptions,
  project: Project,
  time: Timings['time'],
  cleanup: Cleanup,
): Promise<CompileContext> {
  const { root, workers, watching, onOutput, signal } = options;
  const start = Date.now();
  const workFolder = await createWorkFolder(root);
  cleanup.defer(() => removeFolder(workFolder));
  const both = { file: PAGE_WORKER, root, onOutput, watching };
  const pool: RenderPool = startWorkerPool({ ...both, size: workers });
  const lister: Lister = startWorkerPool({ ...both, size: 1, replaceAbove: Infinity });
  const stop = () => Promise.all([pool.stop(), lister.stop()]);
  const onAbort = () => void stop();
  signal?.addEventListener('abort', onAbort);
  cleanup.defer(async () => {
    signal?.removeEventListener('abort', onAbort);
    await stop();
  });
  const cached = readCache(root, watching);
  return { options, project, workFolder, cached, pool, lister, workerFile: PAGE_WORKER, time, cleanup, start };
}

/** Waits until no other build writes to `out`, repairs what an interrupted one left, and opens a staging folder. */
export async function openBuildContext(context: CompileContext, compiled: Compiled): Promise<BuildContext> {
  const { options, project, cached, pool, lister, cleanup } = context;
  const { config } = compiled;
  const { limits, out } = config;
  pool.limit(limits);
  lister.limit(limits);
  cleanup.defer(await lock(out, options.onWait, options.signal));
  const staging = await openStaging(out);
  cleanup.defer(() => closeStaging(staging));
  if (options.watching) {
    const settings = { root: config.root, memory: limits.memory, env: { ...process.env } };
    const start = () => keepSpareWorkers(PAGE_WORKER, spareWorkers(project), settings);
    cleanup.defer(() => void setTimeout(start, SPARES_DELAY).unref());
  }
  const assetAges = cached?.out === out ? cached.assetAges : {};
  const previous = options.force ? undefined : findPrevious(cached, compiled);
  return { ...context, compiled, config, previous, assetAges, published: readPublishedFiles(out), staging };
}

/** One renders pages; others read `paths` and run functions in `templates/files`, where there are any. */
function spareWorkers({ pages, files }: Project): number {
  return 1 + Number(pages.some(({ isParametric }) => isParametric)) + Number(files.length > 0);
}

/** A rebuild reason. */
const UNKNOWN_DATA = '`load` or `paths` of the site depends on more than files and variables';

/** A rebuild reason. */
const BUSY = 'code of the site was still running after the previous build';

/** Pages of the cached build can be reused only where they are still published. */
function findPrevious(cached: CachedBuild | undefined, { config, server }: Compiled): PreviousBuild | undefined {
  if (cached === undefined || cached.out !== config.out || !existsSync(path.join(config.out, MARKER))) return undefined;
  const { key, reads, dataReads } = cached;
  // Which page it was is not known, and only running its code again shows whether it still does so.
  const isBusy = cached.diagnostics.some(({ code }) => code === 'thread-busy');
  if (isBusy) return { ...cached, filesRun: undefined, changedRead: BUSY, changedData: BUSY };
  const isDataKnown = !dataReads.hasLoaded || (!dataReads.isImpure && server.unknownImports.length === 0);
  const changedData = isDataKnown ? findChangedRead({ key, reads: dataReads }) : UNKNOWN_DATA;
  return { ...cached, changedRead: findChangedRead({ key, reads }), changedData };
}
