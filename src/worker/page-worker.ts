/** The entry of a thread: makes pages, and writes them where they are to be published from. */
import path from 'node:path';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { PageProblem } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import { placeholderCalls } from '../api/placeholder.ts';
import { frameInStack } from '../core/stack.ts';
import type {
  ListedPages,
  ListPagesTask,
  CheckIslandsTask,
  PageJob,
  RecordedReads,
  RenderSetup,
  RenderTask,
  Rendered,
} from '../core/page-tasks.ts';
import { checkPage } from '../check/check-page.ts';
import { forbidsStyle } from '../check/content-policy.ts';
import { startDrawingCards, type Drawing } from './share-cards.ts';
import { createPathsReader } from './read-paths.ts';
import { fixLocale } from './fix-locale.ts';
import { hashOf } from '../core/hash.ts';
import { inspectPage } from '../check/inspect-html.ts';
import { measurePage } from '../hosts/file-sizes.ts';
import { trackReads } from './track-reads.ts';
import { importModule, withTimeout, loadPage, preparePage } from './load-page.ts';
import { encodePages } from '../cache/page-codec.ts';
import { runJob } from './heartbeat.ts';
import { describeFailure, describeHtml, describeIsland, describeProblem } from '../check/describe-problems.ts';
import { shareData } from './shared-data.ts';
import { renderPage } from './render-page.ts';
import { runTaskLoop } from './task-loop.ts';
import { writePage } from './write-page.ts';

/** So many pages wait for their data at the same time. One that waits long holds up no other. */
const LOADS_AT_ONCE = 8;

/** The islands of the last page that a page file has made: the next one from it probably holds the same. */
const lastIslands = new Map<string, readonly string[]>();

const expand = createPathsReader();
let notes: ReturnType<typeof trackReads> | undefined;

process.setSourceMapsEnabled(true);
fixLocale();

// What compiled pages import, as bundle-plugins.ts tells them: a thread that waits for pages has it ready.
for (const file of ['index.js', 'jsx-runtime.js', 'react.js']) void import(new URL(file, import.meta.url).href);

runTaskLoop<RenderTask | ListPagesTask | CheckIslandsTask, Rendered | ListedPages | readonly Diagnostic[]>((task) => {
  notes ??= trackReads('setup' in task ? task.setup.root : task.root);
  shareData('setup' in task ? task.setup.dataFolder : undefined);
  if ('jobs' in task) return renderPages(task);
  return 'page' in task ? listPages(task) : checkIslands(task);
});

async function renderPages({ setup, jobs }: RenderTask): Promise<Rendered> {
  const outcomes: Outcome[] = [];
  const drawing = startDrawingCards(setup);
  const waiting = jobs.entries();
  const makeNext = async () => {
    for (const [index, job] of waiting) {
      outcomes[index] = await renderJob(setup, job, index, drawing);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LOADS_AT_ONCE, jobs.length) }, makeNext));
  const drawn = await drawing.finish();
  return {
    pages: [encodePages(outcomes.flatMap(({ facts }) => facts ?? []))],
    reused: outcomes.flatMap(({ kept }) => kept ?? []),
    written: [...outcomes.flatMap(({ written }) => written ?? []), ...drawn.written],
    problems: [...outcomes.flatMap(({ problems }) => problems ?? []), ...drawn.problems],
    placeholders: openPlaceholders(setup.root),
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

async function renderJob(setup: RenderSetup, job: PageJob, number: number, drawing: Drawing): Promise<Outcome> {
  const { route, module } = job;
  try {
    const loaded = await withTimeout(setup, job, loadPage(setup, job, number));
    const loading = loaded.page.load && { loading: route.source };
    if (job.previous?.dataHash === loaded.dataHash) return { kept: route.path, ...loading };
    const { input, card } = await withTimeout(setup, job, preparePage(setup, job, loaded));
    const { html, record } = runJob(number, () => renderPage(input, lastIslands.get(module) ?? []));
    lastIslands.set(module, record.islands);
    const contents = Buffer.from(html);
    const made = { key: job.key, dataHash: loaded.dataHash, htmlHash: hashOf(contents), mtime: 0, reason: job.reason };
    const isNew = made.htmlHash !== job.publishedHash;
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
        rebuild: { ...made, mtime },
      },
      ...(isNew && { written: route.output }),
      problems: errors.map((diagnostic) => ({ route, diagnostic })),
      ...loading,
    };
  } catch (error) {
    return { problems: [{ route, diagnostic: describeFailure(setup.root, route.source, error) }] };
  }
}

async function listPages(task: ListPagesTask): Promise<ListedPages> {
  const part = await expand(task);
  return { ...part, ...notesSoFar(), placeholders: openPlaceholders(task.root) };
}

/** @returns what is wrong with island files, whether pages use them or not */
async function checkIslands({ root, islands }: CheckIslandsTask): Promise<readonly Diagnostic[]> {
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
  return notes?.() ?? { reads: NO_READS, dataReads: { ...NO_READS, isImpure: false } };
}

const NO_READS: RecordedReads = { env: {}, files: {} };

function openPlaceholders(root: string): Rendered['placeholders'] {
  return placeholderCalls().map(({ what, stack }) => ({ what, place: frameInStack(stack, root)?.place }));
}
