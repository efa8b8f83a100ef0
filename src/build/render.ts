import type { Diagnostic, PageProblem, ServerBundle } from '../model.ts';
import { frameInStack } from '../stack.ts';
import type { IslandsTask, PageJob, RenderSetup, RenderTask, Rendered } from '../tasks.ts';
import { type Choice, choosePage } from './choose-pages.ts';
import { collectPages } from './collect-pages.ts';
import type { Listed } from './expand.ts';
import { hashOf } from './hash.ts';
import { describeFailure } from './page-problems.ts';
import { joinDataReads, joinReads } from './reads.ts';
import type { ThreadFailure, Threads } from './threads.ts';
import type { RenderedSite } from './state.ts';

/** So many pages go to a thread at once. A second thread takes about as long to start as it takes to make them. */
const BATCH = 200;

const NOTHING: Rendered = {
  pages: [],
  kept: [],
  written: [],
  problems: [],
  placeholders: [],
  reads: { env: {}, files: {} },
  dataReads: { env: {}, files: {}, isOpen: false },
  loading: [],
};

export type RenderThreads = Threads<RenderTask | IslandsTask, Rendered | readonly Diagnostic[]>;

export interface RenderInput {
  readonly setup: RenderSetup;
  /** Everything that pages are made from, but for their own items and data. */
  readonly keyOf: (source: string) => string;
  readonly server: ServerBundle;
  readonly choice: Choice;
  /** Files that are no pages, from `out`. */
  readonly publicFiles: readonly string[];
  /** So many batches may be under way. */
  readonly atOnce: number;
}

/**
 * Makes those pages that would not come out as they were, on threads.
 *
 * @param listed the pages of the site, part by part
 * @param onProgress told how many pages are done, and of how many that are known so far
 */
export async function renderPages(
  threads: RenderThreads,
  { choice, keyOf, publicFiles, server, setup, atOnce }: RenderInput,
  listed: AsyncIterable<Listed>,
  onProgress: (done: number, known: number) => void,
): Promise<RenderedSite> {
  const collection = collectPages(choice.last, publicFiles);
  const underWay = new Set<Promise<void>>();
  let batch: PageJob[] = [];
  let sent = 0;
  let done = 0;

  const make = async (number: number, jobs: readonly PageJob[]) => {
    collection.take(number, await renderBatch(threads, setup, jobs));
    done += jobs.length;
    onProgress(done, collection.count());
  };
  const send = async () => {
    while (underWay.size >= atOnce) await Promise.race(underWay);
    const making = make(sent, batch).finally(() => underWay.delete(making));
    making.catch(() => {}); // whoever waits for all of them is told
    underWay.add(making);
    sent += 1;
    batch = [];
  };

  for await (const { page, items, settled = [], diagnostics, noted } of listed) {
    const fileKey = keyOf(page.source);
    const module = server.modules.get(page.source) ?? '';
    collection.complain(diagnostics);
    if (noted !== undefined) collection.note(noted);
    for (const facts of settled) {
      const twin = collection.expect(facts.route);
      if (twin === undefined) collection.keep(facts);
      else collection.complain([twin]);
      done += 1;
    }
    for (const item of items) {
      const twin = collection.expect(item.route);
      if (twin !== undefined) {
        collection.complain([twin]);
        continue;
      }
      const chosen = choosePage(choice, item, hashOf(fileKey, item.route.path, item.hash), module);
      if ('made' in chosen) {
        collection.keep(chosen);
        done += 1;
      } else batch.push(chosen);
      if (batch.length === BATCH) await send();
    }
  }
  if (batch.length > 0) await send();
  await Promise.all(underWay);
  onProgress(done, collection.count());
  return collection.finish();
}

/**
 * A page that ends its thread is reported, and the others are made on another. Which page it was is found by halves,
 * because many are under way at the same time; unless a stack says it.
 */
async function renderBatch(threads: RenderThreads, setup: RenderSetup, jobs: readonly PageJob[]): Promise<Rendered> {
  try {
    return (await threads.run({ setup, jobs })) as Rendered;
  } catch (error) {
    const failure = error as ThreadFailure;
    if (failure.isStop) throw error;
    const culprit = jobs.length === 1 ? jobs[0] : findInStack(failure, jobs, setup.root);
    if (culprit !== undefined) {
      const rest = jobs.filter((job) => job !== culprit);
      const others = rest.length === 0 ? NOTHING : await renderBatch(threads, setup, rest);
      return joinReplies([{ ...NOTHING, problems: [describeEnd(setup.root, culprit, failure)] }, others]);
    }
    const middle = Math.ceil(jobs.length / 2);
    const first = await renderBatch(threads, setup, jobs.slice(0, middle));
    const second = await renderBatch(threads, setup, jobs.slice(middle));
    return joinReplies([first, second]);
  }
}

function joinReplies(replies: readonly Rendered[]): Rendered {
  return {
    pages: replies.flatMap((reply) => reply.pages),
    kept: replies.flatMap((reply) => reply.kept),
    written: replies.flatMap((reply) => reply.written),
    problems: replies.flatMap((reply) => reply.problems),
    placeholders: replies.flatMap((reply) => reply.placeholders),
    reads: joinReads(replies.map(({ reads }) => reads)),
    dataReads: joinDataReads(replies.map(({ dataReads }) => dataReads)),
    loading: replies.flatMap((reply) => reply.loading),
  };
}

function describeEnd(root: string, { route }: PageJob, failure: ThreadFailure): PageProblem {
  const diagnostic: Diagnostic = {
    ...describeFailure(root, route.source, failure.cause),
    code: 'page-ended-thread',
    message: `The page ended the thread that was making it: ${failure.message}`,
    hint: 'look for process.exit, an unhandled rejection, or data without end',
  };
  return { route, diagnostic };
}

function findInStack({ cause }: ThreadFailure, jobs: readonly PageJob[], root: string): PageJob | undefined {
  const file = cause instanceof Error ? frameInStack(cause.stack ?? '', root)?.place.file : undefined;
  return jobs.find(({ route }) => route.source === file);
}
