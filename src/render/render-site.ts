import path from 'node:path';
import type { IslandsBundle, Project } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { bundleIslands } from '../bundle/bundle-islands.ts';
import type { Choice } from '../cache/reuse-pages.ts';
import type { Listed } from './list-routes.ts';
import { findReasons } from '../cache/invalidation.ts';
import { commonKey, pageFileKey, scriptsKey } from '../cache/page-keys.ts';
import { hasErrors } from '../core/diagnostics.ts';
import { hashOf } from '../core/hash.ts';
import { joinDataReads, joinReads } from '../cache/recorded-reads.ts';
import type { RenderAhead } from './priority-pages.ts';
import { renderPages } from './schedule-pages.ts';
import type { RenderThreads } from './render-batch.ts';
import { settlePages, type SettledPages } from '../cache/settled-pages.ts';
import type { Compiled, Last, MadePages, RenderedSite } from '../cache/state.ts';

/** Finding out how small a page gets takes longer than making it: worth it while it cannot be felt. */
const PAGES_WORTH_COMPRESSING = 100;

export interface MakePages {
  readonly project: Project;
  readonly compiled: Compiled;
  /** Absolute. */
  readonly staging: string;
  readonly last: Last | undefined;
  /** Where loaded data is kept, absolute; absent where each build loads it. */
  readonly dataFolder: string | undefined;
  readonly threads: RenderThreads;
  readonly atOnce: number;
  readonly ahead: RenderAhead | undefined;
  /** Lists all pages, those that are settled as they were. */
  readonly list: (settled: SettledPages) => AsyncIterable<Listed>;
  readonly onProgress: (done: number, known: number) => void;
  /** Whether it is traced where code asks for what may be other the next time, and whether threads begin with their last page. */
  readonly trace: boolean;
  readonly backwards: boolean;
}

/** Makes the pages. Islands that no page holds are not published; which those are is known only when the pages are there. */
export async function makePages(input: MakePages): Promise<MadePages> {
  const { compiled, last, project } = input;
  const first = await makeWith(input, compiled.islands, compiled.islandNames, {
    folderOf: () => compiled.config.out,
    last: last?.pages ?? new Map(),
    reasonFor: last === undefined ? () => '' : findReasons(last, project, compiled),
    scripts: last?.last.scripts ?? '',
    common: last?.last.common ?? '',
    loading: new Set(last?.last.loading),
    isSettled: (source, key) =>
      last?.isDataSettled === true && last.changedRead === '' && last.last.fileKeys[source] === key,
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
    scripts: first.scripts,
    common: first.common,
    loading: first.site.loading,
    // A moment ago they were loaded and made.
    isSettled: () => true,
  });
  return { ...second, site: join(first.site, second.site) };
}

/** What was true of all pages before some of them were made once more. */
function join(first: RenderedSite, second: RenderedSite): RenderedSite {
  return {
    ...second,
    made: new Set([...first.made, ...second.made]),
    written: [...new Set([...first.written, ...second.written])],
    placeholders: [...first.placeholders, ...second.placeholders],
    reaches: [...first.reaches, ...second.reaches],
    reads: joinReads([first.reads, second.reads]),
    dataReads: joinDataReads([first.dataReads, second.dataReads]),
    loading: new Set([...first.loading, ...second.loading]),
  };
}

/** How things stood when the pages were made that may stay. */
interface Before extends Omit<Choice, 'sameScripts'> {
  readonly scripts: string;
  readonly common: string;
  /** Whether `paths` and `load` of a page file return what they did, if all else that its pages are made from has this key. */
  readonly isSettled: (source: string, key: string) => boolean;
}

const COMMON_CHANGED = 'the name of the stylesheet, the icons or the config has changed';

async function makeWith(
  { project, compiled, staging, dataFolder, threads, atOnce, ahead, list, onProgress, trace, backwards }: MakePages,
  islands: IslandsBundle,
  islandNames: readonly string[],
  { scripts: lastScripts, common: lastCommon, isSettled, ...choice }: Before,
): Promise<MadePages> {
  const setup = { ...setupOf(project, compiled, islands, staging), dataFolder, trace };
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
    backwards,
  };
  const settled = settlePages({ ...choice, sameScripts, isSettled: (source) => isSettled(source, keyOf(source)) });
  const site = await renderPages(threads, input, list(settled), onProgress);
  return { site, islands, islandNames, common, scripts, fileKeys };
}

function setupOf(
  project: Project,
  { config, server, styles, icons }: Compiled,
  { href, preloads }: IslandsBundle,
  staging: string,
): Omit<RenderSetup, 'dataFolder' | 'trace'> {
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
