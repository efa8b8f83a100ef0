import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Asset, Compiled, PageFile, PageProblem, Project, Route } from '../shared/model.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';
import type { ListedPage, PageJob, PageResult, RenderSetup, WorkerFinds } from '../shared/page-tasks.ts';
import { uniquePictures, type UsedPicture } from '../shared/pictures.ts';
import type { Site } from '../site/site.ts';
import { listRoutes } from './list-routes.ts';
import { createBatchRenderer, type RenderedBatch } from './render-batch.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Pages in a batch. A second worker takes about as long to start as it takes to render them. */
const BATCH_SIZE = 200;

export interface RenderSite {
  readonly site: Site;
  readonly project: Pick<Project, 'pages' | 'shell'>;
  readonly compiled: Pick<Compiled, 'server'>;
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
  /** The patterns of page files some of whose pages are not known, because of these problems. */
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
  const { server } = compiled;
  const batches = startBatches(input);
  const diagnostics: Diagnostic[] = [];
  const unlisted = new Set<string>();
  const finds: WorkerFinds[] = [];

  const pages = server.modules.has(project.shell ?? '') ? project.pages : [];
  for await (const part of listRoutes({ pages, server, setup, lister })) {
    diagnostics.push(...part.diagnostics);
    if (part.diagnostics.length > 0) unlisted.add(part.page.pattern);
    if (part.finds !== undefined) finds.push(part.finds);
    const compiledPage = compiledFilesOf(server, part.page);
    for (const item of part.items) {
      if (hasItsPlace(site, part.page, item)) await batches.add({ ...item, ...compiledPage });
    }
    if (part.items.length === 0) batches.sendIfIdle();
  }
  const rendered = await batches.finish();
  const results = rendered.flatMap((batch) => batch.results);
  for (const result of results) addResult(site, result);
  finds.push(...rendered.flatMap((batch) => batch.finds));
  addUsedAssets(site, finds);
  const left = results.flatMap(({ route, unpublished }) => (unpublished ? [{ ...unpublished, route }] : []));
  return {
    problems: results.flatMap(({ route, problems }) => problems.map((diagnostic) => ({ route, diagnostic }))),
    diagnostics: [...diagnostics, ...finds.flatMap(({ warnings }) => warnings)],
    unlisted: [...unlisted],
    unpublished: sortByPath([...left, ...finds.flatMap(({ unpublished }) => unpublished)]),
    finds,
    pictures: uniquePictures([...results.flatMap(({ pictures }) => pictures), ...picturesOf(finds)]),
  };
}

/** The pictures that the HTML of entries refers to. */
export function picturesOf(finds: readonly WorkerFinds[]): UsedPicture[] {
  return finds.flatMap(({ used }) => used.pictures);
}

/** Adds the files that the HTML of entries refers to. */
export function addUsedAssets(site: Site, finds: readonly WorkerFinds[]): void {
  for (const { used } of finds) addAssets(site, used.assets);
}

function addAssets(site: Site, assets: readonly Asset[]): void {
  for (const { output, contents } of assets) site.add({ output, contents, kind: 'asset', isRetained: true });
}

/** Collects pages into batches, and renders a few of these at the same time. */
function startBatches({ pool, setup, workers, onProgress }: RenderSite) {
  const renderBatch = createBatchRenderer(pool, setup);
  const batches: RenderedBatch[] = [];
  const underWay = new Set<Promise<void>>();
  let batch: PageJob[] = [];
  let [known, done] = [0, 0];

  async function render(jobs: readonly PageJob[], number: number): Promise<void> {
    batches[number] = await renderBatch(jobs);
    done += jobs.length;
    onProgress(done, known);
  }
  function send(): void {
    if (batch.length === 0) return;
    const running = render(batch, batches.push({ results: [], finds: [] }) - 1).finally(() => underWay.delete(running));
    running.catch(() => {}); // thrown when all are awaited
    underWay.add(running);
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
    finish: async (): Promise<readonly RenderedBatch[]> => {
      send();
      await Promise.all(underWay);
      onProgress(done, done);
      return batches;
    },
  };
}

/** Returns false for a page that clashes with another output. The places of pages of `paths` are reserved here. */
function hasItsPlace(site: Site, { source, isParametric }: PageFile, { route }: ListedPage): boolean {
  if (isParametric) return site.reserve({ ...ofPage(route, route.output), kind: 'page' });
  return site.find(route.output)?.owner === source;
}

function addResult(site: Site, { route, facts, written, unpublished }: PageResult): void {
  if (unpublished !== undefined) site.release(route.output);
  if (facts === undefined) return;
  const isWritten = (output: string) => written.includes(output);
  site.add({ ...ofPage(route, route.output), kind: 'page', page: facts, isWritten: isWritten(route.output) });
  const { card, text, content = [] } = facts;
  if (card !== undefined) site.add({ output: card, kind: 'asset', isWritten: isWritten(card) });
  if (text !== undefined)
    site.add({ ...ofPage(route, text.output), kind: 'generated', isWritten: isWritten(text.output) });
  for (const { assets } of content) addAssets(site, assets);
}

function ofPage(route: Route, output: string) {
  return { output, owner: route.source, route };
}

/** Each page once: every worker reports the files of collections that it has left out. */
function sortByPath(pages: readonly UnpublishedPage[]): UnpublishedPage[] {
  const byPath = new Map(pages.map((page) => [page.route.path, page]));
  return [...byPath].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, page]) => page);
}

/** The compiled modules of the pages of a file. */
export function compiledFilesOf({ modules }: Compiled['server'], { source, layouts }: Project['pages'][number]) {
  const moduleOf = (file: string) => modules.get(file) ?? '';
  return { module: moduleOf(source), layouts: layouts.map((file) => ({ source: file, module: moduleOf(file) })) };
}
