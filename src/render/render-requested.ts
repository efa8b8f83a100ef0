/** Renders single pages on request. */
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Asset, Compiled, IslandsBundle, PageFile, Project } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { ListedPage } from '../shared/page-tasks.ts';
import type { Publishing } from '../shared/unpublished.ts';
import { importedIslands } from '../project/find-islands.ts';
import { createRenderSetup } from './create-setup.ts';
import { listWhole } from './list-routes.ts';
import { createBatchRenderer } from './render-batch.ts';
import { createToJob } from './render-site.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface RequestedPage {
  /** Absent if the page failed. */
  readonly html?: string;
  readonly facts?: PageFacts;
  /** Files that content on the page refers to. */
  readonly assets: readonly Asset[];
  readonly problems: readonly Diagnostic[];
}

export interface CreateRequestedPages {
  readonly project: Project;
  readonly compiled: Compiled;
  readonly pool: WorkerPool;
  readonly publishing: Publishing;
  /** Called once a page that may have an island is requested: bundling React takes longer than everything else. */
  readonly bundleIslands: () => Promise<IslandsBundle>;
}

export interface RequestedPages {
  /** Lists the pages of a file with `paths`. */
  readonly list: (page: PageFile) => Promise<{ items: readonly ListedPage[]; diagnostics: readonly Diagnostic[] }>;
  /** Requests for a page that is being rendered get the same result. */
  readonly render: (page: ListedPage) => Promise<RequestedPage>;
}

/** @returns the pages of a compiled project */
export function createRequestedPages(input: CreateRequestedPages): RequestedPages {
  const { project, compiled, pool, publishing } = input;
  const { server } = compiled;
  const setupWith = (islands: IslandsBundle) =>
    createRenderSetup({ project, compiled: { ...compiled, islands }, publishing });
  const setup = setupWith(compiled.islands);
  const withoutIslands = { setup, diagnostics: compiled.islands.diagnostics };
  let bundling: Promise<typeof withoutIslands> | undefined;
  const withIslands = () =>
    (bundling ??= input.bundleIslands().then((islands) => {
      return { setup: setupWith(islands), diagnostics: islands.diagnostics };
    }));
  const underWay = new Map<string, Promise<RequestedPage>>();

  async function render(page: ListedPage): Promise<RequestedPage> {
    const { route } = page;
    const pageFile = project.pages.find(({ source }) => source === route.source);
    if (pageFile === undefined || !server.modules.has(route.source) || !server.modules.has(project.shell ?? ''))
      return { assets: [], problems: [] };
    const mayHaveIslands = importedIslands(project, server, [route.source]).length > 0;
    const bundled = mayHaveIslands ? await withIslands() : withoutIslands;
    const { results, finds } = await createBatchRenderer(pool, bundled.setup)([createToJob(server, pageFile)(page)]);
    const { facts, html } = results[0] ?? {};
    return {
      ...(facts && { facts }),
      ...(html !== undefined && { html }),
      assets: [...(facts?.content ?? []), ...finds.map(({ used }) => used)].flatMap(({ assets }) => assets),
      problems: [...bundled.diagnostics, ...results.flatMap(({ problems }) => problems)],
    };
  }
  return {
    list: (page) => listWhole({ server, setup, pool }, page),
    render: (page) => {
      const { output } = page.route;
      const rendering = underWay.get(output) ?? render(page).finally(() => underWay.delete(output));
      underWay.set(output, rendering);
      return rendering;
    },
  };
}
