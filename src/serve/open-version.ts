/** A compiled project with workers of its own, while `sitegen serve` watches: what its modules keep in memory ends with it. */
import { keepSpare, startWorkers } from '../build/workers.ts';
import { createRequestedPages, type RequestedPage, type RequestedPages } from '../render/render-requested.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, PageFile, Project } from '../shared/model.ts';
import type { ListedPage } from '../shared/page-tasks.ts';
import { matchesPattern } from '../shared/route-pattern.ts';
import type { Output } from '../site/output.ts';
import { createSite } from '../site/site.ts';
import { createCompiler, type Compilation, type CreateCompiler } from './compilation.ts';

export interface Version extends Compilation {
  readonly site: ServedSite;
  /** See `LiveReload.site`. */
  readonly name: string;
  /** When it was opened, in ms (`performance.now()`): its pages may have read data since then. */
  readonly opened: number;
  /** True once a page has been rendered with errors, which may depend on earlier renders. */
  hasFailed: boolean;
  /** Ends its workers. */
  readonly close: () => Promise<void>;
}

interface CreateOpener extends CreateCompiler {
  /** Identifies the current sources. */
  readonly nameOfSources: () => string;
  /** Runs work for later answers once nothing is requested. */
  readonly whenQuiet: (run: () => void) => void;
}

interface Opener {
  /**
   * Opens a version with fresh workers, and compiles the project if it has changed.
   *
   * @throws {SitegenError} when the config is invalid, or there are no pages
   */
  readonly open: () => Promise<Version>;
  readonly close: () => Promise<void>;
}

export function createOpener(input: CreateOpener): Opener {
  const { options, nameOfSources, whenQuiet } = input;
  const compiler = createCompiler(input);

  async function open(): Promise<Version> {
    const [name, opened] = [nameOfSources(), performance.now()];
    const workers = startWorkers(options, true);
    try {
      const compilation = await compiler.compile(workers);
      const { project, compiled, bundleIslands } = compilation;
      workers.limit(compiled.config.limits); // again, because compiling may have been skipped
      whenQuiet(() => {
        keepSpare(options, project, compiled);
        bundleIslands().catch(() => {}); // thrown to the page that needs them
      });
      const publishing = { at: new Date(), showsAll: true };
      const pages = createRequestedPages({ project, compiled, pool: workers.pool, publishing, bundleIslands });
      const site = createServedSite(project, compiled, pages);
      return { ...compilation, site, name, opened, hasFailed: false, close: workers.stop };
    } catch (error) {
      await workers.stop();
      throw error;
    }
  }
  return { open, close: compiler.close };
}

/** The table of a compiled project. Pages are listed and rendered on request. */
interface ServedSite {
  /** Adds the pages that a request may mean. @param inside a path without the base and the leading slash: `insights/one/` */
  readonly prepare: (inside: string) => Promise<void>;
  /** @returns an output that needs no other pages: a page, an icon. @param file from `out` */
  readonly find: (file: string) => Output | undefined;
  /** True if the project still has a page file, a file function or a public file. @param file from `out` */
  readonly has: (file: string) => boolean;
  readonly render: (page: Output) => Promise<RequestedPage>;
  /** Problems of the `paths` that have been read. */
  readonly problems: () => readonly Diagnostic[];
}

function createServedSite(project: Project, compiled: Compiled, pages: RequestedPages): ServedSite {
  const table = createSite(project, compiled.config);
  for (const icon of compiled.icons.assets) table.add({ ...icon, kind: 'generated' });
  const listing = new Map<PageFile, Promise<void>>();
  /** Pages from `paths`, by output. */
  const listed = new Map<string, ListedPage>();
  const problems: Diagnostic[] = [];

  async function list(page: PageFile): Promise<void> {
    const { items, diagnostics } = await pages.list(page);
    problems.push(...diagnostics);
    for (const item of items) {
      const { output, source } = item.route;
      if (table.reserve({ output, kind: 'page', owner: source, route: item.route })) listed.set(output, item);
    }
  }
  /** Its page files, unless it is a page without `paths`: nothing has to be read for that. */
  const parametric = (inside: string): readonly PageFile[] => {
    const address = inside.replace(/(?:(?:^|\/)index)?\.html$/, '');
    const possible = project.pages.filter(({ pattern }) => matchesPattern(pattern, address));
    return possible.every(({ isParametric }) => isParametric) ? possible : [];
  };
  return {
    prepare: async (inside) => {
      await Promise.all(
        parametric(inside).map((page) => {
          const known = listing.get(page) ?? list(page);
          listing.set(page, known);
          return known;
        }),
      );
    },
    find: (file) => {
      const output = table.find(file);
      return output?.kind === 'page' || output?.contents instanceof Uint8Array ? output : undefined;
    },
    has: (file) => table.find(file) !== undefined,
    render: async ({ output, route }) => {
      if (route === undefined) return { assets: [], problems: [] };
      return pages.render(listed.get(output) ?? { route, params: {} });
    },
    problems: () => problems,
  };
}
