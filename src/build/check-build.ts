import { checkBudgets } from '../check/check-budgets.ts';
import { checkSite } from '../check/check-site.ts';
import { warning, withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, OpenPlaceholder, PageProblem, Project, Limits, ServerBundle } from '../shared/model.ts';
import type { Publishing } from '../shared/unpublished.ts';
import type { SiteFiles } from '../render/call-file-functions.ts';
import { describeLateFailures, describeWorkerFailure } from '../render/describe-failure.ts';
import type { RenderedSite } from '../render/render-site.ts';
import type { WorkerFailure } from '../render/pool-worker.ts';
import type { RenderPool } from '../render/render-batch.ts';
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
  /** Problems with images. */
  readonly images: readonly PageProblem[];
}

/** Returns all problems of a site, in the order of the steps that find them. @param earlier found by previous steps */
export function checkBuild(
  { options, project, compiled }: Checked,
  { site, siteFiles, files, placeholders, images }: Built,
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
      images,
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
  publishing,
}: Pick<Checked, 'compiled' | 'project'> &
  Pick<Workers, 'pool' | 'lister'> &
  Pick<ResolvedOptions, 'publishing'>): Promise<Diagnostic[]> {
  const { config, server } = compiled;
  const { root, limits, trailingSlash } = config;
  const islands = await checkIslands({ root, limits, trailingSlash, publishing, pool, project, server });
  const failures = await Promise.all([lister.finish(), pool.finish()]);
  return [...islands, ...describeLateFailures(root, failures.flat())];
}

/** Mistakes in a file that is compiled both for pages and for the browser are found twice. */
function withoutDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** @returns every placeholder once, by file and line */
export function collectPlaceholders(
  found: readonly { readonly placeholders: readonly OpenPlaceholder[] }[],
): OpenPlaceholder[] {
  const all = found.flatMap(({ placeholders }) => placeholders);
  const byPlace = new Map(all.map((open) => [`${open.what} ${JSON.stringify(open.place)}`, open]));
  return [...byPlace.values()].toSorted(byFileAndLine);
}

/** By code units, so that the order does not depend on the locale. */
function byFileAndLine(a: OpenPlaceholder, b: OpenPlaceholder): number {
  const [fileA, fileB] = [a.place?.file ?? '', b.place?.file ?? ''];
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.what < b.what ? -1 : 1);
}

interface CheckIslands {
  readonly root: string;
  readonly limits: Limits;
  readonly trailingSlash: boolean;
  readonly publishing: Publishing;
  readonly pool: RenderPool;
  readonly project: Project;
  readonly server: ServerBundle;
}

/** Returns problems of the island files that compile, including those that no page uses. */
async function checkIslands(input: CheckIslands): Promise<readonly Diagnostic[]> {
  const { root, limits, trailingSlash, publishing, pool, project, server } = input;
  const sources = [...new Set(project.islands.map(({ source }) => source))];
  const files = sources.flatMap((source) => {
    const module = server.modules.get(source);
    const islands = project.islands.filter((island) => island.source === source);
    return module === undefined ? [] : { source, module, islands };
  });
  if (files.length === 0) return [];
  try {
    return (await pool.run({
      root,
      trailingSlash,
      publishing,
      files,
      seconds: limits.seconds,
    })) as readonly Diagnostic[];
  } catch (error) {
    const failure = error as WorkerFailure;
    if (failure.kind === 'stopped') throw failure;
    const culprit = files.find(({ source }) => source === failure.module);
    if (culprit === undefined) return describeLateFailures(root, [failure]);
    const diagnostic = describeWorkerFailure(root, culprit.source, 'Loading the island', limits, failure);
    const others = project.islands.filter(({ source }) => source !== culprit.source);
    return [diagnostic, ...(await checkIslands({ ...input, project: { ...project, islands: others } }))];
  }
}
