import { createLinkFilter } from '../check/check-links.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, PageFile, PageProblem, Project, Route } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';
import type { ListedPage, PageJob, PageResult, RenderSetup, WorkerFinds } from '../shared/page-tasks.ts';
import { uniquePictures, type UsedPicture } from '../shared/pictures.ts';
import { toOutput, type Output } from '../site/output.ts';
import type { Site } from '../site/site.ts';
import { listRoutes, type ListedPart } from './list-routes.ts';
import { createBatchRenderer, type RenderedBatch } from './render-batch.ts';
import { watchHeap } from './watch-heap.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Pages in a batch. A second worker takes about as long to start as it takes to render them. */
const BATCH_SIZE = 200;

export interface RenderSite {
  readonly site: Site;
  readonly project: Pick<Project, 'pages' | 'shell'>;
  readonly compiled: Pick<Compiled, 'server' | 'config'>;
  readonly setup: RenderSetup;
  readonly pool: WorkerPool;
  readonly lister: WorkerPool;
  /** The maximum number of worker threads. */
  readonly workers: number;
  readonly onProgress: (done: number, known: number) => void;
}

/** Everything that is known about the rendered pages of a site, besides the facts in its table. */
export interface RenderedSite {
  readonly problems: readonly PageProblem[];
  /** Problems with `paths`, and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The patterns of page files whose pages are not all known, because of these problems. */
  readonly unlisted: readonly string[];
  /** Pages that the build leaves out, in the order of their paths. */
  readonly unpublished: readonly UnpublishedPage[];
  readonly finds: readonly WorkerFinds[];
  /** Each picture once. */
  readonly pictures: readonly UsedPicture[];
}

/**
 * Renders every page on workers, and adds it to the table, with its card, its text and the files that content refers to. Results
 * are in the order of the site, whichever worker is faster.
 */
export async function renderSite(input: RenderSite): Promise<RenderedSite> {
  const { site, project, compiled, setup, lister } = input;
  const { server, config } = compiled;
  const collector = collectResults(site, config);
  const heap = watchHeap();
  let [listed, done] = [0, 0];

  function addBatch(batch: RenderedBatch): void {
    collector.addPages(batch.results);
    done += batch.results.length;
    collector.addFinds(batch.finds);
  }
  const batches = startBatches(input, addBatch);
  const pages = server.modules.has(project.shell ?? '') ? project.pages : [];
  async function addListed(part: ListedPart): Promise<void> {
    collector.addListed(part);
    const toJob = createToJob(server, part.page);
    for (const item of part.items) if (hasItsPlace(site, part.page, item.route)) await batches.add(toJob(item));
    if (part.items.length === 0) batches.sendIfIdle();
  }
  try {
    for await (const part of listRoutes({ pages, server, setup, lister })) {
      listed += part.items.length;
      // The rest is only counted, to say how much memory would do.
      if (!heap.isFull()) await addListed(part);
    }
    await batches.finish();
    if (heap.isFull()) throw heap.describe(done, listed);
  } finally {
    heap.stop();
  }
  return collector.finish();
}

/** Collects the results of a site's pages, and adds them to its table. */
function collectResults(site: Site, config: Config) {
  const findOpen = createLinkFilter(config);
  const problems: PageProblem[] = [];
  const diagnostics: Diagnostic[] = [];
  const unlisted = new Set<string>();
  const unpublished: UnpublishedPage[] = [];
  const listing: WorkerFinds[] = [];
  const rendering: WorkerFinds[] = [];
  const pictures: UsedPicture[] = [];
  /** Added once all pages are listed: what clashes must not depend on which worker is faster. */
  const others: Output[] = [];

  function addPage(result: PageResult, isPage: (output: string) => boolean): void {
    const { route, facts } = result;
    if (facts !== undefined) {
      site.add(pageOutput(result, { ...facts, references: findOpen(facts, isPage) }));
      others.push(...outputsBeside(result, facts));
    }
    for (const diagnostic of result.problems) problems.push({ route, diagnostic });
    if (result.unpublished !== undefined) unpublished.push({ ...result.unpublished, route });
    pictures.push(...result.pictures);
  }
  return {
    addListed: (part: ListedPart): void => {
      diagnostics.push(...part.diagnostics);
      if (part.diagnostics.length > 0) unlisted.add(part.page.pattern);
      if (part.finds !== undefined) listing.push(part.finds);
    },
    addFinds: (found: readonly WorkerFinds[]): void => {
      rendering.push(...found);
    },
    /** Links among pages that are added together need not wait for each other. */
    addPages: (results: readonly PageResult[]): void => {
      const added = new Set(results.flatMap(({ facts, route }) => (facts === undefined ? [] : route.output)));
      const isPage = (output: string) => added.has(output) || site.find(output)?.page !== undefined;
      for (const result of results) addPage(result, isPage);
    },
    finish: (): RenderedSite => {
      const finds = [...listing, ...rendering];
      for (const { route } of unpublished) site.release(route.output);
      for (const output of others) site.add(output);
      addUsedAssets(site, finds);
      return {
        problems,
        diagnostics: [...diagnostics, ...warningsOf(listing), ...sortedWarnings(rendering)],
        unlisted: [...unlisted],
        unpublished: sortByPath([...unpublished, ...finds.flatMap((found) => found.unpublished)]),
        finds,
        pictures: uniquePictures([...pictures, ...picturesOf(finds)]),
      };
    },
  };
}

function warningsOf(finds: readonly WorkerFinds[]): Diagnostic[] {
  return finds.flatMap(({ warnings }) => warnings);
}

/** Each worker that reads a collection reports it, so their order depends on which one is faster. */
function sortedWarnings(finds: readonly WorkerFinds[]): Diagnostic[] {
  const unique = new Map(warningsOf(finds).map((one) => [JSON.stringify(one), one]));
  return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The pictures that the HTML of entries refers to. */
export function picturesOf(finds: readonly WorkerFinds[]): UsedPicture[] {
  return finds.flatMap(({ used }) => used.pictures);
}

/** Adds the files that the HTML of entries refers to. */
export function addUsedAssets(site: Site, finds: readonly WorkerFinds[]): void {
  for (const { used } of finds) for (const asset of used.assets) site.add(toOutput(asset));
}

/**
 * Collects pages into batches, and renders a few of these at the same time.
 *
 * @param onBatch called with each batch, in their order
 */
function startBatches({ pool, setup, workers, onProgress }: RenderSite, onBatch: (batch: RenderedBatch) => void) {
  const renderBatch = createBatchRenderer(pool, setup);
  /** Batches that finished before an earlier one, by number. */
  const waiting = new Map<number, RenderedBatch>();
  const underWay = new Set<Promise<void>>();
  let batch: PageJob[] = [];
  let [known, done, sent, passed] = [0, 0, 0, 0];

  async function render(jobs: readonly PageJob[], number: number): Promise<void> {
    waiting.set(number, await renderBatch(jobs));
    for (let next = waiting.get(passed); next !== undefined; next = waiting.get(passed)) {
      waiting.delete(passed);
      passed += 1;
      onBatch(next);
    }
    done += jobs.length;
    onProgress(done, known);
  }
  function send(): void {
    if (batch.length === 0) return;
    const running = render(batch, sent).finally(() => underWay.delete(running));
    running.catch(() => {}); // thrown when all are awaited
    underWay.add(running);
    sent += 1;
    batch = [];
  }
  return {
    add: async (job: PageJob): Promise<void> => {
      known += 1;
      batch.push(job);
      if (batch.length < BATCH_SIZE) return;
      // A worker that is done finds the next batch waiting.
      while (underWay.size > workers) await Promise.race(underWay);
      send();
    },
    /** Reading the next `paths` may take a while. */
    sendIfIdle: (): void => {
      if (underWay.size === 0) send();
    },
    finish: async (): Promise<void> => {
      send();
      await Promise.all(underWay);
      onProgress(done, done);
    },
  };
}

/** Returns false for a page that clashes with another output. Reserves the places of pages from `paths`. */
function hasItsPlace(site: Site, { source, isParametric }: PageFile, route: Route): boolean {
  const { output } = route;
  return isParametric
    ? site.reserve({ output, owner: source, route, kind: 'page' })
    : site.find(output)?.owner === source;
}

/** The card and the text of a page, and the files that its content refers to. */
function outputsBeside(result: PageResult, { card, text, content = [] }: PageFacts): Output[] {
  return [
    ...(card === undefined ? [] : [{ output: card, kind: 'asset', isWritten: result.written.includes(card) } as const]),
    ...(text === undefined ? [] : [textOutput(result, text.output)]),
    ...content.flatMap(({ assets }) => assets.map(toOutput)),
  ];
}

function pageOutput({ route, written }: PageResult, page: PageFacts): Output {
  const { output, source } = route;
  return { output, kind: 'page', owner: source, route, page, isWritten: written.includes(output) };
}

function textOutput({ route, written }: PageResult, output: string): Output {
  return { output, kind: 'generated', owner: route.source, route, isWritten: written.includes(output) };
}

/** Keeps each page once: every worker reports the files of collections that it leaves out. */
function sortByPath(pages: readonly UnpublishedPage[]): UnpublishedPage[] {
  const byPath = new Map(pages.map((page) => [page.route.path, page]));
  return [...byPath].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, page]) => page);
}

/** @returns creates the jobs of a file's pages. Without spreads: see `toFacts` */
export function createToJob(
  { modules }: Compiled['server'],
  { source, layouts: files }: PageFile,
): (page: ListedPage) => PageJob {
  const moduleOf = (file: string) => modules.get(file) ?? '';
  const module = moduleOf(source);
  const layouts = files.map((file) => ({ source: file, module: moduleOf(file) }));
  return ({ route, params, props }) =>
    props === undefined ? { route, params, module, layouts } : { route, params, props, module, layouts };
}
