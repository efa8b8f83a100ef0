import path from 'node:path';
import { bundleIslands } from '../bundle/bundle-islands.ts';
import { findRebuildReasons } from '../cache/invalidation.ts';
import { hashCommon, hashPageFiles, hashScripts } from '../cache/page-keys.ts';
import { mergeReads } from '../cache/recorded-reads.ts';
import { closeKeptData, dropOldData, openKeptData } from '../cache/kept-data.ts';
import { compareWithPublished, findUpToDatePages, type ReuseInputs } from '../cache/reuse-pages.ts';
import type { Compiled, PreviousBuild, RenderResult, RenderedSite } from '../cache/state.ts';
import { hasErrors } from '../core/diagnostics.ts';
import type { IslandsBundle, Project } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { measureAssets, measurePages } from '../hosts/file-sizes.ts';
import { findStyleLibraries } from '../react/generated-styles.ts';
import { statePaths } from '../core/paths.ts';
import { mergePasses } from './collect-results.ts';
import { listRoutes, type Lister } from './list-routes.ts';
import { startPriorityRender, type PriorityPages, type PriorityRender } from './priority-pages.ts';
import type { RenderPool } from './render-batch.ts';
import { schedulePages } from './schedule-pages.ts';

const COMMON_CHANGED = 'the name of the stylesheet, the icons, the config or the use of templates/files has changed';

export interface RenderSite {
  readonly project: Project;
  readonly compiled: Compiled;
  /** Absolute. */
  readonly staging: string;
  readonly previous: PreviousBuild | undefined;
  readonly pool: RenderPool;
  readonly lister: Lister;
  readonly workerFile: URL;
  readonly options: {
    readonly workers: number;
    /** Whether data is kept for a few minutes. */
    readonly watching: boolean;
    readonly priorityPages?: PriorityPages;
    readonly onProgress: (done: number, known: number) => void;
    readonly onOutput: (text: string) => void;
    readonly signal?: AbortSignal;
  };
}

/** Renders the pages that are not up to date, and measures them. */
export async function renderSite(input: RenderSite): Promise<RenderResult> {
  measureAssets(input.compiled.islands.assets, '.js').catch(() => {}); // needed later; meanwhile this thread only waits
  const { site, ...result } = await renderKeepingData(input);
  const pages = await measurePages(input.project, site.pages, findFolders(input, site));
  return { ...result, site: { ...site, pages } };
}

async function renderKeepingData(input: RenderSite): Promise<RenderResult> {
  const folder = statePaths(input.compiled.config.root).data;
  if (!input.options.watching) {
    await dropOldData(folder);
    return renderPasses(input);
  }
  const keptReads = await openKeptData(folder);
  const { site, ...result } = await renderPasses(input);
  const dataReads = { ...site.dataReads, ...mergeReads([keptReads, site.dataReads]) };
  await closeKeptData(folder, mergeReads([site.reads, dataReads]));
  return { ...result, site: { ...site, dataReads } };
}

/**
 * Islands that no page holds are not published; which those are is known only when the pages are rendered, so pages with
 * islands are rendered again when the guess was wrong.
 */
async function renderPasses(input: RenderSite): Promise<RenderResult> {
  const { compiled, project } = input;
  const first = await renderWith(input, compiled.islands, compiled.islandNames, basedOnPrevious(input));
  const held = new Set(first.site.pages.flatMap((page) => page.islands));
  const used = project.islands.filter(({ name }) => held.has(name));
  const names = used.map(({ name }) => name);
  const isExtended = first.site.pages.some(({ needsExtended }) => needsExtended);
  const hasFailed =
    first.site.problems.length > 0 || hasErrors(first.site.diagnostics) || hasErrors(compiled.islands.diagnostics);
  const isRight = names.join() === compiled.islandNames.join() && isExtended === compiled.islands.isExtended;
  if (hasFailed || isRight) return first;
  const islands = await bundleIslands(compiled.config, used, isExtended);
  const second = await renderWith(input, islands, names, basedOnFirstPass(input, first));
  return { ...second, site: mergePasses(first.site, second.site) };
}

/** What pages can be reused from, and the keys they were rendered with. */
interface Base extends Omit<ReuseInputs, 'areScriptsSame' | 'isCommonSame' | 'areChecksSame' | 'isUpToDate'> {
  readonly commonKey: string;
  readonly scriptsKey: string;
  /** @param key the page file's now */
  readonly isUpToDate: (source: string, key: string) => boolean;
  readonly priority: PriorityRender | undefined;
}

function basedOnPrevious(input: RenderSite): Base {
  const { project, compiled, previous, options } = input;
  const reasonFor = previous === undefined ? () => '' : findRebuildReasons(previous, project, compiled);
  return {
    pages: previous?.pages ?? new Map(),
    folderOf: () => compiled.config.out,
    isCardIntact: compareWithPublished(compiled.config.out, previous?.files),
    reasonFor,
    commonKey: previous?.commonKey ?? '',
    scriptsKey: previous?.scriptsKey ?? '',
    isUpToDate: (source, key) => reasonFor(source) === '' && previous?.pageFileKeys[source] === key,
    priority: startPriorityRender(options.priorityPages, input),
  };
}

function basedOnFirstPass(input: RenderSite, { site, commonKey, scriptsKey }: RenderResult): Base {
  return {
    pages: new Map(site.pages.map((page) => [page.route.path, page])),
    folderOf: findFolders(input, site),
    isCardIntact: () => true, // it was drawn or compared a moment ago
    reasonFor: () => '',
    commonKey,
    scriptsKey,
    isUpToDate: () => true, // it was rendered a moment ago
    priority: undefined,
  };
}

/** @returns the folder in which a page's file is, given its path from there */
function findFolders({ compiled, staging }: RenderSite, { written }: RenderedSite): (output: string) => string {
  const staged = new Set(written);
  return (output) => (staged.has(output) ? staging : compiled.config.out);
}

async function renderWith(
  input: RenderSite,
  islands: IslandsBundle,
  islandNames: readonly string[],
  base: Base,
): Promise<RenderResult> {
  const { project, compiled, options, pool, lister } = input;
  const { server, config } = compiled;
  const setup = createSetup(input, islands);
  const commonKey = hashCommon(compiled, project, setup);
  const scriptsKey = hashScripts(setup);
  const pageFileKeys = hashPageFiles(compiled, project, commonKey);
  const reuse: ReuseInputs = {
    ...base,
    areScriptsSame: scriptsKey === base.scriptsKey,
    isCommonSame: commonKey === base.commonKey,
    areChecksSame: commonKey === base.commonKey && setup.styleLibraries.length === 0,
    reasonFor: (source) => base.reasonFor(source) || (commonKey === base.commonKey ? '' : COMMON_CHANGED),
    isUpToDate: (source) => base.isUpToDate(source, pageFileKeys[source] ?? ''),
  };
  const pages = server.modules.has(project.shell ?? '') ? project.pages : [];
  const { root, limits, trailingSlash } = config;
  const scheduling = {
    pool,
    setup,
    server,
    reuse,
    pageFileKeys,
    onProgress: options.onProgress,
    project,
    // A worker that is done finds the next batch waiting.
    concurrency: options.workers + 1,
    priority: base.priority,
  };
  const findUpToDate = findUpToDatePages(reuse);
  const parts = listRoutes({ root, limits, trailingSlash, pages, server, findUpToDate, lister });
  return { site: await schedulePages(scheduling, parts), islands, islandNames, commonKey, scriptsKey, pageFileKeys };
}

/** What all pages have in common. */
function createSetup(
  { project, compiled, staging, options }: RenderSite,
  { href, preloads }: IslandsBundle,
): RenderSetup {
  const { config, server, styles, icons } = compiled;
  const { root, site, base, trailingSlash, assetPrefix, runtime, limits } = config;
  const cardModule = server.modules.get(project.card ?? '');
  const fonts = project.cardFonts.map((file) => path.join(root, file));
  return {
    root,
    staging,
    site,
    base,
    trailingSlash,
    assetPrefix,
    runtime,
    preloads,
    shellModule: server.modules.get(project.shell ?? '') ?? '',
    shellSource: project.shell ?? '',
    card: cardModule === undefined ? undefined : { source: project.card ?? '', module: cardModule, fonts },
    icons: icons.links,
    stylesheet: styles.href,
    script: href,
    builtins: server.builtins,
    dataFolder: options.watching ? statePaths(root).data : undefined,
    ...limits,
    keepsMeta: project.files.length > 0,
    styleLibraries: findStyleLibraries([...server.graph.values()].flatMap(({ packages }) => packages)),
  };
}
