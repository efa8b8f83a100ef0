import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Overrides } from '../config.ts';
import type { Diagnostic } from '../model.ts';
import { MARKER } from '../paths.ts';
import type { BuildResult } from '../result.ts';
import { readCache } from './cache.ts';
import { checkSite } from './check-site.ts';
import { compileProject } from './compile.ts';
import { type Found, discoverProject } from './discover.ts';
import { listPages } from './expand.ts';
import { makePages } from './make-pages.ts';
import { addSizes, measureAssets } from './measure-files.ts';
import { chooseFiles, type OtherFiles } from './other-files.ts';
import { findChanges } from './find-changes.ts';
import { openPlaceholders } from './open-placeholders.ts';
import { removeFolder } from './folders.ts';
import { findNewStyles } from './find-new-styles.ts';
import { dropOldData } from './keep-data.ts';
import { publishSite } from './publish-site.ts';
import { findChangedRead } from './reads.ts';
import { checkIslands, describeLateFailures } from './check-threads.ts';
import type { RenderThreads } from './render.ts';
import { writeRouteTypes } from './route-types.ts';
import { makeSitemap } from './sitemap.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import { availableThreads, startThreads } from './threads.ts';
import { closeStaging, copyPublicFiles, openStaging, openWork, writeAssets } from './write.ts';
import type { Compiled, Last, MadePages } from './state.ts';

export interface BuildOptions extends Overrides {
  /** The project's folder. Default: the current one. */
  readonly root?: string;
  /** Whether to leave `out` as it is, and only say what is wrong. */
  readonly dry?: boolean;
  /** Whether a placeholder is an error. */
  readonly release?: boolean;
  /** Whether to make everything anew, whatever is known of the last build. */
  readonly force?: boolean;
  /** Whether what pages load is kept for five minutes, and taken again by builds that say so, too. */
  readonly keepData?: boolean;
  /** So many threads make pages. Default: as many as the machine has processors for. */
  readonly workers?: number;
  /** Told how many pages are done, and of how many that are known so far. */
  readonly onProgress?: (done: number, known: number) => void;
  /** Ends the build when it is aborted: it throws, and `out` is as it was. */
  readonly signal?: AbortSignal;
  /** Receives what pages print while they are made. */
  readonly onOutput?: (text: string) => void;
}

const PAGE_WORKER = new URL('./page-worker.js', import.meta.url);

/**
 * Builds the site into `out`, which changes only when the site has no errors. Pages are made again only when something
 * they are made from has changed.
 *
 * @throws {SitegenError} when the build cannot be run: a bad config, no pages, an `out` that is not sitegen's
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const watch = startStopwatch();
  const root = path.resolve(options.root ?? '.');
  const found = await watch.time('discover', discoverProject(root));
  const work = await openWork(root);
  const count = options.workers ?? availableThreads();
  const threads: RenderThreads = startThreads(PAGE_WORKER, count, options.onOutput ?? (() => {}));
  const stop = () => void threads.stop();
  options.signal?.addEventListener('abort', stop);
  try {
    const cached = options.force ? undefined : readCache(root);
    const compiled = await compileProject({
      root,
      project: found.project,
      work,
      overrides: options,
      last: cached?.last,
      watch,
      // Threads take long to start: they do it while the sources are compiled.
      onCompile: threads.warmUp,
    });
    await writeRouteTypes(root, found.project.pages);
    const staging = await openStaging(compiled.config.out);
    try {
      const last = usable(cached, compiled);
      return await makeSite({ found, compiled, last, staging, threads, count, options, watch });
    } finally {
      await closeStaging(staging);
    }
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await threads.stop();
    await removeFolder(work);
  }
}

/** Pages of the last build can stay only where they are still there. */
function usable(cached: ReturnType<typeof readCache>, { config }: Compiled): Last | undefined {
  if (cached === undefined || cached.last.out !== config.out || !existsSync(path.join(config.out, MARKER)))
    return undefined;
  const { reads, dataReads } = cached.last;
  const isDataSettled = !dataReads.isOpen && findChangedRead(dataReads) === '';
  return { ...cached, changedRead: findChangedRead(reads), isDataSettled };
}

interface Making {
  readonly found: Found;
  readonly compiled: Compiled;
  readonly last: Last | undefined;
  readonly staging: string;
  readonly threads: RenderThreads;
  readonly count: number;
  readonly options: BuildOptions;
  readonly watch: Stopwatch;
}

async function makeSite(making: Making): Promise<BuildResult> {
  const { found, compiled, last, staging, threads, options, watch } = making;
  const { project } = found;
  const { config, server, styles, icons } = compiled;
  const made = await watch.time('render', makeAllPages(making));
  const { site, islands } = made;
  // What comes from the cache was right when it was put there.
  const islandMistakes = compiled.stored ? [] : await checkIslands(threads, config.root, project, server);
  // What has failed behind the back of all pages is known once nothing runs any more.
  const lateFailures = describeLateFailures(config.root, await threads.stop());
  const sitemap = makeSitemap(config, site.pages, project.publicFiles);
  const assets = [...server.assets, ...islands.assets, ...styles.assets, ...icons.assets, ...sitemap];
  const files = chooseFiles(config.root, assets, project, last?.last.files ?? {}, config.out);
  const [css, js] = await Promise.all([
    measureAssets(assets, '.css'),
    measureAssets(assets, '.js'),
    // With a clash of names there is nothing to write, and no page to publish.
    found.diagnostics.length === 0 && watch.time('files', writeFiles(staging, config.root, files)),
  ]);
  const placeholders = openPlaceholders(site, compiled, last?.last);
  const problems = [
    ...found.diagnostics,
    ...[server, islands, styles].flatMap((step) => step.diagnostics),
    ...islandMistakes,
    ...lateFailures,
    ...checkSite({
      config,
      site,
      islands: project.islands,
      otherFiles: [...project.publicFiles, ...assets.map(({ output }) => output)],
      release: options.release === true ? placeholders : [],
    }),
  ];
  const diagnostics = withoutRepeats(problems);
  const ok = diagnostics.every(({ severity }) => severity !== 'error');
  const changes = findChanges(site, files, last);
  const sizes = { html: addSizes(site.pages.map(({ size }) => size)), css, js };
  const result = { ok, config, diagnostics, placeholders, pages: site.pages, changes: changes.addresses, sizes };
  if (ok && options.dry !== true) {
    const { publication } = changes;
    await watch.time('publish', publishSite({ compiled, made, files, last, staging, publication, result }));
  }
  const newStyles = findNewStyles(compiled, site, changes.addresses, last);
  const more = { made: site.made, graph: server.graph, steps: watch.steps() };
  return { ...result, ...(newStyles !== undefined && { newStyles }), ...more };
}

async function makeAllPages({ found, compiled, last, staging, threads, count, options }: Making): Promise<MadePages> {
  const { onProgress = () => {}, onOutput = () => {}, signal } = options;
  const { config, server } = compiled;
  const { pages } = found.project;
  const dataFolder = options.keepData === true ? path.join(config.root, '.sitegen/data') : undefined;
  if (dataFolder !== undefined) await dropOldData(dataFolder);
  const listing = { root: config.root, worker: PAGE_WORKER, onOutput, signal };
  return makePages({
    project: found.project,
    compiled,
    staging,
    last,
    dataFolder,
    threads,
    // A thread that is done finds the next batch waiting.
    atOnce: count + 1,
    list: (settled) =>
      listPages(server.modules.has(found.project.shell ?? '') ? pages : [], server, { ...listing, settled }),
    onProgress,
  });
}

async function writeFiles(staging: string, root: string, { assets, publicFiles }: OtherFiles): Promise<void> {
  await Promise.all([writeAssets(staging, assets), copyPublicFiles(root, publicFiles, staging)]);
}

/** A file that is compiled for pages and for the browser has its mistakes in both. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
