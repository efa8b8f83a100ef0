import { checkBudgets } from '../check/check-budgets.ts';
import { checkSite } from '../check/check-site.ts';
import { warning, withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, OpenPlaceholder, Project } from '../shared/model.ts';
import type { SiteFiles } from '../render/call-file-functions.ts';
import { checkIslands } from '../render/check-islands.ts';
import { describeLateFailures } from '../render/describe-failure.ts';
import type { RenderedSite } from '../render/render-site.ts';
import type { GeneratedFiles } from './generate-files.ts';
import type { ResolvedOptions } from './options.ts';
import type { Workers } from './workers.ts';

interface Checked {
  readonly options: ResolvedOptions;
  readonly project: Project;
  readonly compiled: Compiled;
}

interface Built {
  readonly site: RenderedSite;
  readonly siteFiles: SiteFiles;
  readonly files: GeneratedFiles;
  readonly placeholders: readonly OpenPlaceholder[];
}

/** Returns all problems of a site, in the order of the steps that find them. @param earlier found by previous steps */
export function checkBuild(
  { options, project, compiled }: Checked,
  { site, siteFiles, files, placeholders }: Built,
  earlier: readonly Diagnostic[],
): Diagnostic[] {
  const { config, server, islands, styles, icons } = compiled;
  const found = withoutDuplicates([
    ...[server, islands, styles, icons].flatMap((bundle) => bundle.diagnostics),
    ...earlier,
    ...findUnusedIslands(project, compiled),
    ...checkBudgets({ budgets: config.budgets, pages: site.pages, styles, islands }),
    ...files.diagnostics,
    ...siteFiles.diagnostics,
    ...checkSite({
      config,
      site,
      project,
      graph: server.graph,
      otherFiles: files.all,
      release: options.release ? placeholders : [],
    }),
  ]);
  return withSeverity(found, { checks: config.checks, strict: options.strict });
}

function findUnusedIslands({ islands: all }: Project, { server, islands }: Compiled): Diagnostic[] {
  if (server.graph.size === 0) return [];
  return all
    .filter((island) => !islands.islands.includes(island))
    .map(({ name, source }) =>
      warning('island-unused', `No page, layout or shell imports the island "${name}", so it is not published.`, {
        place: { file: source },
        hint: 'use it on a page, or delete the file',
      }),
    );
}

/** Returns problems of island files, and background failures of workers. Ends the workers. */
export async function checkWorkers({
  compiled,
  project,
  pool,
  lister,
}: Pick<Checked, 'compiled' | 'project'> & Pick<Workers, 'pool' | 'lister'>): Promise<Diagnostic[]> {
  const { config, server } = compiled;
  const { root, limits, trailingSlash } = config;
  const islands = await checkIslands({ root, limits, trailingSlash, pool, project, server });
  const failures = await Promise.all([lister.finish(), pool.finish()]);
  return [...islands, ...describeLateFailures(root, failures.flat())];
}

/** Mistakes in a file that is compiled both for pages and for the browser are found twice. */
function withoutDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
