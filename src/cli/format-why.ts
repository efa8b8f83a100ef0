import type { PageFacts } from '../core/page-facts.ts';
import type { BuildResult } from '../core/build-result.ts';
import { decodePath } from '../core/paths.ts';

/** Longer lists are cut. */
const MAX_ITEMS = 12;

/**
 * Why a page was built, or would be rebuilt, and its dependencies.
 *
 * @param result of a build that published nothing: the pages it rebuilt are those the next build would
 * @param path without the base, with or without a trailing slash: `/contact/`
 * @returns `undefined` when the site has no such page
 */
export function formatWhy(result: BuildResult, path: string): string | undefined {
  const wanted = decodePath(path) ?? path;
  const page = result.pages.find(({ route }) => isSamePath(wanted, route.path));
  if (page === undefined) return undefined;
  const { route, size, islands, rebuild, card } = page;
  const state = result.rebuilt.has(route.path)
    ? `Would be rebuilt: ${rebuild.reason}.${isUnchanged(result, page) ? ' The result would be identical.' : ''}`
    : `Up to date. Last built because ${rebuild.reason}.`;
  const modules = result.graph.get(route.source);
  const rows = [
    ['file', `${route.source} -> ${route.output}`],
    ['modules', list(modules?.files.filter((file) => file !== route.source) ?? [])],
    ['packages', list(modules?.packages ?? [])],
    ['islands', list(islands)],
    ['bytes', `${size.raw} of HTML`],
    ...(card === undefined ? [] : [['card', card]]),
    ['links from', list(linksTo(result, page))],
  ];
  return `${route.path}\n  ${state}\n\n${rows.map(([name = '', text]) => `  ${name.padEnd(10)}  ${text}\n`).join('')}`;
}

function isUnchanged({ changes }: BuildResult, { route }: PageFacts): boolean {
  return ![...changes.added, ...changes.changed].includes(route.path);
}

/** The paths of other pages that link to it. */
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
