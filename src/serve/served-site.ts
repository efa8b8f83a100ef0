/** The table of a compiled project. Pages are listed and rendered on request. */
import { matchesPattern } from '../shared/route-pattern.ts';
import type { RequestedPage, RequestedPages } from '../render/render-requested.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, PageFile, Project } from '../shared/model.ts';
import type { ListedPage } from '../shared/page-tasks.ts';
import type { Output } from '../site/output.ts';
import { createSite } from '../site/site.ts';

export interface ServedSite {
  /** Adds the pages that a request may mean. @param inside a path without the base and the leading slash: `insights/one/` */
  readonly prepare: (inside: string) => Promise<void>;
  /** True if `paths`, which may return others next time, decide whether there is such a page. */
  readonly dependsOnPaths: (inside: string) => boolean;
  /** @returns an output that needs no other pages: a page, an icon. @param file from `out` */
  readonly find: (file: string) => Output | undefined;
  /** True if the project still has a page file, a file function or a public file. @param file from `out` */
  readonly has: (file: string) => boolean;
  readonly render: (page: Output) => Promise<RequestedPage>;
  /** Problems of the `paths` that have been read. */
  readonly problems: () => readonly Diagnostic[];
}

export function createServedSite(project: Project, compiled: Compiled, pages: RequestedPages): ServedSite {
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
    dependsOnPaths: (inside) => parametric(inside).length > 0,
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
