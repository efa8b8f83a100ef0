import type { ServerBundle } from '../core/model.ts';
import type { PageJob, RenderSetup } from '../core/page-tasks.ts';
import { type ReuseInputs, reuseOrRender } from '../cache/reuse-pages.ts';
import { createResultCollector } from './collect-results.ts';
import type { ListedPart } from './list-routes.ts';
import { hashOf } from '../core/hash.ts';
import type { RenderAhead } from './priority-pages.ts';
import { createBatchRenderer, type RenderPool } from './render-batch.ts';
import type { RenderedSite } from '../cache/state.ts';

/** So many pages go to a thread at once. A second thread takes about as long to start as it takes to make them. */
const BATCH = 200;

export interface RenderInput {
  readonly setup: RenderSetup;
  /** Everything that pages are made from, but for their own items and data. */
  readonly keyOf: (source: string) => string;
  readonly server: ServerBundle;
  readonly choice: ReuseInputs;
  /** Files that are no pages, from `out`. */
  readonly publicFiles: readonly string[];
  /** So many batches may be under way. */
  readonly atOnce: number;
  /** Pages that come first. */
  readonly ahead: RenderAhead | undefined;
}

/**
 * Makes those pages that would not come out as they were, on threads.
 *
 * @param listed the pages of the site, part by part
 * @param onProgress told how many pages are done, and of how many that are known so far
 */
export async function renderPages(
  threads: RenderPool,
  { choice, keyOf, publicFiles, server, setup, atOnce, ahead }: RenderInput,
  listed: AsyncIterable<ListedPart>,
  onProgress: (done: number, known: number) => void,
): Promise<RenderedSite> {
  const collection = createResultCollector(choice.last, publicFiles);
  const renderBatch = createBatchRenderer(threads, setup);
  const underWay = new Set<Promise<void>>();
  let batch: PageJob[] = [];
  let sent = 0;
  let done = 0;

  const make = async (number: number, jobs: readonly PageJob[], isFirst: boolean) => {
    const reply = await renderBatch(jobs, isFirst);
    const written = isFirst && reply.problems.length === 0 ? reply.written : [];
    for (const file of written) await ahead?.onWritten(file);
    collection.take(number, reply);
    done += jobs.length;
    onProgress(done, collection.count());
  };
  const send = (jobs: readonly PageJob[], isFirst = false) => {
    const making = make(sent, jobs, isFirst).finally(() => underWay.delete(making));
    making.catch(() => {}); // whoever waits for all of them is told
    underWay.add(making);
    sent += 1;
  };
  const sendBatch = async () => {
    // A page that comes first may be anywhere in the list.
    while (underWay.size >= atOnce && !ahead?.wanted.size) await Promise.race(underWay);
    send(batch);
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
      const chosen = reuseOrRender(choice, item, hashOf(fileKey, item.route.path, item.hash), module);
      if ('rebuild' in chosen) {
        collection.keep(chosen);
        done += 1;
      } else if (ahead?.wanted.delete(item.route.output)) send([chosen], true);
      else batch.push(chosen);
      if (batch.length === BATCH) await sendBatch();
    }
  }
  if (batch.length > 0) await sendBatch();
  await Promise.all(underWay);
  onProgress(done, collection.count());
  return collection.finish();
}
