/** Renders single pages, when they are requested. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, IslandsBundle, PageFile, Project, Route } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { ListedPage, PageJob } from '../shared/page-tasks.ts';
import { toRoute } from '../shared/paths.ts';
import type { Publishing } from '../shared/unpublished.ts';
import { readPattern } from '../api/route-pattern.ts';
import { importedIslands } from '../project/find-islands.ts';
import { listRoutes } from './list-routes.ts';
import { createBatchRenderer } from './render-batch.ts';
import { compiledFilesOf } from './render-site.ts';
import { createRenderSetup } from './create-setup.ts';
import type { WorkerPool } from './worker-pool.ts';

interface RequestedPage {
  /** Absent if the page failed. */
  readonly html?: Buffer;
  readonly facts?: PageFacts;
  readonly problems: readonly Diagnostic[];
}

export interface CreateRequestedPages {
  readonly project: Project;
  readonly compiled: Compiled;
  readonly pool: WorkerPool;
  readonly lister: WorkerPool;
  /** The folder to write pages to, absolute. */
  readonly staging: string;
  readonly publishing: Publishing;
}

export interface RequestedPages {
  /** @param output its file, from `out`. @returns `undefined` if the site has no such page */
  readonly find: (output: string) => Promise<PageJob | undefined>;
  /** Each page is rendered once, however often it is requested. */
  readonly render: (job: PageJob) => Promise<RequestedPage>;
  /** Problems of the `paths` that have been read to find pages. */
  readonly problems: () => readonly Diagnostic[];
}

/**
 * @param bundleIslands called when a page that may have an island is requested: bundling React takes longer than everything else
 * @returns the pages of a compiled project, none of which is rendered yet
 */
export function createRequestedPages(
  input: CreateRequestedPages,
  bundleIslands: () => Promise<IslandsBundle>,
): RequestedPages {
  const { project, compiled, pool, lister, staging, publishing } = input;
  const { config, server } = compiled;
  const setupWith = (islands: IslandsBundle) =>
    createRenderSetup({ project, compiled: { ...compiled, islands }, target: { staging, out: undefined }, publishing });
  const rendererWith = (islands: IslandsBundle) => ({
    renderBatch: createBatchRenderer(pool, setupWith(islands)),
    ofIslands: islands.diagnostics,
  });
  const setup = setupWith(compiled.islands);
  const withoutIslands = rendererWith(compiled.islands);
  let withIslands: Promise<typeof withoutIslands> | undefined;
  const lists = new Map<PageFile, Promise<ReadonlyMap<string, ListedPage>>>();
  const rendered = new Map<string, Promise<RequestedPage>>();
  const problems: Diagnostic[] = [];
  const isCompiled = ({ source }: Pick<Route, 'source'>) => server.modules.has(source);

  async function list(page: PageFile): Promise<ReadonlyMap<string, ListedPage>> {
    const items = new Map<string, ListedPage>();
    for await (const part of listRoutes({ pages: [page], server, setup, lister })) {
      problems.push(...part.diagnostics);
      for (const item of part.items) if (!items.has(item.route.output)) items.set(item.route.output, item);
    }
    return items;
  }
  async function findIn(page: PageFile, output: string): Promise<ListedPage | undefined> {
    if (!page.isParametric) {
      const route = toRoute(page, config.trailingSlash);
      return route.output === output ? { route, params: {} } : undefined;
    }
    if (!mayHave(page, output)) return undefined;
    const listing = lists.get(page) ?? list(page);
    lists.set(page, listing);
    return (await listing).get(output);
  }
  async function render(job: PageJob): Promise<RequestedPage> {
    if (!isCompiled(job.route) || !server.modules.has(project.shell ?? '')) return { problems: [] };
    const mayHaveIslands = importedIslands(project, server, [job.route.source]).length > 0;
    const { renderBatch, ofIslands } = mayHaveIslands
      ? await (withIslands ??= bundleIslands().then(rendererWith))
      : withoutIslands;
    const { results } = await renderBatch([job]);
    const facts = results[0]?.facts;
    return {
      ...(facts && { facts, html: await readFile(path.join(staging, facts.route.output)) }),
      problems: [...ofIslands, ...results.flatMap(({ problems: found }) => found)],
    };
  }
  return {
    find: async (output) => {
      for (const page of project.pages) {
        const item = await findIn(page, output);
        if (item !== undefined) return { ...item, ...compiledFilesOf(server, page) };
      }
      return undefined;
    },
    render: (job) => {
      const rendering = rendered.get(job.route.output) ?? render(job);
      rendered.set(job.route.output, rendering);
      return rendering;
    },
    problems: () => problems,
  };
}

/** True if the fixed start of a pattern is the start of a file's path, so that `paths` has to be read to know more. */
function mayHave({ pattern }: PageFile, output: string): boolean {
  const segments = readPattern(pattern);
  const fixed = segments.slice(
    0,
    segments.findIndex(({ name }) => name !== undefined),
  );
  return output.startsWith(fixed.map(({ text }) => text).join('/'));
}
