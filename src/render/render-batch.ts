/** Renders batches of pages, and recovers when a page ends its worker. */
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Route } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { JobResult, PageJob, PageResult, RenderSetup, WorkerFinds } from '../shared/page-tasks.ts';
import { frameInStack } from '../shared/stack-trace.ts';
import { describeWorkerFailure, WorkerFailure } from './worker-failure.ts';
import type { WorkerPool } from './worker-pool.ts';

/** After this many pages of a file have ended their workers, the rest are skipped: each could take as long again. */
const MAX_FAILURES = 3;

/** A batch that was rendered. */
export interface RenderedBatch {
  /** One per page. */
  readonly results: readonly PageResult[];
  /** The finds of its workers, in the order of their replies. */
  readonly finds: readonly WorkerFinds[];
}

/**
 * A page that ends its worker is reported, and the other pages of its batch are rendered by another worker. Several pages are
 * rendered at a time: if the failure does not name the page, those that were under way are rendered one by one.
 *
 * @returns renders a batch
 */
export function createBatchRenderer(
  pool: WorkerPool,
  setup: RenderSetup,
): (jobs: readonly PageJob[]) => Promise<RenderedBatch> {
  const failures = trackFailures(setup);

  async function renderBatch(batch: readonly PageJob[]): Promise<RenderedBatch> {
    const skipped = batch.flatMap((job) => failures.whySkipped(job) ?? []);
    const jobs = batch.filter((job) => failures.whySkipped(job) === undefined);
    if (jobs.length === 0) return { results: skipped, finds: [] };
    const reply = await pool.ask(setup, { kind: 'render', jobs });
    const rendered =
      reply instanceof WorkerFailure
        ? mergeBatches(await renderAfter(reply, jobs))
        : { results: reply.results.flatMap((result) => addRoute(jobs, result)), finds: [reply.finds] };
    return { ...rendered, results: inOrder(batch, [...skipped, ...rendered.results]) };
  }

  async function renderAfter(failure: WorkerFailure, jobs: readonly PageJob[]): Promise<RenderedBatch[]> {
    if (failures.addCommon(jobs, failure)) return [await renderBatch(jobs)];
    const culprit = findCulprit(failure, jobs, setup.root);
    if (culprit !== undefined) {
      failures.add(culprit, failure);
      const diagnostic = describeWorkerFailure(setup.root, culprit.route.source, 'Rendering', setup, failure);
      const others = jobs.filter((job) => job !== culprit);
      return [{ results: [failed(culprit, diagnostic)], finds: [] }, await renderBatch(others)];
    }
    const underWay = failure.underWay.flatMap((index) => jobs[index] ?? []);
    const suspects = underWay.length > 0 ? underWay : jobs.slice(0, 1);
    const alone: RenderedBatch[] = [];
    for (const job of suspects) alone.push(await renderBatch([job]));
    // Code from an earlier page ended the worker, such as a timer that throws.
    const areFine = alone.flatMap(({ results }) => results).every(({ problems }) => problems.length === 0);
    if (failure.kind === 'ended' && areFine) pool.addFailure(failure);
    return [...alone, await renderBatch(jobs.filter((job) => !suspects.includes(job)))];
  }
  return renderBatch;
}

/** Remembers which files end workers, so that their other pages are not tried. */
function trackFailures(setup: RenderSetup) {
  const counts = new Map<string, number>();
  /** The failure that a file causes on all pages that use it, by file. */
  const common = new Map<string, Diagnostic>();
  return {
    add: ({ route: { source } }: PageJob, { kind, module }: WorkerFailure): void => {
      // A module that cannot be loaded fails for all pages of its file.
      const isModule = kind === 'time' && module === source;
      counts.set(source, isModule ? MAX_FAILURES : (counts.get(source) ?? 0) + 1);
    },
    /** @returns true if a file that these pages have in common ended the worker */
    addCommon: (jobs: readonly PageJob[], failure: WorkerFailure): boolean => {
      const file = jobs.flatMap((job) => filesAround(setup, job)).find((source) => source === failure.module);
      if (file === undefined) return false;
      common.set(file, describeWorkerFailure(setup.root, file, 'Loading the file', setup, failure));
      return true;
    },
    whySkipped: (job: PageJob): PageResult | undefined => {
      const diagnostic = filesAround(setup, job).flatMap((file) => common.get(file) ?? [])[0];
      if (diagnostic !== undefined) return failed(job, diagnostic);
      return (counts.get(job.route.source) ?? 0) >= MAX_FAILURES ? describeSkipped(job) : undefined;
    },
  };
}

/** The files whose code runs for a page, besides its page file. */
function filesAround({ shellSource, card, content }: RenderSetup, { layouts }: PageJob): string[] {
  const others = [card, content.components, ...layouts].flatMap((file) => file?.source ?? []);
  return [shellSource, ...others];
}

function findCulprit(failure: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  if (jobs.length === 1) return jobs[0];
  return jobs[failure.job ?? -1] ?? findInStack(failure, jobs, root);
}

function findInStack({ cause }: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  const file = cause instanceof Error ? frameInStack(cause.stack ?? '', root)?.place.file : undefined;
  return jobs.find(({ route }) => route.source === file);
}

function addRoute(jobs: readonly PageJob[], result: JobResult): PageResult[] {
  const { job: index, facts, html, unpublished, written, problems, pictures } = result;
  const route = jobs[index]?.route;
  if (route === undefined) return [];
  if (html !== undefined && facts !== undefined)
    return [{ route, html, facts: toFacts(route, facts), written, problems, pictures }];
  if (facts !== undefined) return [{ route, facts: toFacts(route, facts), written, problems, pictures }];
  return [{ route, ...(unpublished && { unpublished }), written, problems, pictures }];
}

/**
 * Without spreads, because V8 describes the shape of each object whose properties are added one by one, which takes more memory
 * than the object.
 */
function toFacts(route: Route, facts: Omit<PageFacts, 'route'>): PageFacts {
  const { size, title, description, noindex, ids, references, images, islands, contentPolicy, ...rare } = facts;
  const common = { route, size, title, description, noindex, ids, references, images, islands, contentPolicy };
  return Object.keys(rare).length === 0 ? common : { ...common, ...rare };
}

function mergeBatches(parts: readonly RenderedBatch[]): RenderedBatch {
  return { results: parts.flatMap(({ results }) => results), finds: parts.flatMap(({ finds }) => finds) };
}

/** Several pages are rendered at a time, and the first may be the last to be done. */
function inOrder(batch: readonly PageJob[], results: readonly PageResult[]): PageResult[] {
  const positions = new Map(batch.map(({ route }, position) => [route, position]));
  const positionOf = ({ route }: PageResult) => positions.get(route) ?? 0;
  return results.toSorted((one, other) => positionOf(one) - positionOf(other));
}

function failed({ route }: PageJob, diagnostic: Diagnostic): PageResult {
  return { route, written: [], problems: [diagnostic], pictures: [] };
}

function describeSkipped(job: PageJob): PageResult {
  const message = `The page was skipped, because ${MAX_FAILURES} pages of its file ended their worker threads.`;
  return failed(job, error('page-not-tried', message, { place: { file: job.route.source } }));
}
