import type { Diagnostic } from '../shared/diagnostics.ts';
import type { PageFile, Route, ServerBundle } from '../shared/model.ts';
import type { ListedPage, RenderSetup, WorkerFinds } from '../shared/page-tasks.ts';
import { toRoute } from '../shared/paths.ts';
import { describeWorkerFailure, WorkerFailure } from './worker-failure.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Pages requested from `paths` at a time. */
const PART_SIZE = 200;

/** Some of the pages of one page file, in their order. */
export interface ListedPart {
  readonly page: PageFile;
  readonly items: readonly ListedPage[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absent for a page file without `paths`. */
  readonly finds?: WorkerFinds;
}

export interface ListRoutes {
  readonly pages: readonly PageFile[];
  readonly server: Pick<ServerBundle, 'modules'>;
  readonly setup: RenderSetup;
  /** Runs `paths` in a separate worker, which remembers how far it has read them. */
  readonly lister: WorkerPool;
}

/**
 * Lists the pages of a site, in the order of their files. `paths` is read while pages are rendered, so a long list is never in
 * memory as a whole.
 */
export async function* listRoutes(input: ListRoutes): AsyncGenerator<ListedPart> {
  const { pages, server, lister } = input;
  for (const page of pages.filter(({ source }) => server.modules.has(source))) yield* listPages(input, page);
  void lister.finish();
}

/** Lists the pages of one file. */
export async function* listPages(
  { server, setup, lister }: Omit<ListRoutes, 'pages'>,
  page: PageFile,
): AsyncGenerator<ListedPart> {
  if (!page.isParametric) {
    yield { page, items: [{ route: toRoute(page, setup.trailingSlash), params: {} }], diagnostics: [] };
    return;
  }
  const module = server.modules.get(page.source) ?? '';
  const readPart = () => {
    const part = lister.ask(setup, { kind: 'list-pages', page, module, count: PART_SIZE });
    part.catch(() => {}); // thrown by the `await` below
    return part;
  };
  let next = readPart();
  yield { page, items: [], diagnostics: [] }; // the pages before it are rendered while `paths` starts
  for (let isDone = false; !isDone;) {
    const part = await next;
    isDone = part instanceof WorkerFailure || part.done;
    if (!isDone) next = readPart(); // while the pages of this part are rendered
    if (part instanceof WorkerFailure) yield { page, items: [], diagnostics: [describeListFailure(setup, page, part)] };
    else yield { ...part, page, items: part.items.map((item) => ({ ...item, route: withSource(item.route, page) })) };
  }
}

/**
 * Lists all pages of a file with `paths` in one task, so that the worker that lists them can be one of those that render them:
 * it loads the modules and the content of the page only once.
 */
export async function listWhole(
  { server, setup, pool }: Pick<ListRoutes, 'server' | 'setup'> & { readonly pool: WorkerPool },
  page: PageFile,
): Promise<Pick<ListedPart, 'items' | 'diagnostics'>> {
  const module = server.modules.get(page.source) ?? '';
  const listed = await pool.ask(setup, { kind: 'list-pages', page, module, count: Infinity });
  return listed instanceof WorkerFailure
    ? { items: [], diagnostics: [describeListFailure(setup, page, listed)] }
    : listed;
}

/** What comes from another thread has strings of its own. With a million pages, each of them counts. */
function withSource({ path, output }: Route, { source }: Pick<PageFile, 'source'>): Route {
  return { path, source, output };
}

function describeListFailure(setup: RenderSetup, { source }: PageFile, failure: WorkerFailure): Diagnostic {
  const diagnostic = describeWorkerFailure(setup.root, source, 'Listing the pages of the file', setup, failure);
  return { ...diagnostic, code: 'paths-failed' };
}
