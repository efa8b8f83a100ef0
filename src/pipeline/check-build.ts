import { findImpureCalls } from '../cache/invalidation.ts';
import type { SiteResult } from '../cache/state.ts';
import { checkBudgets } from '../check/check-budgets.ts';
import { checkSite } from '../check/check-site.ts';
import { describeImpurePages } from '../check/describe-problems.ts';
import { mergeProblems } from '../check/merge-problems.ts';
import { withSeverity, type Diagnostic } from '../core/diagnostics.ts';
import type { OpenPlaceholder } from '../core/model.ts';
import { checkIslands } from '../render/check-islands.ts';
import { describeLateFailures } from '../render/describe-failure.ts';
import type { BuildContext } from './context.ts';
import type { GeneratedFiles } from './generate-files.ts';

/** Everything that is wrong with a site, in the order of the steps that find it. */
export function checkBuild(
  { options, project, compiled, config }: BuildContext,
  { site, islands, own }: SiteResult,
  generated: GeneratedFiles,
  earlier: Readonly<Record<'names' | 'workers' | 'unstable', readonly Diagnostic[]>>,
  placeholders: readonly OpenPlaceholder[],
): Diagnostic[] {
  const { server, styles, icons } = compiled;
  const found = withoutDuplicates([
    ...earlier.names,
    ...[server, islands, styles, icons].flatMap((bundle) => bundle.diagnostics),
    ...earlier.workers,
    ...earlier.unstable,
    ...checkBudgets({ budgets: config.budgets, pages: site.pages, styles, islands }),
    ...generated.diagnostics,
    ...own.diagnostics,
    ...mergeProblems(describeImpurePages(site.pages, findImpureCalls(site.impureCalls, project, server))),
    ...checkSite({
      config,
      site,
      project,
      graph: server.graph,
      otherFiles: generated.all,
      release: options.release ? placeholders : [],
    }),
  ]);
  return withSeverity(found, { checks: config.checks, strict: options.strict });
}

/** What is wrong with island files, and failures of workers in the background. Ends the workers. */
export async function checkWorkers({ config, compiled, project, pool, lister }: BuildContext): Promise<Diagnostic[]> {
  const { root, limits, trailingSlash } = config;
  const { server } = compiled;
  // A compilation from the cache was checked when it was stored.
  const islands = compiled.stored ? [] : await checkIslands({ root, limits, trailingSlash, pool, project, server });
  const failures = await Promise.all([lister.finish(), pool.finish()]);
  return [...islands, ...describeLateFailures(root, failures.flat())];
}

/** A file that is compiled for pages and for the browser has its mistakes in both. */
function withoutDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
