/** Batches of pages, and what happens when one of them ends its worker. */
import { mergeDataReads, mergeReads } from '../cache/recorded-reads.ts';
import { describeFailure } from '../check/describe-problems.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import type { PageProblem } from '../core/model.ts';
import type { CheckIslandsTask, PageJob, RenderSetup, RenderTask, Rendered } from '../core/page-tasks.ts';
import { frameInStack } from '../core/stack-trace.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

export type RenderPool = WorkerPool<RenderTask | CheckIslandsTask, Rendered | readonly Diagnostic[]>;

/** After this many pages of a file have ended their workers, the others are skipped: each may take as long again. */
const MAX_FAILURES = 3;

/**
 * A page that ends its worker is reported, and the other pages of its batch are rendered by another worker. The failure
 * says which page it was; if not, it is found by bisection, because several pages are under way at a time.
 *
 * @returns renders a batch
 */
export function createBatchRenderer(
  pool: RenderPool,
  setup: RenderSetup,
): (jobs: readonly PageJob[], isUrgent: boolean) => Promise<Rendered> {
  /** Workers ended, by page file. */
  const failures = new Map<string, number>();
  const isSkipped = ({ route }: PageJob) => (failures.get(route.source) ?? 0) >= MAX_FAILURES;

  async function renderBatch(batch: readonly PageJob[], isUrgent: boolean): Promise<Rendered> {
    const jobs = batch.filter((job) => !isSkipped(job));
    const skipped = batch.filter(isSkipped).map(describeSkipped);
    if (jobs.length === 0) return mergeRendered([], skipped);
    try {
      return mergeRendered([(await pool.run({ setup, jobs }, isUrgent)) as Rendered], skipped);
    } catch (thrown) {
      const failure = thrown as WorkerFailure;
      if (failure.kind === 'stopped') throw failure;
      return mergeRendered(await renderOthers(jobs, failure, isUrgent), skipped);
    }
  }

  async function renderOthers(jobs: readonly PageJob[], failure: WorkerFailure, isUrgent: boolean) {
    const culprit = findCulprit(failure, jobs, setup.root);
    if (culprit === undefined) {
      const parts: Rendered[] = [];
      for (const half of halves(jobs)) parts.push(await renderBatch(half, isUrgent));
      // Code of an earlier batch ended the worker, such as a timer that throws.
      if (failure.kind === 'ended' && parts.every(({ problems }) => problems.length === 0)) pool.addFailure(failure);
      return parts;
    }
    const { source } = culprit.route;
    failures.set(source, (failures.get(source) ?? 0) + 1);
    const others = jobs.filter((job) => job !== culprit);
    return [mergeRendered([], [describeFailedJob(setup, culprit, failure)]), await renderBatch(others, isUrgent)];
  }
  return renderBatch;
}

function halves(jobs: readonly PageJob[]): PageJob[][] {
  const middle = Math.ceil(jobs.length / 2);
  return [jobs.slice(0, middle), jobs.slice(middle)];
}

function findCulprit(failure: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  if (jobs.length === 1) return jobs[0];
  return jobs[failure.job ?? -1] ?? findInStack(failure, jobs, root);
}

function findInStack({ cause }: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  const file = cause instanceof Error ? frameInStack(cause.stack ?? '', root)?.place.file : undefined;
  return jobs.find(({ route }) => route.source === file);
}

/** @param problems besides those of the parts, and before them */
function mergeRendered(parts: readonly Rendered[], problems: readonly PageProblem[]): Rendered {
  return {
    pages: parts.flatMap((part) => part.pages),
    reused: parts.flatMap((part) => part.reused),
    written: parts.flatMap((part) => part.written),
    problems: [...problems, ...parts.flatMap((part) => part.problems)],
    placeholders: parts.flatMap((part) => part.placeholders),
    reads: mergeReads(parts.map(({ reads }) => reads)),
    dataReads: mergeDataReads(parts.map(({ dataReads }) => dataReads)),
    impureCalls: parts.flatMap((part) => part.impureCalls),
    sourcesWithLoad: parts.flatMap((part) => part.sourcesWithLoad),
  };
}

function describeFailedJob(
  { root, seconds, memory }: RenderSetup,
  { route }: PageJob,
  failure: WorkerFailure,
): PageProblem {
  const place = { file: route.source };
  if (failure.kind === 'time') {
    const hint = 'look for an endless loop, or raise `limits.seconds` in the config';
    return {
      route,
      diagnostic: error('page-too-slow', `Rendering takes more than ${seconds} seconds.`, { place, hint }),
    };
  }
  if (failure.kind === 'memory') {
    const message = `Rendering needs more than ${memory} MB of memory.`;
    const hint = 'look for endless recursion or an endless list, or raise `limits.memory` in the config';
    return { route, diagnostic: error('page-too-large', message, { place, hint }) };
  }
  const diagnostic = describeFailure(root, route.source, failure.cause);
  const message = `The page ended its worker thread: ${failure.message}`;
  const hint = 'look for process.exit or an unhandled rejection';
  return { route, diagnostic: { ...diagnostic, code: 'page-ended-thread', message, hint } };
}

function describeSkipped({ route }: PageJob): PageProblem {
  const message = `The page was skipped, because ${MAX_FAILURES} pages of its file ended their worker threads.`;
  return { route, diagnostic: error('page-not-tried', message, { place: { file: route.source } }) };
}
