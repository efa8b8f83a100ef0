import { type Diagnostic, hasErrors } from '../core/diagnostics.ts';
import type { BuildResult } from '../core/build-result.ts';
import { checkIslands, describeLateFailures } from '../render/check-islands.ts';
import { checkBudgets } from '../check/check-budgets.ts';
import { checkSite } from '../check/check-links.ts';
import { listRoutes } from '../render/list-routes.ts';
import { describeDifferences } from './describe-differences.ts';
import { findChanges } from './diff-builds.ts';
import { findNewStyles } from './find-new-styles.ts';
import { dropOldData } from '../worker/data-cache.ts';
import { compressSite, generateFiles } from './generate-files.ts';
import type { Making } from './context.ts';
import { renderSite } from '../render/render-site.ts';
import { addSizes } from '../hosts/file-sizes.ts';
import { collectPlaceholders } from '../check/placeholders.ts';
import { publishSite } from './publish-build.ts';
import { startAhead } from '../render/priority-pages.ts';
import type { PreviousBuild, RenderResult, RenderedSite } from '../cache/state.ts';
import { writeBeside } from '../output/staging.ts';
import { statePaths } from '../core/paths.ts';

/** Makes all pages and files, checks them, and publishes them if there is nothing wrong. */
export async function makeSite(making: Making): Promise<BuildResult> {
  const { found, compiled, previous, staging, threads, options, watch } = making;
  const { project } = found;
  const { config, server, styles } = compiled;
  const made = await watch.time('render', renderAllPages(making));
  const { site, islands } = made;
  // What comes from the cache was right when it was put there.
  const islandMistakes = compiled.stored ? [] : await checkIslands(threads, config.root, project, server);
  // What has failed behind the back of all pages is known once nothing runs any more.
  const lateFailures = describeLateFailures(config.root, await threads.stop());
  const gathered = await watch.time('files', generateFiles(making, made));
  const { hashed, otherFiles, hostProblems } = gathered;
  const placeholders = collectPlaceholders(site, compiled, previous);
  const problems = [
    ...found.diagnostics,
    ...[server, islands, styles].flatMap((step) => step.diagnostics),
    ...islandMistakes,
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
  const isWhole = !hasErrors(problems);
  const files = isWhole ? await watch.time('compress', compressSite(making, site, gathered.files)) : gathered.files;
  const differences = (isWhole && (await options.onStaged?.(staging))) || [];
  const diagnostics = withoutRepeats([...problems, ...describeDifferences(differences, site.pages)]);
  const ok = !hasErrors(diagnostics);
  const changes = findChanges(site, files, previous, {
    ages: making.assetAges,
    now: hashed,
    keep: config.keepAssets,
    out: config.out,
  });
  const sizes = { html: addSizes(site.pages.map(({ size }) => size)), ...gathered.sizes };
  const result = { ok, config, diagnostics, placeholders, pages: site.pages, changes: changes.addresses, sizes };
  if (ok && options.dry !== true) {
    const { publication, assetAges } = changes;
    const publishing = publishSite({ compiled, made, files, previous, staging, publication, assetAges, result });
    await watch.time('publish', publishing);
    await writeBeside(config.root, gathered.beside);
  }
  const newStyles = findNewStyles(compiled, site, changes.addresses, previous);
  const more = { rebuilt: site.rebuilt, graph: server.graph, reads: filesRead(site, previous), steps: watch.steps() };
  return { ...result, ...(newStyles !== undefined && { newStyles }), ...more };
}

async function renderAllPages({
  found,
  compiled,
  previous,
  staging,
  worker,
  threads,
  count,
  options,
}: Making): Promise<RenderResult> {
  const { onProgress = () => {}, onOutput = () => {}, signal } = options;
  const { config, server } = compiled;
  const { pages } = found.project;
  const dataFolder = options.watching === true ? statePaths(config.root).data : undefined;
  if (dataFolder !== undefined) await dropOldData(dataFolder);
  const listing = { root: config.root, limits: config.limits, worker, onOutput, signal };
  return renderSite({
    project: found.project,
    compiled,
    staging,
    previous,
    dataFolder,
    threads,
    // A thread that is done finds the next batch waiting.
    atOnce: count + 1,
    ahead: startAhead(options.ahead, compiled, staging, previous),
    list: (settled) =>
      listRoutes(server.modules.has(found.project.shell ?? '') ? pages : [], server, { ...listing, settled }),
    onProgress,
  });
}

/** Of pages that stay, what they have read before counts. */
function filesRead(site: RenderedSite, previous: PreviousBuild | undefined): string[] {
  const reads = [previous?.reads, previous?.dataReads, site.reads, site.dataReads];
  return [...new Set(reads.flatMap((read) => Object.keys(read?.files ?? {})))];
}

/** A file that is compiled for pages and for the browser has its mistakes in both. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
