/** The entry of a worker thread: renders pages and writes them to the staging folder. */
import { workerData } from 'node:worker_threads';
import { setTrailingSlash } from '../api/href.ts';
import { placeholderCalls } from '../api/placeholder.ts';
import { describeFailure } from '../check/describe-problems.ts';
import { encodePages } from '../cache/page-codec.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type {
  CheckIslandsTask,
  ListPagesTask,
  ListedPages,
  RanFile,
  Recorded,
  RenderTask,
  RenderSetup,
  Rendered,
  RunFileTask,
} from '../core/page-tasks.ts';
import { describeIslands } from '../project/find-islands.ts';
import { frameInStack } from '../core/stack-trace.ts';
import { boundBlockingCalls } from '../threads/blocking-calls.ts';
import { importModule } from './import-module.ts';
import { importCommon } from './load-page.ts';
import { createPathsReader } from './read-paths.ts';
import { renderJob, type JobResult } from './render-job.ts';
import { runFile } from './run-file.ts';
import { setDataFolder } from './shared-data.ts';
import { startDrawingCards } from './share-cards.ts';
import { printAs, runTaskLoop, type WorkerData } from './task-loop.ts';
import { fixLocale } from '../tracking/fix-locale.ts';
import { keepWeakRefs } from '../tracking/keep-weak-refs.ts';
import { trackReads } from '../tracking/track-reads.ts';
import { warmUp } from './warm-up.ts';

/** Pages under way at a time: one that waits long for its data delays no other. */
const CONCURRENCY = 8;

const worker = workerData as WorkerData;
const readPaths = createPathsReader();
/** The limit for each piece of code of the site, in seconds. Set by the first task, before any of it runs. */
let limit = Infinity;

process.setSourceMapsEnabled(true);
fixLocale();
keepWeakRefs();

// What compiled pages import (see bundle/runtime-plugins.ts). What that uses itself is not recorded yet.
const IMPORTED = ['index.js', 'jsx-runtime.js', 'react.js'];
await Promise.all(IMPORTED.map((file) => import(new URL(file, import.meta.url).href) as Promise<unknown>));

boundBlockingCalls(() => limit);
const recording = trackReads(worker.root);
if (worker.isSpare) warmUp();

type Task = RenderTask | ListPagesTask | CheckIslandsTask | RunFileTask;
type Reply = Rendered | ListedPages | readonly Diagnostic[] | RanFile;

runTaskLoop<Task, Reply>((task) => {
  if (limit === Infinity) prepareForSite('setup' in task ? task.setup : { builtins: [], ...task });
  setTrailingSlash('setup' in task ? task.setup.trailingSlash : task.trailingSlash);
  setDataFolder('setup' in task ? task.setup.dataFolder : undefined);
  if ('jobs' in task) return renderPages(task);
  if ('file' in task) return generateFile(task);
  return 'page' in task ? listPages(task) : checkIslandFiles(task);
});

function prepareForSite({ builtins, seconds }: Pick<RenderSetup, 'builtins' | 'seconds'>): void {
  limit = seconds;
  recording.expect(builtins);
}

async function renderPages({ setup, jobs }: RenderTask): Promise<Rendered> {
  const results: Omit<JobResult, 'facts'>[] = [];
  const pages: string[] = [];
  const cards = startDrawingCards(setup);
  await importCommon(setup);
  const queue = jobs.entries();
  const renderNext = async () => {
    for (const [index, job] of queue) {
      const { facts, ...others } = await printAs(job.route.path, () => renderJob(setup, job, index, cards));
      results[index] = others;
      // At once: its strings are parts of its HTML, which they would hold in memory.
      if (facts !== undefined) pages.push(encodePages([facts]));
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, jobs.length) }, renderNext));
  const drawn = await cards.finish();
  return {
    pages,
    unchanged: results.flatMap(({ unchanged }) => unchanged ?? []),
    written: [...results.flatMap(({ written }) => written ?? []), ...drawn.written],
    problems: [...results.flatMap(({ problems }) => problems ?? []), ...drawn.problems],
    ...recorded(),
  };
}

async function listPages(task: ListPagesTask): Promise<ListedPages> {
  return { ...(await printAs(task.page.source, () => readPaths(task))), ...recorded() };
}

async function generateFile(task: RunFileTask): Promise<RanFile> {
  return { ...(await printAs(task.file.source, () => runFile(task))), ...recorded() };
}

type IslandModule = Readonly<Record<string, { readonly islandName?: string } | undefined>>;

/** @returns what is wrong with island files, whether pages use them or not */
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

/** Everything that this worker has recorded so far. */
function recorded(): Recorded {
  const placeholders = placeholderCalls().map(({ what, stack }) => {
    return { what, place: frameInStack(stack, worker.root)?.place };
  });
  return { placeholders, ...recording.all() };
}
