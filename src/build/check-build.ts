import { checkBudgets } from '../check/check-budgets.ts';
import { checkHosts } from '../check/check-hosts.ts';
import { checkPages, checkSite } from '../check/check-site.ts';
import { isOff, warning, withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import type {
  Compiled,
  IslandFile,
  Limits,
  OpenPlaceholder,
  PageProblem,
  Project,
  ServerBundle,
} from '../shared/model.ts';
import type { RenderSetup, Setup } from '../shared/page-tasks.ts';
import { describeLateFailures, describeWorkerFailure, WorkerFailure } from '../render/worker-failure.ts';
import { locateProblems } from '../render/locate-problems.ts';
import type { RenderedSite } from '../render/render-site.ts';
import type { WorkerPool } from '../render/worker-pool.ts';
import { describeClash } from '../site/site.ts';
import { isLinkable } from '../site/output.ts';
import type { Site } from '../site/site.ts';
import type { ResolvedOptions } from './options.ts';
import type { Workers } from './workers.ts';

interface CheckBuild {
  readonly options: Pick<ResolvedOptions, 'release' | 'strict'>;
  readonly project: Project;
  readonly compiled: Compiled;
  readonly site: Site;
  readonly rendered: RenderedSite;
}

interface FindPageProblems extends CheckBuild {
  readonly setup: RenderSetup;
  /** Problems with images. */
  readonly images: readonly PageProblem[];
  readonly locator: WorkerPool;
}

/** Returns the problems of pages that the config does not turn off, with their places. */
export async function findPageProblems(input: FindPageProblems): Promise<PageProblem[]> {
  const { project, compiled, site, rendered, images, setup, locator } = input;
  const { config, server } = compiled;
  const all = checkPages({ config, site, pages: site.pages(), rendered, project, images });
  const problems = all.filter(({ diagnostic }) => !isOff(diagnostic, config.checks));
  return locateProblems({ problems, root: config.root, project, server, setup, locator });
}

/** Returns all problems of a site, in the order of the steps that find them. */
export function checkBuild(
  input: CheckBuild & {
    /** Problems with file names, and those of other steps. */
    readonly misnamed: readonly Diagnostic[];
    readonly found: readonly Diagnostic[];
    /** Problems of pages, with their places. */
    readonly onPages: readonly PageProblem[];
    readonly placeholders: readonly OpenPlaceholder[];
  },
): Diagnostic[] {
  const { options, project, compiled, site, rendered, misnamed, found, onPages, placeholders } = input;
  const { config, server, islands, styles, icons } = compiled;
  const pages = site.pages();
  const all = withoutDuplicates([
    ...[server, islands, styles, icons].flatMap((bundle) => bundle.diagnostics),
    ...misnamed,
    ...site.clashes().map(describeClash),
    ...found,
    ...findUnusedIslands(project, compiled),
    ...checkBudgets({ budgets: config.budgets, pages, styles, islands }),
    ...checkHosts({ config, pages, outputs: site.list().filter(isLinkable) }),
    ...checkSite({
      pages,
      onPages,
      listing: rendered.diagnostics,
      shell: project.shell,
      refusedPlaceholders: options.release ? placeholders : [],
    }),
  ]);
  return withSeverity(all, { checks: config.checks, strict: options.strict });
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
export async function checkWorkers(
  { config, server }: Compiled,
  islands: readonly IslandFile[],
  setup: Setup,
  { pool, lister }: Pick<Workers, 'pool' | 'lister'>,
): Promise<Diagnostic[]> {
  const found = await checkIslands(islands, setup, config.limits, pool, server);
  const failures = await Promise.all([lister.finish(), pool.finish()]);
  return [...found, ...describeLateFailures(config.root, failures.flat())];
}

/** A file compiled for both pages and the browser reports its mistakes twice. */
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

/** Compares code units, so the order does not depend on the locale. */
function byFileAndLine(a: OpenPlaceholder, b: OpenPlaceholder): number {
  const [fileA, fileB] = [a.place?.file ?? '', b.place?.file ?? ''];
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.what < b.what ? -1 : 1);
}

/** Returns problems of the island files that compile, including those that no page uses. */
async function checkIslands(
  islands: readonly IslandFile[],
  setup: Setup,
  limits: Limits,
  pool: WorkerPool,
  server: ServerBundle,
): Promise<readonly Diagnostic[]> {
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
  return [diagnostic, ...(await checkIslands(others, setup, limits, pool, server))];
}
