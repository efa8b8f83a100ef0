import path from 'node:path';
import { type Diagnostic, hasErrors } from '../core/diagnostics.ts';
import type { BuildResult } from '../core/build-result.ts';
import { checkIslands, describeLateFailures } from '../render/check-islands.ts';
import { checkBudgets } from '../check/check-budgets.ts';
import { checkSite } from '../check/check-links.ts';
import { listPages } from '../render/list-routes.ts';
import { describeDifferences } from './describe-differences.ts';
import { findChanges } from './diff-builds.ts';
import { findNewStyles } from './find-new-styles.ts';
import { dropOldData } from '../worker/data-cache.ts';
import { addCompressed, gatherFiles } from './generate-files.ts';
import type { Making } from './context.ts';
import { makePages } from '../render/render-site.ts';
import { addSizes } from '../hosts/file-sizes.ts';
import { openPlaceholders } from '../check/placeholders.ts';
import { publishSite } from './publish-build.ts';
import { startAhead } from '../render/priority-pages.ts';
import type { Last, MadePages, RenderedSite } from '../cache/state.ts';
import { writeBeside } from '../output/staging.ts';

/** Makes all pages and files, checks them, and publishes them if there is nothing wrong. */
export async function makeSite(making: Making): Promise<BuildResult> {
  const { found, compiled, last, staging, threads, options, watch } = making;
  const { project } = found;
  const { config, server, styles } = compiled;
  const made = await watch.time('render', makeAllPages(making));
  const { site, islands } = made;
  // What comes from the cache was right when it was put there.
  const islandMistakes = compiled.stored ? [] : await checkIslands(threads, config.root, project, server);
  // What has failed behind the back of all pages is known once nothing runs any more.
  const lateFailures = describeLateFailures(config.root, await threads.stop());
  const gathered = await watch.time('files', gatherFiles(making, made));
  const { hashed, otherFiles, hostProblems } = gathered;
  const placeholders = openPlaceholders(site, compiled, last?.last);
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
  const files = isWhole ? await watch.time('compress', addCompressed(making, site, gathered.files)) : gathered.files;
  const differences = (isWhole && (await options.onStaged?.(staging))) || [];
  const diagnostics = withoutRepeats([...problems, ...describeDifferences(differences, site, server)]);
  const ok = !hasErrors(diagnostics);
  const changes = findChanges(site, files, last, {
    ages: making.assetAges,
    now: hashed,
    keep: config.keepAssets,
    out: config.out,
  });
  const sizes = { html: addSizes(site.pages.map(({ size }) => size)), ...gathered.sizes };
  const result = { ok, config, diagnostics, placeholders, pages: site.pages, changes: changes.addresses, sizes };
  if (ok && options.dry !== true) {
    const { publication, assetAges } = changes;
    const publishing = publishSite({ compiled, made, files, last, staging, publication, assetAges, result });
    await watch.time('publish', publishing);
    await writeBeside(config.root, gathered.beside);
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

/** Of pages that stay, what they have read before counts. */
function filesRead(site: RenderedSite, last: Last | undefined): string[] {
  const reads = [last?.last.reads, last?.last.dataReads, site.reads, site.dataReads];
  return [...new Set(reads.flatMap((read) => Object.keys(read?.files ?? {})))];
}

/** A file that is compiled for pages and for the browser has its mistakes in both. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
