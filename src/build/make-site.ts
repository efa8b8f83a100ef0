import path from 'node:path';
import type { Diagnostic } from '../model.ts';
import type { BuildResult } from '../result.ts';
import type { Trial } from './build-twice.ts';
import { checkIslands, describeLateFailures } from './check-threads.ts';
import { checkBudgets } from './check-budgets.ts';
import { checkSite } from './check-site.ts';
import type { Found } from './discover.ts';
import { listPages } from './expand.ts';
import { compressFiles } from './compress-files.ts';
import { describeDifferences } from './describe-differences.ts';
import { findChanges } from './find-changes.ts';
import { findNewStyles } from './find-new-styles.ts';
import { dropOldData } from './keep-data.ts';
import { checkHosts } from './check-hosts.ts';
import { makeHostAssets } from './host-assets.ts';
import { makePages } from './make-pages.ts';
import { addSizes, measureAssets } from './measure-files.ts';
import { openPlaceholders } from './open-placeholders.ts';
import { chooseFiles, type OtherFiles } from './other-files.ts';
import { publishSite } from './publish-site.ts';
import { startAhead } from './render-ahead.ts';
import type { RenderThreads } from './render-batch.ts';
import { makeSitemap } from './sitemap.ts';
import type { AssetAges, Compiled, Last, MadePages, RenderedSite } from './state.ts';
import type { Stopwatch } from './stopwatch.ts';
import { copyPublicFiles, writeAssets, writeBeside } from './write.ts';

export interface Making {
  /** The threads' code. */
  readonly worker: URL;
  readonly found: Found;
  readonly compiled: Compiled;
  readonly last: Last | undefined;
  /** What the last build has left in `out`, also where all is made anew. */
  readonly assetAges: AssetAges;
  readonly staging: string;
  readonly threads: RenderThreads;
  readonly count: number;
  readonly options: Trial;
  readonly watch: Stopwatch;
}

/** Makes all pages and files, checks them, and publishes them if there is nothing wrong. */
export async function makeSite(making: Making): Promise<BuildResult> {
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
  const hashed = [...server.assets, ...islands.assets, ...styles.assets];
  const ownAssets = [...hashed, ...icons.assets, ...sitemap];
  const forHosts = makeHostAssets(config, site.pages, project.publicFiles);
  const otherFiles = [...project.publicFiles, ...ownAssets.map(({ output }) => output)];
  const hostProblems = checkHosts({ config, pages: site.pages, otherFiles, assets: ownAssets });
  const assets = hasErrors(hostProblems) ? ownAssets : [...ownAssets, ...forHosts.assets];
  const chosen = chooseFiles(config.root, assets, project, last?.last.files ?? {}, config.out);
  const [css, js] = await Promise.all([
    measureAssets(assets, '.css'),
    measureAssets(assets, '.js'),
    // With a clash of names there is nothing to write, and no page to publish.
    !hasErrors(found.diagnostics) && watch.time('files', writeFiles(staging, config.root, chosen)),
  ]);
  const files = hasErrors(found.diagnostics)
    ? chosen
    : await watch.time('compress', addCompressed(making, site, chosen));
  const differences = (await options.onStaged?.(staging)) ?? [];
  const placeholders = openPlaceholders(site, compiled, last?.last);
  const problems = [
    ...found.diagnostics,
    ...[server, islands, styles].flatMap((step) => step.diagnostics),
    ...islandMistakes,
    ...describeDifferences(differences, site, server),
    ...lateFailures,
    ...checkBudgets({ budgets: config.budgets, pages: site.pages, styles, islands }),
    ...hostProblems,
    ...checkSite({
      config,
      site,
      islands: project.islands,
      otherFiles,
      release: options.release === true ? placeholders : [],
    }),
  ];
  const diagnostics = withoutRepeats(problems);
  const ok = !hasErrors(diagnostics);
  const changes = findChanges(site, files, last, {
    ages: making.assetAges,
    now: hashed.map(({ output }) => output),
    keep: config.keepAssets,
    out: config.out,
  });
  const sizes = { html: addSizes(site.pages.map(({ size }) => size)), css, js };
  const result = { ok, config, diagnostics, placeholders, pages: site.pages, changes: changes.addresses, sizes };
  if (ok && options.dry !== true) {
    const { publication, assetAges } = changes;
    const publishing = publishSite({ compiled, made, files, last, staging, publication, assetAges, result });
    await watch.time('publish', publishing);
    await writeBeside(config.root, forHosts.beside);
  }
  const newStyles = findNewStyles(compiled, site, changes.addresses, last);
  const more = { made: site.made, graph: server.graph, reads: filesRead(site, last), steps: watch.steps() };
  return { ...result, ...(newStyles !== undefined && { newStyles }), ...more };
}

async function makeAllPages({
  found,
  compiled,
  last,
  staging,
  worker,
  threads,
  count,
  options,
}: Making): Promise<MadePages> {
  const { onProgress = () => {}, onOutput = () => {}, signal } = options;
  const { config, server } = compiled;
  const { pages } = found.project;
  const dataFolder = options.watching === true ? path.join(config.root, '.sitegen/data') : undefined;
  if (dataFolder !== undefined) await dropOldData(dataFolder);
  const listing = { root: config.root, limits: config.limits, worker, onOutput, signal };
  return makePages({
    project: found.project,
    compiled,
    staging,
    last,
    dataFolder,
    threads,
    // A thread that is done finds the next batch waiting.
    atOnce: count + 1,
    ahead: startAhead(options.ahead, compiled, staging, last),
    list: (settled) =>
      listPages(server.modules.has(found.project.shell ?? '') ? pages : [], server, { ...listing, settled }),
    onProgress,
    trace: options.onStaged !== undefined,
    backwards: options.backwards === true,
  });
}

async function addCompressed(
  { compiled, staging, last }: Making,
  { pages }: RenderedSite,
  files: OtherFiles,
): Promise<OtherFiles> {
  const { compress, out } = compiled.config;
  if (compress.length === 0) return files;
  const names = [
    ...pages.map(({ route, made }) => [route.output, made.html] as const),
    ...Object.entries(files.contents),
    ...Object.entries(files.kept).map(([output, { contents }]) => [output, contents] as const),
  ];
  const compressed = await compressFiles({
    encodings: compress,
    files: new Map(names),
    staging,
    out,
    last: last?.last.files ?? {},
  });
  const { kept, contents } = compressed;
  return { ...files, kept: { ...files.kept, ...kept }, contents: { ...files.contents, ...contents } };
}

async function writeFiles(staging: string, root: string, { assets, publicFiles }: OtherFiles): Promise<void> {
  await Promise.all([writeAssets(staging, assets), copyPublicFiles(root, publicFiles, staging)]);
}

/** Of pages that stay, what they have read before counts. */
function filesRead(site: RenderedSite, last: Last | undefined): string[] {
  const reads = [last?.last.reads, last?.last.dataReads, site.reads, site.dataReads];
  return [...new Set(reads.flatMap((read) => Object.keys(read?.files ?? {})))];
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** A file that is compiled for pages and for the browser has its mistakes in both. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
