/** The entry of a worker thread: renders pages and writes them to the staging folder. */
import { workerData } from 'node:worker_threads';
import { inspect, types } from 'node:util';
import { deserialize } from 'node:v8';
import { setHref } from '../../api/href.ts';
import { encodePath } from '../../shared/address.ts';
import { setPublishing } from '../../shared/unpublished.ts';
import { takePlaceholderCalls } from '../../api/placeholder.ts';
import { asOf, describeFailure, describeFailures } from '../../check/describe-problems.ts';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type {
  CheckIslandsTask,
  CompileMdxTask,
  JobResult,
  ListPagesTask,
  ListedPages,
  LocateTask,
  LocatedPage,
  MdxReply,
  RanFile,
  RenderReply,
  RenderSetup,
  RenderTask,
  RunFileTask,
  Setup,
  WorkerFinds,
} from '../../shared/page-tasks.ts';
import { describeIslands } from '../../project/find-islands.ts';
import { startLocating } from '../../react/locate.ts';
import { SitegenError, SiteFileError } from '../../shared/errors.ts';
import { stopStoring } from '../../shared/memo.ts';
import { toOpenPlaceholders } from '../../shared/open-placeholders.ts';
import type { UserConfig } from '../../api/user-config.ts';
import type { FileContext, FilePage, SiteFile } from '../../api/contract.ts';
import { takeFilesOfEntries } from '../../content/collections/create-entry.ts';
import { describeEmptyCollections, takeUnpublishedEntries } from '../../content/collections/entry-paths.ts';
import { describeUnknownUpdates } from '../../content/collections/last-changes.ts';
import { describeMistake } from '../../content/content-problem.ts';
import { compileMdx } from '../../content/mdx/compile-mdx.ts';
import { completeReading } from '../../content/reading.ts';
import { fixLocale } from './fix-locale.ts';
import { importModule } from './import-module.ts';
import { createInterner } from './intern-facts.ts';
import { startContent } from './load-content.ts';
import { importCommon } from './load-page.ts';
import { createPathsReader } from './read-paths.ts';
import { locatePage } from './locate-page.ts';
import { renderJob } from './render-job.ts';
import { connectSharedData } from '../../api/shared.ts';
import { startDrawingCards, type DrawnCard } from './share-cards.ts';
import { printAs, runTaskLoop, type WorkerData, withTimeout } from './task-loop.ts';
import { warmUp } from './warm-up.ts';
import { CONCURRENCY, runInLane, runJob } from './heartbeat.ts';
import { withRetries } from './retry.ts';

const worker = workerData as WorkerData;
const readPaths = createPathsReader();

process.setSourceMapsEnabled(true);
Error.stackTraceLimit = 50; // the default, 10, ends inside a parser before the line that called it
fixLocale();
connectSharedData(worker.sharedData);
if (worker.clockOffset !== 0) shiftClock(worker.clockOffset);
if (worker.isLocating) {
  startLocating();
  stopStoring();
}
if (worker.warmUp !== undefined) await warmUp(worker.warmUp);

runTaskLoop(async (setup, task) => {
  if (task.kind === 'compile-mdx') return compileMdxFile(task);
  if (setup === undefined) throw new Error('The task has no setup.');
  startSetup(setup);
  switch (task.kind) {
    case 'render':
      return renderPages(setup as RenderSetup, task);
    case 'locate':
      return locatePages(setup as RenderSetup, task);
    case 'list-pages':
      return listPages(setup, task);
    case 'check-islands':
      return checkIslandFiles(setup, task);
    case 'run-file':
      return generateFile(setup, task);
    default:
      throw new Error('There is no such task.');
  }
});

async function compileMdxFile({ content, memo, reading, limits: { seconds } }: CompileMdxTask): Promise<MdxReply> {
  const { config } = reading;
  try {
    const loaded = config && (await importModule<{ default: UserConfig }>(config.module, config.source, seconds));
    const compile = () => compileMdx(content, memo, completeReading(reading, loaded?.default), worker.root);
    const compiled = await withTimeout(seconds, printAs(content.file, compile), 'The file was not compiled');
    return { compiled: JSON.stringify(compiled), diagnostics: [] };
  } catch (error) {
    if (error instanceof SitegenError) return { diagnostics: error.diagnostics };
    if (!(error instanceof SiteFileError)) throw new Error(`${content.file} cannot be compiled.`, { cause: error });
    return { diagnostics: [describeMistake(content, { message: error.message, line: 1 })] };
  }
}

function startSetup({ trailingSlash, content, publishing }: Setup): void {
  setHref(trailingSlash, content.prefixes.based);
  setPublishing(publishing);
}

async function renderPages(setup: RenderSetup, { jobs }: RenderTask): Promise<RenderReply> {
  const results: JobResult[] = [];
  const intern = createInterner();
  const cards = startDrawingCards(setup);
  await Promise.all([importCommon(setup), startContent(setup)]);
  const queue = jobs.entries();
  const renderLane = async (lane: number) => {
    for (const [index, job] of queue) {
      const render = () => printAs(job.route.path, () => renderJob(setup, job, index, cards));
      results.push(intern(await runInLane(lane, index, render)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, jobs.length) }, (_, lane) => renderLane(lane)));
  const drawn = await cards.finish();
  return {
    results: results.map((result) => addCard(result, drawn.get(result.job))),
    finds: takeFinds(setup.target !== undefined),
  };
}

function addCard(result: JobResult, card: DrawnCard | undefined): JobResult {
  if (card === undefined) return result;
  return { ...result, written: [...result.written, ...card.written], problems: [...result.problems, ...card.problems] };
}

async function locatePages(setup: RenderSetup, { jobs, keys }: LocateTask): Promise<readonly LocatedPage[]> {
  await Promise.all([importCommon(setup), startContent(setup)]);
  return Promise.all(jobs.map((job, index) => locatePage(setup, job, index, keys[index] ?? [])));
}

async function listPages(setup: Setup, task: ListPagesTask): Promise<ListedPages> {
  await startContent(setup);
  const { warnings, ...part } = await printAs(task.page.source, () => readPaths(setup, task));
  const finds = takeFinds();
  return { ...part, finds: { ...finds, warnings: [...warnings, ...finds.warnings] } };
}

async function generateFile(setup: Setup, task: RunFileTask): Promise<RanFile> {
  await startContent(setup);
  const result = await printAs(task.file.source, () => runFile(setup, task));
  return { ...result, finds: takeFinds() };
}

/**
 * Returns everything that modules and collections have reported since the last reply.
 *
 * @param hasPlaces false leaves out placeholders: to find their places takes longer than to render a page
 */
function takeFinds(hasPlaces = true): WorkerFinds {
  return {
    warnings: [...describeEmptyCollections(), ...describeUnknownUpdates()],
    placeholders: hasPlaces ? toOpenPlaceholders(takePlaceholderCalls(), worker.root) : dropPlaceholders(),
    unpublished: takeUnpublishedEntries(),
    used: takeFilesOfEntries(),
  };
}

type IslandModule = Readonly<Record<string, { readonly islandName?: string } | undefined>>;

/** @returns problems of island files, including those that no page uses */
async function checkIslandFiles({ root, seconds }: Setup, { files }: CheckIslandsTask): Promise<readonly Diagnostic[]> {
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

function dropPlaceholders(): [] {
  takePlaceholderCalls();
  return [];
}

async function runFile(setup: Setup, { file, output, pages }: RunFileTask): Promise<Omit<RanFile, 'finds'>> {
  const { root, site, base, seconds } = setup;
  const { source } = file;
  try {
    const { default: generate } = await importModule<{ default?: SiteFile }>(file.module, source, seconds);
    if (typeof generate !== 'function') throw new Error('The file has no function as its default export.');
    const listed = deserialize(pages) as FilePage[];
    const context: FileContext = { ...(site && { site }), base, path: encodePath(`/${output}`), pages: listed };
    const running = withRetries(() => runJob(0, () => generate(context)));
    const contents = toBytes(await withTimeout(seconds, running, 'The function did not return'));
    return { contents, diagnostics: [] };
  } catch (error) {
    const failures = describeFailures(root, source, error, 'The file cannot be generated.');
    return { diagnostics: failures.map((failure) => ({ ...failure, code: asOf(failure.code, 'file-failed') })) };
  }
}

/** Types require the same, but a build compiles without checking them. */
function toBytes(contents: unknown): Uint8Array {
  if (typeof contents === 'string') return new TextEncoder().encode(contents);
  if (types.isUint8Array(contents)) return Uint8Array.from(contents);
  throw new Error(`The function returned ${inspect(contents, { depth: 0 })} instead of a string or a Uint8Array.`);
}

/**
 * Moves the clock of this thread, for the second build of `build --verify`: pages that show the time then differ.
 *
 * @param ms how far
 */
function shiftClock(ms: number): void {
  const Real = Date;
  const now = () => Real.now() + ms;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new Date().toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
