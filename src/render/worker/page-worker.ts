/** The entry of a worker thread: renders pages and writes them to the staging folder. */
import { workerData } from 'node:worker_threads';
import { setTrailingSlash } from '../../api/href.ts';
import { placeholderCalls } from '../../api/placeholder.ts';
import { describeFailure } from '../../check/describe-problems.ts';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { OpenPlaceholder } from '../../shared/model.ts';
import type {
  CheckIslandsTask,
  ListPagesTask,
  ListedPages,
  RanFile,
  RenderTask,
  Rendered,
  RunFileTask,
} from '../../shared/page-tasks.ts';
import type { PageFacts } from '../../shared/page-facts.ts';
import { describeIslands } from '../../project/find-islands.ts';
import { frameInStack } from '../../shared/stack-trace.ts';
import { boundBlockingCalls } from './blocking-calls.ts';
import { fixLocale } from './fix-locale.ts';
import { importModule } from './import-module.ts';
import { createInterner } from './intern-facts.ts';
import { importCommon } from './load-page.ts';
import { createPathsReader } from './read-paths.ts';
import { renderJob, type JobResult } from './render-job.ts';
import { runFile } from './run-file.ts';
import { connectSharedData } from './shared-data.ts';
import { startDrawingCards } from './share-cards.ts';
import { shiftClock } from './shift-clock.ts';
import { printAs, runTaskLoop, type WorkerData } from './task-loop.ts';
import { warmUp } from './warm-up.ts';

/** Pages rendered at the same time, so that one that waits for its data does not delay the others. */
const CONCURRENCY = 8;

const worker = workerData as WorkerData;
const readPaths = createPathsReader();
/** The limit for each call of site code, in seconds. Set by the first task, before any site code runs. */
let limit = Infinity;

process.setSourceMapsEnabled(true);
fixLocale();
connectSharedData(worker.sharedData);
boundBlockingCalls(() => limit);
if (worker.clockOffset !== 0) shiftClock(worker.clockOffset);
if (worker.isSpare) warmUp();

type Task = RenderTask | ListPagesTask | CheckIslandsTask | RunFileTask;
type Reply = Rendered | ListedPages | readonly Diagnostic[] | RanFile;

runTaskLoop<Task, Reply>((task) => {
  const { seconds, trailingSlash } = 'setup' in task ? task.setup : task;
  limit = seconds;
  setTrailingSlash(trailingSlash);
  if ('jobs' in task) return renderPages(task);
  if ('file' in task) return generateFile(task);
  return 'page' in task ? listPages(task) : checkIslandFiles(task);
});

async function renderPages({ setup, jobs }: RenderTask): Promise<Rendered> {
  const results: Omit<JobResult, 'facts'>[] = [];
  const pages: PageFacts[] = [];
  const intern = createInterner();
  const cards = startDrawingCards(setup);
  await importCommon(setup);
  const queue = jobs.entries();
  const renderNext = async () => {
    for (const [index, job] of queue) {
      const { facts, ...others } = await printAs(job.route.path, () => renderJob(setup, job, index, cards));
      results[index] = others;
      if (facts !== undefined) pages.push(intern(facts));
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, jobs.length) }, renderNext));
  const drawn = await cards.finish();
  return {
    pages,
    written: [...results.flatMap(({ written }) => written ?? []), ...drawn.written],
    problems: [...results.flatMap(({ problems }) => problems ?? []), ...drawn.problems],
    placeholders: openPlaceholders(),
  };
}

async function listPages(task: ListPagesTask): Promise<ListedPages> {
  return { ...(await printAs(task.page.source, () => readPaths(task))), placeholders: openPlaceholders() };
}

async function generateFile(task: RunFileTask): Promise<RanFile> {
  return { ...(await printAs(task.file.source, () => runFile(task))), placeholders: openPlaceholders() };
}

type IslandModule = Readonly<Record<string, { readonly islandName?: string } | undefined>>;

/** @returns problems of island files, including those that no page uses */
async function checkIslandFiles({ root, files, seconds }: CheckIslandsTask): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const { source, module, islands } of files) {
    try {
      const exports = await printAs(source, () => importModule<IslandModule>(module, source, seconds));
      const found = Object.entries(exports).map(([exported, value]) => [exported, value?.islandName] as const);
      diagnostics.push(...describeIslands(source, islands, new Map(found)));
    } catch (error) {
      diagnostics.push(describeFailure(root, source, error));
    }
  }
  return diagnostics;
}

/** All placeholders that this worker has encountered. */
function openPlaceholders(): OpenPlaceholder[] {
  return placeholderCalls().map(({ what, stack }) => ({ what, place: frameInStack(stack, worker.root)?.place }));
}
