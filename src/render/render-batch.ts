/** Renders batches of pages, and recovers when a page ends its worker. */
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { PageProblem } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type {
  CheckIslandsTask,
  JobFacts,
  PageJob,
  RenderSetup,
  RenderReply,
  RenderTask,
  Rendered,
} from '../shared/page-tasks.ts';
import { frameInStack } from '../shared/stack-trace.ts';
import { describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

export type RenderPool = WorkerPool<RenderTask | CheckIslandsTask, RenderReply | readonly Diagnostic[]>;

/** After this many pages of a file have ended their workers, the rest are skipped: each could take as long again. */
const MAX_FAILURES = 3;

/** How many parts a batch is split into. */
const PARTS = 8;

/**
 * A page that ends its worker is reported, and the other pages of its batch are rendered by another worker. Several pages are
 * rendered at a time: if the failure does not name the page, parts of the batch are rendered, each on a new worker.
 *
 * @returns renders a batch
 */
export function createBatchRenderer(
  pool: RenderPool,
  setup: RenderSetup,
): (jobs: readonly PageJob[]) => Promise<Rendered> {
  const failures = trackFailures(pool, setup);

  async function renderBatch(batch: readonly PageJob[], run = pool.run): Promise<Rendered> {
    const skipped = batch.flatMap((job) => failures.whySkipped(job) ?? []);
    const jobs = batch.filter((job) => failures.whySkipped(job) === undefined);
    if (jobs.length === 0) return mergeRendered([], skipped);
    try {
      const reply = (await run({ setup, jobs })) as RenderReply;
      return mergeRendered([{ ...reply, pages: reply.pages.flatMap((page) => addRoute(jobs, page)) }], skipped);
    } catch (thrown) {
      const failure = thrown as WorkerFailure;
      if (failure.kind === 'stopped') throw failure;
      return mergeRendered(await renderOthers(jobs, failure, run === pool.runAlone), skipped);
    }
  }

  async function renderOthers(jobs: readonly PageJob[], failure: WorkerFailure, isAlone: boolean) {
    if (failures.addCommon(jobs, failure)) return [await renderBatch(jobs)];
    // An earlier page may have damaged the worker.
    const isDoubtful = /^(deadline|changed)$/.test(failure.kind) && !isAlone;
    const culprit = isDoubtful ? undefined : findCulprit(failure, jobs, setup.root);
    if (culprit === undefined) {
      const parts: Rendered[] = [];
      for (const part of splitJobs(jobs)) parts.push(await renderBatch(part, pool.runAlone));
      // Code from an earlier batch ended the worker, such as a timer that throws.
      if (failure.kind === 'ended' && parts.every(({ problems }) => problems.length === 0)) pool.addFailure(failure);
      return parts;
    }
    failures.add(culprit, failure);
    const diagnostic = describeWorkerFailure(setup.root, culprit.route.source, 'Rendering', setup, failure);
    const others = jobs.filter((job) => job !== culprit);
    return [mergeRendered([], [{ route: culprit.route, diagnostic }]), await renderBatch(others)];
  }
  return renderBatch;
}

/** Remembers which files end workers, so that their other pages are not tried. */
function trackFailures(pool: RenderPool, setup: RenderSetup) {
  const counts = new Map<string, number>();
  /** By file. */
  const common = new Map<string, Diagnostic>();
  let shared = 0;
  return {
    add: ({ route: { source } }: PageJob, { kind, module }: WorkerFailure): void => {
      counts.set(source, (counts.get(source) ?? 0) + 1);
      const isModule = kind === 'time' && module === source;
      // A module that cannot be loaded fails for all pages of its file.
      if (isModule) counts.set(source, MAX_FAILURES);
      if (!isModule && kind !== 'deadline') return;
      // Many files may import what is at fault.
      shared += 1;
      if (shared === MAX_FAILURES) pool.limit({ ...setup, seconds: 1 });
    },
    /** @returns true if a file that these pages have in common ended the worker */
    addCommon: (jobs: readonly PageJob[], failure: WorkerFailure): boolean => {
      const file = jobs.flatMap((job) => filesAround(setup, job)).find((source) => source === failure.module);
      if (file === undefined) return false;
      common.set(file, describeWorkerFailure(setup.root, file, 'Loading the file', setup, failure));
      return true;
    },
    whySkipped: (job: PageJob): PageProblem | undefined => {
      const diagnostic = filesAround(setup, job).flatMap((file) => common.get(file) ?? [])[0];
      if (diagnostic !== undefined) return { route: job.route, diagnostic };
      return (counts.get(job.route.source) ?? 0) >= MAX_FAILURES ? describeSkipped(job) : undefined;
    },
  };
}

/** The files whose code runs for a page, besides its page file. */
function filesAround({ shellSource, card, content }: RenderSetup, { layouts }: PageJob): string[] {
  const others = [card, content.components, ...layouts].flatMap((file) => file?.source ?? []);
  return [shellSource, ...others];
}

/** A new worker takes as long as many pages, and a part that hangs takes longer still. */
function splitJobs(jobs: readonly PageJob[]): PageJob[][] {
  const size = Math.ceil(jobs.length / PARTS);
  return Array.from({ length: Math.ceil(jobs.length / size) }, (_, part) => {
    return jobs.slice(part * size, (part + 1) * size);
  });
}

function findCulprit(failure: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  if (jobs.length === 1) return jobs[0];
  return jobs[failure.job ?? -1] ?? findInStack(failure, jobs, root);
}

function findInStack({ cause }: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  const file = cause instanceof Error ? frameInStack(cause.stack ?? '', root)?.place.file : undefined;
  return jobs.find(({ route }) => route.source === file);
}

function addRoute(jobs: readonly PageJob[], { job: index, ...facts }: JobFacts): PageFacts[] {
  const job = jobs[index];
  return job === undefined ? [] : [{ ...facts, route: job.route }];
}

/** @param problems besides those of the parts, and before them */
function mergeRendered(parts: readonly Rendered[], problems: readonly PageProblem[]): Rendered {
  return {
    pages: parts.flatMap((part) => part.pages),
    written: parts.flatMap((part) => part.written),
    problems: [...problems, ...parts.flatMap((part) => part.problems)],
    pictures: parts.flatMap((part) => part.pictures),
    assets: parts.flatMap((part) => part.assets),
    unpublished: parts.flatMap((part) => part.unpublished),
    warnings: parts.flatMap((part) => part.warnings),
    placeholders: parts.flatMap((part) => part.placeholders),
  };
}

function describeSkipped({ route }: PageJob): PageProblem {
  const message = `The page was skipped, because ${MAX_FAILURES} pages of its file ended their worker threads.`;
  return { route, diagnostic: error('page-not-tried', message, { place: { file: route.source } }) };
}
