import { reuseOrRender, type ReuseInputs } from '../cache/reuse-pages.ts';
import type { RenderedSite } from '../cache/state.ts';
import { hashOf } from '../core/hash.ts';
import type { PageJob, RenderSetup } from '../core/page-tasks.ts';
import type { ServerBundle } from '../core/model.ts';
import type { OwnFiles } from './claim-outputs.ts';
import { createResultCollector, type ResultCollector } from './collect-results.ts';
import type { ListedPart } from './list-routes.ts';
import type { PriorityRender } from './priority-pages.ts';
import { createBatchRenderer, type RenderPool } from './render-batch.ts';

/** Pages in a batch. A second worker takes about as long to start as it takes to render them. */
const BATCH_SIZE = 200;

export interface SchedulePages {
  readonly pool: RenderPool;
  readonly setup: RenderSetup;
  readonly server: ServerBundle;
  readonly reuse: ReuseInputs;
  /** Cache keys of page files: what all pages of each depend on. */
  readonly pageFileKeys: Readonly<Record<string, string>>;
  readonly project: OwnFiles;
  /** The maximum number of batches under way. */
  readonly concurrency: number;
  readonly priority: PriorityRender | undefined;
  readonly onProgress: (done: number, known: number) => void;
}

/**
 * Renders on workers the pages that are not up to date.
 *
 * @param parts the pages of the site, in its order
 */
export async function schedulePages(input: SchedulePages, parts: AsyncIterable<ListedPart>): Promise<RenderedSite> {
  const { reuse, pageFileKeys, server, project } = input;
  const collector = createResultCollector(reuse.pages, project);
  const queue = createQueue(input, collector);
  for await (const { page, items, upToDate = [], diagnostics, recorded, isBeforePaths } of parts) {
    if (isBeforePaths === true) queue.pause();
    collector.addDiagnostics(diagnostics);
    if (recorded !== undefined) collector.addRecorded(recorded);
    for (const facts of upToDate) if (collector.addRoute(facts.route)) collector.addReused(facts);
    const fileKey = pageFileKeys[page.source] ?? '';
    const moduleOf = (source: string) => server.modules.get(source) ?? '';
    const layouts = page.layouts.map((source) => ({ source, module: moduleOf(source) }));
    const compiled = { module: moduleOf(page.source), layouts };
    for (const item of items) {
      if (!collector.addRoute(item.route)) continue;
      const chosen = reuseOrRender(reuse, item, hashOf(fileKey, item.route.path, item.hash), compiled);
      if ('rebuild' in chosen) collector.addReused(chosen);
      else await queue.render(chosen);
    }
  }
  await queue.finish();
  return collector.finish();
}

/** Gathers pages into batches. */
function createQueue(input: SchedulePages, collector: ResultCollector) {
  const { concurrency, priority, onProgress } = input;
  let batch: PageJob[] = [];
  let pending = 0;
  const reportProgress = () => onProgress(collector.pageCount() - pending, collector.pageCount());
  const { send, underWay } = createSender(input, collector, (count) => {
    pending -= count;
    reportProgress();
  });
  function sendBatch(): void {
    if (batch.length > 0) send(batch);
    batch = [];
  }
  async function render(job: PageJob): Promise<void> {
    pending += 1;
    if (priority?.wanted.delete(job.route.output)) return send([job], true);
    batch.push(job);
    if (batch.length < BATCH_SIZE) return;
    // A page with priority may be anywhere in the list.
    while (underWay.size >= concurrency && !priority?.wanted.size) await Promise.race(underWay);
    sendBatch();
  }
  /** Called before it takes a while to list the next page. */
  function pause(): void {
    if (underWay.size === 0 && !priority?.wanted.size) sendBatch();
  }
  async function finish(): Promise<void> {
    sendBatch();
    await Promise.all(underWay);
    reportProgress();
  }
  return { render, pause, finish };
}

/** Sends batches to the workers. @param onDone receives how many pages came back */
function createSender(
  { pool, setup, priority }: SchedulePages,
  collector: ResultCollector,
  onDone: (count: number) => void,
) {
  const renderBatch = createBatchRenderer(pool, setup);
  const underWay = new Set<Promise<void>>();
  let sent = 0;

  async function run(number: number, jobs: readonly PageJob[], isUrgent: boolean): Promise<void> {
    const rendered = await renderBatch(jobs, isUrgent);
    if (isUrgent && rendered.problems.length === 0) await priority?.onWritten(rendered.written);
    collector.addBatch(number, rendered, jobs);
    onDone(jobs.length);
  }
  function send(jobs: readonly PageJob[], isUrgent = false): void {
    const running = run(sent, jobs, isUrgent).finally(() => underWay.delete(running));
    running.catch(() => {}); // the queue waits for it, and throws
    underWay.add(running);
    sent += 1;
  }
  return { send, underWay };
}
