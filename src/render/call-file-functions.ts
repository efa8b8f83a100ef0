/** Functions in `templates/files`, which generate files from the facts about all pages. */
import { serialize } from 'node:v8';
import type { Meta } from '../api/contract.ts';
import { isErrorPage, isListed } from '../api/error-pages.ts';
import type { FilePage } from '../api/site-file.ts';
import { absoluteUrl } from '../shared/address.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Asset, Config, FileSource, OpenPlaceholder } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { EntryFiles, RanFile, RunFileTask } from '../shared/page-tasks.ts';
import { decodePlain } from '../shared/plain-data.ts';
import { contentSettings } from './content-settings.ts';
import { describeLateFailures, describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { RenderSite, RenderedSite } from './render-site.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Files that the site generates itself. */
export interface SiteFiles {
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files that the HTML of entries refers to. */
  readonly used: EntryFiles;
  readonly placeholders: readonly OpenPlaceholder[];
}

/** Calls the functions one after the other. They may share modules that cache what they have read. */
export async function callFileFunctions(
  { compiled, project, publishing }: Pick<RenderSite, 'compiled' | 'project' | 'publishing'>,
  { pages, problems }: RenderedSite,
  pool: WorkerPool<RunFileTask, RanFile>,
): Promise<SiteFiles> {
  const { config } = compiled;
  const rendered = new Set(pages.map(({ route }) => route.path));
  // If a page failed, the files would be wrong, and errors of their functions misleading.
  const isComplete = problems.every(({ route }) => rendered.has(route.path));
  if (project.files.length === 0 || compiled.server.modules.size === 0 || !isComplete)
    return { assets: [], diagnostics: [], used: { assets: [], pictures: [] }, placeholders: [] };
  const results: Result[] = [];
  const sent = new Uint8Array(serialize(pages.map((page) => toFilePage(config, page))));
  for (const file of project.files) results.push(await call(pool, { compiled, publishing }, file, sent));
  return {
    assets: results.flatMap(({ asset }) => asset ?? []),
    diagnostics: [
      ...results.flatMap(({ diagnostics = [], warnings = [] }) => [...diagnostics, ...warnings]),
      ...describeLateFailures(config.root, await pool.finish()),
    ],
    used: {
      assets: results.flatMap(({ used }) => used?.assets ?? []),
      pictures: results.flatMap(({ used }) => used?.pictures ?? []),
    },
    placeholders: results.flatMap(({ placeholders = [] }) => placeholders),
  };
}

interface Result {
  readonly asset?: Asset;
  readonly diagnostics?: readonly Diagnostic[];
  readonly warnings?: readonly Diagnostic[];
  readonly used?: EntryFiles;
  readonly placeholders?: readonly OpenPlaceholder[];
}

/** @param pages serialized */
async function call(
  pool: WorkerPool<RunFileTask, RanFile>,
  { compiled, publishing }: Pick<RenderSite, 'compiled' | 'publishing'>,
  { source, output }: FileSource,
  pages: Uint8Array<ArrayBuffer>,
): Promise<Result> {
  const { config, server } = compiled;
  const { root, site, base, trailingSlash, limits } = config;
  const file = { source, module: server.modules.get(source) ?? '' };
  try {
    const content = contentSettings({ config, server });
    const task = { root, site, base, trailingSlash, publishing, content, seconds: limits.seconds, file, output, pages };
    const { contents, ...result } = await pool.run(task);
    return { ...result, ...(contents && { asset: { output, contents } }) };
  } catch (error) {
    const failure = error as WorkerFailure;
    if (failure.kind === 'stopped') throw failure;
    return { diagnostics: [describeWorkerFailure(root, source, 'Generating the file', limits, failure)] };
  }
}

function toFilePage({ site, base }: Config, { route, noindex, meta = '' }: PageFacts): FilePage {
  const { path, source, output } = route;
  const canonical = site && isListed({ output, noindex }) ? absoluteUrl(site, base, path) : undefined;
  return {
    path,
    source,
    ...(canonical !== undefined && { canonical }),
    meta: decodePlain(meta) as Meta,
    noindex,
    isErrorPage: isErrorPage(output),
  };
}
