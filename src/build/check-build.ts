import { checkBudgets } from '../check/check-budgets.ts';
import { checkSite } from '../check/check-site.ts';
import { warning, withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import type {
  Compiled,
  IslandFile,
  Limits,
  OpenPlaceholder,
  PageProblem,
  Project,
  ServerBundle,
} from '../shared/model.ts';
import type { Setup } from '../shared/page-tasks.ts';
import type { SiteFiles } from '../render/call-file-functions.ts';
import { describeLateFailures, describeWorkerFailure } from '../render/describe-failure.ts';
import type { RenderedSite } from '../render/render-site.ts';
import { WorkerFailure } from '../render/worker-failure.ts';
import type { WorkerPool } from '../render/worker-pool.ts';
import type { GeneratedFiles } from './generate-files.ts';
import type { ResolvedOptions } from './options.ts';

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

export interface CheckWorkers {
  readonly compiled: Compiled;
  readonly project: Pick<Project, 'islands'>;
  readonly setup: Setup;
  readonly pool: WorkerPool;
  readonly lister: WorkerPool;
}

/** Returns problems of island files, and background failures of workers. Ends the workers. */
export async function checkWorkers({ compiled, project, setup, pool, lister }: CheckWorkers): Promise<Diagnostic[]> {
  const { config, server } = compiled;
  const islands = await checkIslands({ setup, limits: config.limits, pool, server, islands: project.islands });
  const failures = await Promise.all([lister.finish(), pool.finish()]);
  return [...islands, ...describeLateFailures(config.root, failures.flat())];
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
  readonly setup: Setup;
  readonly limits: Limits;
  readonly pool: WorkerPool;
  readonly server: ServerBundle;
  readonly islands: readonly IslandFile[];
}

/** Returns problems of the island files that compile, including those that no page uses. */
async function checkIslands(input: CheckIslands): Promise<readonly Diagnostic[]> {
  const { setup, limits, pool, server, islands } = input;
  const sources = [...new Set(islands.map(({ source }) => source))];
  const files = sources.flatMap((source) => {
    const module = server.modules.get(source);
    return module === undefined ? [] : { source, module, islands: islands.filter((one) => one.source === source) };
  });
  if (files.length === 0) return [];
  const found = await pool.ask(setup, { kind: 'check-islands', files });
  if (!(found instanceof WorkerFailure)) return found;
  const culprit = files.find(({ source }) => source === found.module);
  if (culprit === undefined) return describeLateFailures(setup.root, [found]);
  const diagnostic = describeWorkerFailure(setup.root, culprit.source, 'Loading the island', limits, found);
  const others = islands.filter(({ source }) => source !== culprit.source);
  return [diagnostic, ...(await checkIslands({ ...input, islands: others }))];
}
