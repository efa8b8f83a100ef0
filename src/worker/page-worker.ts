/** The entry of a thread: makes pages, and writes them where they are to be published from. */
import path from 'node:path';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { PageProblem } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import { placeholderCalls } from '../api/placeholder.ts';
import { frameInStack } from '../core/stack.ts';
import type {
  Expanded,
  ExpandTask,
  IslandsTask,
  PageJob,
  Reads,
  RenderSetup,
  RenderTask,
  Rendered,
} from '../core/page-tasks.ts';
import { checkPage } from '../check/check-page.ts';
import { forbidsStyle } from '../check/content-policy.ts';
import { startDrawing, type Drawing } from './share-cards.ts';
import { startExpanding } from './read-paths.ts';
import { fixLocale } from './fix-locale.ts';
import { hashOf } from '../core/hash.ts';
import { inspectPage } from '../check/inspect-html.ts';
import { measurePage } from '../hosts/file-sizes.ts';
import { noteReads } from './track-reads.ts';
import { importModule, inTime, loadPage, readyPage } from './load-page.ts';
import { packFacts } from '../cache/page-codec.ts';
import { atJob } from './heartbeat.ts';
import { describeFailure, describeHtml, describeIsland, describeProblem } from '../check/describe-problems.ts';
import { shareData } from './shared-data.ts';
import { renderPage } from './render-page.ts';
import { answerTasks } from './task-loop.ts';
import { traceReaches, tracedReaches } from './trace-reaches.ts';
import { writePage } from './write-page.ts';

/** So many pages wait for their data at the same time. One that waits long holds up no other. */
const LOADS_AT_ONCE = 8;

/** The islands of the last page that a page file has made: the next one from it probably holds the same. */
const lastIslands = new Map<string, readonly string[]>();

const expand = startExpanding();
let notes: ReturnType<typeof noteReads> | undefined;

process.setSourceMapsEnabled(true);
fixLocale();

// What compiled pages import, as bundle-plugins.ts tells them: a thread that waits for pages has it ready.
for (const file of ['index.js', 'jsx-runtime.js', 'react.js']) void import(new URL(file, import.meta.url).href);

answerTasks<RenderTask | ExpandTask | IslandsTask, Rendered | Expanded | readonly Diagnostic[]>((task) => {
  notes ??= noteReads('setup' in task ? task.setup.root : task.root);
  if ('setup' in task && task.setup.trace) traceReaches();
  shareData('setup' in task ? task.setup.dataFolder : undefined);
  if ('jobs' in task) return makePages(task);
  return 'page' in task ? listPages(task) : checkIslands(task);
});

async function makePages({ setup, jobs }: RenderTask): Promise<Rendered> {
  const outcomes: Outcome[] = [];
  const drawing = startDrawing(setup);
  const waiting = jobs.entries();
  const makeNext = async () => {
    for (const [index, job] of waiting) {
      outcomes[index] = await makePage(setup, job, index, drawing);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LOADS_AT_ONCE, jobs.length) }, makeNext));
  const drawn = await drawing.finish();
  return {
    pages: [packFacts(outcomes.flatMap(({ facts }) => facts ?? []))],
    kept: outcomes.flatMap(({ kept }) => kept ?? []),
    written: [...outcomes.flatMap(({ written }) => written ?? []), ...drawn.written],
    problems: [...outcomes.flatMap(({ problems }) => problems ?? []), ...drawn.problems],
    placeholders: openPlaceholders(setup.root),
    reaches: tracedReaches(setup.root),
    ...notesSoFar(),
    loading: [...new Set(outcomes.flatMap(({ loading }) => loading ?? []))],
  };
}

/** What came of one page. */
interface Outcome {
  readonly facts?: PageFacts;
  readonly kept?: string;
  readonly written?: string;
  readonly problems?: readonly PageProblem[];
  readonly loading?: string;
}

async function makePage(setup: RenderSetup, job: PageJob, number: number, drawing: Drawing): Promise<Outcome> {
  const { route, module } = job;
  try {
    const loaded = await inTime(setup, job, loadPage(setup, job, number));
    const loading = loaded.page.load && { loading: route.source };
    if (job.last?.data === loaded.data) return { kept: route.path, ...loading };
    const { input, card } = await inTime(setup, job, readyPage(setup, job, loaded));
    const { html, record } = atJob(number, () => renderPage(input, lastIslands.get(module) ?? []));
    lastIslands.set(module, record.islands);
    const contents = Buffer.from(html);
    const made = { key: job.key, data: loaded.data, html: hashOf(contents), mtime: 0, reason: job.reason };
    const isNew = made.html !== job.html;
    const { mtime } = isNew ? writePage(path.join(setup.staging, route.output), contents) : made;
    if (card !== undefined) drawing.add(route, card);
    const read = inspectPage(html);
    const isStyleFine = !forbidsStyle(read.facts.contentPolicy);
    const noted = record.problems.filter(({ code, title }) => {
      return !(code === 'style-blocked' && isStyleFine) && (title === undefined || title === read.facts.title);
    });
    const diagnostics = [
      ...noted.map((problem) => describeProblem(setup.root, route, problem)),
      ...describeHtml(route, read, setup.site),
      ...checkPage(route, read),
    ];
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const size = setup.compress ? measurePage(contents) : { raw: contents.length };
    return {
      facts: {
        route,
        size,
        ...(card && { card: card.output }),
        ...read.facts,
        ...(warnings.length > 0 && { warnings }),
        made: { ...made, mtime },
      },
      ...(isNew && { written: route.output }),
      problems: errors.map((diagnostic) => ({ route, diagnostic })),
      ...loading,
    };
  } catch (error) {
    return { problems: [{ route, diagnostic: describeFailure(setup.root, route.source, error) }] };
  }
}

async function listPages(task: ExpandTask): Promise<Expanded> {
  const part = await expand(task);
  return { ...part, ...notesSoFar(), placeholders: openPlaceholders(task.root), reaches: [] };
}

/** @returns what is wrong with island files, whether pages use them or not */
async function checkIslands({ root, islands }: IslandsTask): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const { name, source, module } of islands) {
    try {
      const { default: island } = await importModule<{ default?: { islandName?: string } }>(module);
      if (island?.islandName !== name) diagnostics.push(describeIsland(name, source, island?.islandName));
    } catch (error) {
      diagnostics.push(describeFailure(root, source, error));
    }
  }
  return diagnostics;
}

function notesSoFar(): Pick<Rendered, 'reads' | 'dataReads'> {
  return notes?.() ?? { reads: NO_READS, dataReads: { ...NO_READS, isOpen: false } };
}

const NO_READS: Reads = { env: {}, files: {} };

function openPlaceholders(root: string): Rendered['placeholders'] {
  return placeholderCalls().map(({ what, stack }) => ({ what, place: frameInStack(stack, root)?.place }));
}
