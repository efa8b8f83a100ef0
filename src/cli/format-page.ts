import type { BuildResult } from '../shared/build-result.ts';
import type { PageFacts, Size } from '../shared/page-facts.ts';
import { decodePath } from '../shared/paths.ts';

/** Facts about a page. Paths are without the base. */
export interface PageInfo {
  readonly path: string;
  /** From the root: `templates/pages/contact.tsx`. */
  readonly source: string;
  /** From `out`: `contact/index.html`. */
  readonly output: string;
  readonly title: string;
  readonly size: Size;
  /** Files of the site that it imports, from the root. */
  readonly modules: readonly string[];
  readonly packages: readonly string[];
  readonly islands: readonly string[];
  /** Its share card, from `out`. */
  readonly card?: string;
  /** Paths of the other pages that link to it. */
  readonly linksFrom: readonly string[];
}

/** Longer lists are cut. */
const MAX_ITEMS = 12;

/** @param path without the base, with or without a trailing slash: `/contact/` */
export function findPage(result: BuildResult, path: string): PageInfo | undefined {
  const wanted = decodePath(path) ?? path;
  const page = result.pages.find(({ route }) => isSamePath(wanted, route.path));
  if (page === undefined) return undefined;
  const { route, title, size, islands, card } = page;
  const { files = [], packages = [] } = result.graph.get(route.source) ?? {};
  return {
    ...route,
    title,
    size,
    modules: files.filter((file) => file !== route.source),
    packages,
    islands,
    ...(card !== undefined && { card }),
    linksFrom: linksTo(result, page),
  };
}

export function formatPage(page: PageInfo): string {
  const { path, source, output, title, size, modules, packages, islands, card, linksFrom } = page;
  const rows = [
    ['title', title],
    ['file', `${source} -> ${output}`],
    ['modules', list(modules)],
    ['packages', list(packages)],
    ['islands', list(islands)],
    ['bytes', `${size.raw} of HTML${size.brotli === undefined ? '' : `, ${size.brotli} with Brotli`}`],
    ...(card === undefined ? [] : [['card', card]]),
    ['links from', list(linksFrom)],
  ];
  return `${path}\n\n${rows.map(([name = '', text]) => `  ${name.padEnd(10)}  ${text}\n`).join('')}`;
}

function linksTo({ pages, config }: BuildResult, { route }: PageFacts): string[] {
  const origin = config.site ?? 'http://localhost';
  const addressOf = (path: string) => new URL(config.base + path.slice(1), origin);
  const target = addressOf(route.path);
  const isTarget = (url: string, from: URL) => {
    if (!URL.canParse(url, from)) return false;
    const { origin: where, pathname } = new URL(url, from);
    return where === target.origin && isSamePath(pathname, target.pathname);
  };
  const others = pages.filter((page) => page.route.path !== route.path);
  return others
    .filter((page) => {
      const from = addressOf(page.route.path);
      return page.references.some((reference) => reference.from === 'a[href]' && isTarget(reference.url, from));
    })
    .map((page) => page.route.path);
}

/** With or without a trailing slash. */
function isSamePath(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '');
}

function list(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  const more = items.length > MAX_ITEMS ? `, and ${items.length - MAX_ITEMS} more` : '';
  return `${items.slice(0, MAX_ITEMS).join(', ')}${more}`;
}
