/** Batches of pages, and what becomes of those that end their thread. */
import type { Diagnostic } from '../core/diagnostics.ts';
import type { PageProblem } from '../core/model.ts';
import { frameInStack } from '../core/stack.ts';
import type { CheckIslandsTask, PageJob, RenderSetup, RenderTask, Rendered } from '../core/page-tasks.ts';
import { describeFailure } from '../check/describe-problems.ts';
import { mergeDataReads, mergeReads } from '../cache/recorded-reads.ts';
import type { WorkerFailure, WorkerPool } from './worker-pool.ts';

export type RenderPool = WorkerPool<RenderTask | CheckIslandsTask, Rendered | readonly Diagnostic[]>;

/** After so many pages of one file have ended their threads, the others are not tried: each may take as long again. */
const PATIENCE = 3;

const NOTHING: Rendered = {
  pages: [],
  reused: [],
  written: [],
  problems: [],
  placeholders: [],
  reads: { env: {}, files: {} },
  dataReads: { env: {}, files: {}, isImpure: false },
  loading: [],
};

/**
 * A page that ends its thread is reported, and the others are made on another. Which page it was the thread has said; else it
 * is found by halves, because many are under way at the same time.
 *
 * @returns makes the pages of a batch
 */
export function createBatchRenderer(
  threads: RenderPool,
  setup: RenderSetup,
): (jobs: readonly PageJob[], isFirst: boolean) => Promise<Rendered> {
  /** How many pages have ended their threads, by their files. */
  const ends = new Map<string, number>();

  return async function renderBatch(batch, isFirst): Promise<Rendered> {
    const isGivenUp = ({ route }: PageJob) => (ends.get(route.source) ?? 0) >= PATIENCE;
    const jobs = batch.filter((job) => !isGivenUp(job));
    const problems = batch.filter(isGivenUp).map(describeGivenUp);
    if (jobs.length === 0) return { ...NOTHING, problems };
    try {
      const reply = (await threads.run({ setup, jobs }, isFirst)) as Rendered;
      return { ...reply, problems: [...problems, ...reply.problems] };
    } catch (error) {
      const failure = error as WorkerFailure;
      if (failure.kind === 'stopped') throw error;
      const parts: (readonly PageJob[])[] = [];
      const culprit = jobs.length === 1 ? jobs[0] : (jobs[failure.job ?? -1] ?? findInStack(failure, jobs, setup.root));
      if (culprit === undefined) {
        const middle = Math.ceil(jobs.length / 2);
        parts.push(jobs.slice(0, middle), jobs.slice(middle));
      } else {
        const { source } = culprit.route;
        ends.set(source, (ends.get(source) ?? 0) + 1);
        problems.push(describeEnd(setup, culprit, failure));
        parts.push(jobs.filter((job) => job !== culprit));
      }
      const replies: Rendered[] = [{ ...NOTHING, problems }];
      for (const part of parts) replies.push(await renderBatch(part, isFirst));
      return joinReplies(replies);
    }
  };
}

function joinReplies(replies: readonly Rendered[]): Rendered {
  return {
    pages: replies.flatMap((reply) => reply.pages),
    reused: replies.flatMap((reply) => reply.reused),
    written: replies.flatMap((reply) => reply.written),
    problems: replies.flatMap((reply) => reply.problems),
    placeholders: replies.flatMap((reply) => reply.placeholders),
    reads: mergeReads(replies.map(({ reads }) => reads)),
    dataReads: mergeDataReads(replies.map(({ dataReads }) => dataReads)),
    loading: replies.flatMap((reply) => reply.loading),
  };
}

function describeEnd({ root, seconds, memory }: RenderSetup, { route }: PageJob, failure: WorkerFailure): PageProblem {
  const place = { file: route.source };
  const severity = 'error';
  const limits: Partial<Record<WorkerFailure['kind'], Diagnostic>> = {
    time: {
      code: 'page-too-slow',
      severity,
      message: `The page was not made within ${seconds} seconds.`,
      place,
      hint: 'look for a loop without end; `limits.seconds` in the config gives a page more',
    },
    memory: {
      code: 'page-too-large',
      severity,
      message: `The page needs more than ${memory} MB of memory.`,
      place,
      hint: 'look for a component that holds itself, or a list without end; `limits.memory` in the config gives a page more',
    },
  };
  const diagnostic = limits[failure.kind] ?? {
    ...describeFailure(root, route.source, failure.cause),
    code: 'page-ended-thread',
    message: `The page ended the thread that was making it: ${failure.message}`,
    hint: 'look for process.exit, or an unhandled rejection',
  };
  return { route, diagnostic };
}

function describeGivenUp({ route }: PageJob): PageProblem {
  const message = `The page was not tried, because ${PATIENCE} pages of its file have ended their threads.`;
  return { route, diagnostic: { code: 'page-not-tried', severity: 'error', message, place: { file: route.source } } };
}

function findInStack({ cause }: WorkerFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  const file = cause instanceof Error ? frameInStack(cause.stack ?? '', root)?.place.file : undefined;
  return jobs.find(({ route }) => route.source === file);
}
