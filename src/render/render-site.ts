import { type Diagnostic, error } from '../shared/diagnostics.ts';
import type { Asset, Compiled, OpenPlaceholder, PageProblem, Project, Route } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';
import type { PageJob, RenderSetup, WorkerFinds } from '../shared/page-tasks.ts';
import { uniquePictures, type UsedPicture } from '../shared/pictures.ts';
import { pathOfOutput } from '../shared/address.ts';
import { fileNameKey, parentFolders } from '../shared/paths.ts';
import { listRoutes } from './list-routes.ts';
import { createBatchRenderer, type RenderedBatch } from './render-batch.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Pages in a batch. A second worker takes about as long to start as it takes to render them. */
const BATCH_SIZE = 200;

export interface RenderSite {
  readonly project: Project;
  readonly compiled: Compiled;
  readonly setup: RenderSetup;
  readonly pool: WorkerPool;
  readonly lister: WorkerPool;
  /** The maximum number of worker threads. */
  readonly workers: number;
  readonly onProgress: (done: number, known: number) => void;
}

/** All pages of a site. */
export interface RenderedSite {
  /** In the order of the site, without pages that failed. */
  readonly pages: readonly PageFacts[];
  /** Pages, their cards and texts in the staging folder, from `out`. */
  readonly written: readonly string[];
  readonly problems: readonly PageProblem[];
  /** Problems with `paths`. */
  readonly diagnostics: readonly Diagnostic[];
  /** The patterns of page files some of whose pages are not known, because of these problems. */
  readonly unlisted: readonly string[];
  /** Pages that the build leaves out, in the order of their paths. */
  readonly unpublished: readonly UnpublishedPage[];
  readonly placeholders: readonly OpenPlaceholder[];
  /** The files that content refers to. */
  readonly assets: readonly Asset[];
  /** Each picture once. */
  readonly pictures: readonly UsedPicture[];
}

/** Renders every page on workers. Results are in the order of the site, whichever worker is faster. */
export async function renderSite(input: RenderSite): Promise<RenderedSite> {
  const { project, compiled, setup, pool, lister, workers, onProgress } = input;
  const { config, server } = compiled;
  const renderBatch = createBatchRenderer(pool, setup);
  const claim = trackOwners(project, config.trailingSlash);
  /** By path, in the order of the site. */
  const pages = new Map<string, PageFacts | undefined>();
  const batches: RenderedBatch[] = [];
  const listed: WorkerFinds[] = [];
  const diagnostics: Diagnostic[] = [];
  const unlisted = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let batch: PageJob[] = [];
  let done = 0;

  async function render(jobs: readonly PageJob[], number: number): Promise<void> {
    const rendered = await renderBatch(jobs);
    for (const { route, facts } of rendered.results) if (facts !== undefined) pages.set(route.path, facts);
    batches[number] = rendered;
    done += jobs.length;
    onProgress(done, pages.size);
  }
  function sendBatch(): void {
    if (batch.length === 0) return;
    const running = render(batch, batches.push({ results: [], finds: [] }) - 1).finally(() => underWay.delete(running));
    running.catch(() => {}); // thrown when all are awaited
    underWay.add(running);
    batch = [];
  }

  const pageFiles = server.modules.has(project.shell ?? '') ? project.pages : [];
  for await (const part of listRoutes({ pages: pageFiles, server, setup, lister })) {
    diagnostics.push(...part.diagnostics);
    if (part.diagnostics.length > 0) unlisted.add(part.page.pattern);
    if (part.finds !== undefined) listed.push(part.finds);
    const compiledPage = compiledFilesOf(compiled, part.page);
    for (const item of part.items) {
      const { clash, isReported } = claim(item.route);
      if (clash !== undefined && !isReported) diagnostics.push(clash);
      if (clash !== undefined && !isReported) continue;
      if (clash === undefined) pages.set(item.route.path, undefined);
      batch.push({ ...item, ...compiledPage });
      if (batch.length < BATCH_SIZE) continue;
      // A worker that is done finds the next batch waiting.
      while (underWay.size > workers) await Promise.race(underWay);
      sendBatch();
    }
    // Reading the next `paths` may take a while.
    if (part.items.length === 0 && underWay.size === 0) sendBatch();
  }
  sendBatch();
  await Promise.all(underWay);
  onProgress(done, done);
  const rendered = [...pages.values()].filter((page) => page !== undefined);
  const results = batches.flatMap((part) => part.results);
  const finds = [...listed, ...batches.flatMap((part) => part.finds)];
  const onPages = rendered.flatMap(({ content = [] }) => content.flatMap((use) => use.assets));
  const left = results.flatMap(({ route, unpublished }) => (unpublished ? [{ ...unpublished, route }] : []));
  return {
    pages: rendered,
    written: [...new Set(results.flatMap(({ written }) => written))],
    problems: results.flatMap(({ route, problems }) => problems.map((diagnostic) => ({ route, diagnostic }))),
    diagnostics: [...diagnostics, ...finds.flatMap(({ warnings }) => warnings)],
    unlisted: [...unlisted],
    unpublished: sortByPath([...left, ...finds.flatMap(({ unpublished }) => unpublished)]),
    placeholders: finds.flatMap(({ placeholders }) => placeholders),
    assets: uniqueAssets([...onPages, ...finds.flatMap(({ used }) => used.assets)]),
    pictures: uniquePictures([
      ...results.flatMap(({ pictures }) => pictures),
      ...finds.flatMap(({ used }) => used.pictures),
    ]),
  };
}

/** Adds files that functions in `templates/files` refer to, by the HTML of entries. Each is published once. */
export function addUsedFiles(site: RenderedSite, finds: readonly WorkerFinds[]): RenderedSite {
  return {
    ...site,
    assets: uniqueAssets([...site.assets, ...finds.flatMap(({ used }) => used.assets)]),
    pictures: uniquePictures([...site.pictures, ...finds.flatMap(({ used }) => used.pictures)]),
  };
}

function uniqueAssets(assets: readonly Asset[]): Asset[] {
  return [...new Map(assets.map((asset) => [asset.output, asset])).values()];
}

/** Each page once: every worker reports the files of collections that it has left out. */
function sortByPath(pages: readonly UnpublishedPage[]): UnpublishedPage[] {
  const byPath = new Map(pages.map((page) => [page.route.path, page]));
  return [...byPath].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, page]) => page);
}

/** The compiled modules of the pages of a file. */
export function compiledFilesOf({ server }: Compiled, { source, layouts }: Project['pages'][number]) {
  const moduleOf = (file: string) => server.modules.get(file) ?? '';
  return { module: moduleOf(source), layouts: layouts.map((file) => ({ source: file, module: moduleOf(file) })) };
}

/** The site's own files that are not pages. */
type OwnFiles = Pick<Project, 'files' | 'publicFiles'>;

interface Claim {
  /** Another page or file has the same name. */
  readonly clash?: Diagnostic;
  /** True if the clash was found before, among the names of files (`project/discover.ts`). */
  readonly isReported: boolean;
}

/** A page or another file. */
interface Owner extends Partial<Route> {
  readonly source: string;
}

/** @returns claims the file of a page in `out`, for which each name has one owner */
function trackOwners({ files, publicFiles }: OwnFiles, trailingSlash: boolean): (route: Route) => Claim {
  const owners = new Map<string, Owner>();
  /** The name in `out`, and the address, which starts with a slash: without trailing slashes, `demo.html` is also `/demo`. */
  const keysOf = (output: string) =>
    (trailingSlash ? [output] : [output, pathOfOutput(output, false)]).map(fileNameKey);
  const setOwner = (output: string, owner: Owner) => keysOf(output).forEach((key) => owners.set(key, owner));
  for (const { output, source } of files) setOwner(output, { source });
  for (const file of publicFiles) setOwner(file, { source: `public/${file}` });
  return (route) => {
    const name = fileNameKey(route.output);
    const owner = [...keysOf(route.output), ...parentFolders(name)].map((key) => owners.get(key)).find(Boolean);
    if (owner === undefined) {
      setOwner(route.output, route);
      return { isReported: false };
    }
    const isReported = owner.path === undefined && !route.source.includes('[');
    return { clash: describeClash(route, owner.source), isReported };
  };
}

function describeClash(route: Route, other: string): Diagnostic {
  const message =
    other === route.source
      ? `\`paths\` lists "${route.path}" twice, or two paths that differ only in case or accents.`
      : `Both ${other} and ${route.source} have a page for "${route.path}".`;
  return error('output-clash', message, { place: { file: route.source } });
}
