import path from 'node:path';
import type { IslandsBundle, Project } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { bundleIslands } from '../bundle/bundle-islands.ts';
import type { ReuseInputs } from '../cache/reuse-pages.ts';
import type { ListedPart } from './list-routes.ts';
import { findRebuildReasons } from '../cache/invalidation.ts';
import { commonKey, pageFileKey, scriptsKey } from '../cache/page-keys.ts';
import { hasErrors } from '../core/diagnostics.ts';
import { hashOf } from '../core/hash.ts';
import { mergeDataReads, mergeReads } from '../cache/recorded-reads.ts';
import type { RenderAhead } from './priority-pages.ts';
import { renderPages } from './schedule-pages.ts';
import type { RenderPool } from './render-batch.ts';
import { findUpToDatePages, type UpToDatePages } from '../cache/settled-pages.ts';
import type { Compiled, PreviousBuild, RenderResult, RenderedSite } from '../cache/state.ts';

/** Finding out how small a page gets takes longer than making it: worth it while it cannot be felt. */
const PAGES_WORTH_COMPRESSING = 100;

export interface RenderSite {
  readonly project: Project;
  readonly compiled: Compiled;
  /** Absolute. */
  readonly staging: string;
  readonly previous: PreviousBuild | undefined;
  /** Where loaded data is kept, absolute; absent where each build loads it. */
  readonly dataFolder: string | undefined;
  readonly threads: RenderPool;
  readonly atOnce: number;
  readonly ahead: RenderAhead | undefined;
  /** Lists all pages, those that are settled as they were. */
  readonly list: (settled: UpToDatePages) => AsyncIterable<ListedPart>;
  readonly onProgress: (done: number, known: number) => void;
}

/** Makes the pages. Islands that no page holds are not published; which those are is known only when the pages are there. */
export async function renderSite(input: RenderSite): Promise<RenderResult> {
  const { compiled, previous, project } = input;
  const first = await makeWith(input, compiled.islands, compiled.islandNames, {
    folderOf: () => compiled.config.out,
    last: previous?.pages ?? new Map(),
    reasonFor: previous === undefined ? () => '' : findRebuildReasons(previous, project, compiled),
    scripts: previous?.scriptsKey ?? '',
    common: previous?.commonKey ?? '',
    loading: new Set(previous?.sourcesWithLoad),
    isSettled: (source, key) =>
      previous?.isDataUpToDate === true && previous.changedRead === '' && previous.pageFileKeys[source] === key,
  });
  const held = new Set(first.site.pages.flatMap((page) => page.islands));
  const used = project.islands.filter(({ name }) => held.has(name));
  const names = used.map(({ name }) => name);
  const hasFailed =
    first.site.problems.length > 0 || first.site.diagnostics.length > 0 || hasErrors(compiled.islands.diagnostics);
  if (hasFailed || names.join() === compiled.islandNames.join()) return first;
  const islands = await bundleIslands(compiled.config, used);
  const staged = new Set(first.site.written);
  const second = await makeWith(input, islands, names, {
    folderOf: (output) => (staged.has(output) ? input.staging : compiled.config.out),
    last: new Map(first.site.pages.map((page) => [page.route.path, page])),
    reasonFor: () => '',
    scripts: first.scriptsKey,
    common: first.commonKey,
    loading: first.site.sourcesWithLoad,
    // A moment ago they were loaded and made.
    isSettled: () => true,
  });
  return { ...second, site: join(first.site, second.site) };
}

/** What was true of all pages before some of them were made once more. */
function join(first: RenderedSite, second: RenderedSite): RenderedSite {
  return {
    ...second,
    rebuilt: new Set([...first.rebuilt, ...second.rebuilt]),
    written: [...new Set([...first.written, ...second.written])],
    placeholders: [...first.placeholders, ...second.placeholders],
    reads: mergeReads([first.reads, second.reads]),
    dataReads: mergeDataReads([first.dataReads, second.dataReads]),
    sourcesWithLoad: new Set([...first.sourcesWithLoad, ...second.sourcesWithLoad]),
  };
}

/** How things stood when the pages were made that may stay. */
interface Before extends Omit<ReuseInputs, 'sameScripts'> {
  readonly scripts: string;
  readonly common: string;
  /** Whether `paths` and `load` of a page file return what they did, if all else that its pages are made from has this key. */
  readonly isSettled: (source: string, key: string) => boolean;
}

const COMMON_CHANGED = 'the name of the stylesheet, the icons or the config has changed';

async function makeWith(
  { project, compiled, staging, dataFolder, threads, atOnce, ahead, list, onProgress }: RenderSite,
  islands: IslandsBundle,
  islandNames: readonly string[],
  { scripts: lastScripts, common: lastCommon, isSettled, ...choice }: Before,
): Promise<RenderResult> {
  const setup = { ...setupOf(project, compiled, islands, staging), dataFolder };
  const common = commonKey(compiled, project, setup);
  const scripts = scriptsKey(setup);
  const sameScripts = scripts === lastScripts;
  const keys = project.pages.map(({ source }) => [source, hashOf(common, pageFileKey(compiled, source))] as const);
  const fileKeys: Record<string, string> = Object.fromEntries(keys);
  const keyOf = (source: string) => fileKeys[source] ?? '';
  const input = {
    setup,
    server: compiled.server,
    publicFiles: project.publicFiles,
    keyOf,
    choice: {
      ...choice,
      sameScripts,
      reasonFor: (source: string) => choice.reasonFor(source) || (common === lastCommon ? '' : COMMON_CHANGED),
    },
    atOnce,
    ahead,
  };
  const settled = findUpToDatePages({
    ...choice,
    sameScripts,
    isSettled: (source) => isSettled(source, keyOf(source)),
  });
  const site = await renderPages(threads, input, list(settled), onProgress);
  return { site, islands, islandNames, commonKey: common, scriptsKey: scripts, pageFileKeys: fileKeys };
}

function setupOf(
  project: Project,
  { config, server, styles, icons }: Compiled,
  { href, preloads }: IslandsBundle,
  staging: string,
): Omit<RenderSetup, 'dataFolder'> {
  const { root, site, base, assetPrefix, runtime, limits } = config;
  const cardModule = server.modules.get(project.card ?? '');
  const fonts = project.cardFonts.map((file) => path.join(root, file));
  return {
    root,
    staging,
    site,
    base,
    assetPrefix,
    runtime,
    shellModule: server.modules.get(project.shell ?? '') ?? '',
    card: cardModule === undefined ? undefined : { module: cardModule, fonts },
    icons: icons.links,
    stylesheet: styles.href,
    script: href,
    preloads,
    ...limits,
    compress:
      project.pages.length <= PAGES_WORTH_COMPRESSING && project.pages.every(({ isParametric }) => !isParametric),
  };
}
