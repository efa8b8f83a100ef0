import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import { count } from '../shared/format.ts';
import { groupBy } from '../shared/group-by.ts';
import type { Config, IslandFile, OpenPlaceholder, PageProblem, Project } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';
import { isLinkable } from '../site/output.ts';
import type { Site } from '../site/site.ts';
import { isIndexable } from '../shared/error-pages.ts';
import { checkAlternates } from './check-alternates.ts';
import { checkLinks } from './check-links.ts';
import { mergeProblems } from './merge-problems.ts';

/** A rendered site, and facts about its pages. */
export interface CheckPages {
  readonly config: Config;
  readonly site: Pick<Site, 'find' | 'claimed'>;
  readonly pages: readonly PageFacts[];
  readonly rendered: {
    readonly problems: readonly PageProblem[];
    /** The patterns of page files whose pages are not all known. */
    readonly unlisted: readonly string[];
    readonly unpublished: readonly UnpublishedPage[];
  };
  readonly project: Pick<Project, 'shell' | 'islands'>;
  /** Problems with images. */
  readonly images: readonly PageProblem[];
}

/** @returns all problems of a site's pages, both of single pages and across pages, before their places are looked for */
export function checkPages(input: CheckPages): PageProblem[] {
  const { config, site, pages, rendered, project, images } = input;
  const { problems, unlisted, unpublished } = rendered;
  const kept = pages
    .filter(({ diagnostics }) => diagnostics !== undefined)
    .flatMap(({ route, diagnostics = [] }) => diagnostics.map((diagnostic) => ({ route, diagnostic })));
  // Links to failed pages and files will work once these are fixed: their places are claimed.
  const files = site.claimed(isLinkable);
  const failed = new Set(problems.map(({ route }) => route.path));
  return [
    ...problems,
    ...kept,
    ...images,
    ...findUnknownIslands(pages, project.islands),
    ...checkLinks({
      ...config,
      pages,
      unlisted,
      unpublished,
      files,
      pageAt: (output) => site.find(output)?.page,
    }),
    ...checkAlternates({ pages, unpublished, failed, unlisted }),
  ];
}

export interface CheckSite {
  readonly pages: readonly PageFacts[];
  /** What `checkPages` has found, with places. */
  readonly onPages: readonly PageProblem[];
  /** Problems with `paths`. */
  readonly listing: readonly Diagnostic[];
  readonly shell: string | undefined;
  /** Placeholders that must be filled in before this build may be published. */
  readonly refusedPlaceholders: readonly OpenPlaceholder[];
}

/** @returns all problems of a site's pages, each once */
export function checkSite({ pages, onPages, listing, shell, refusedPlaceholders }: CheckSite): Diagnostic[] {
  const pageCount =
    onPages.length === 0 ? pages.length : new Set([...pages, ...onPages].map(({ route }) => route.path)).size;
  const merged = mergeProblems(onPages, { shell, pageCount });
  return [...listing, ...merged, ...findDuplicates(pages), ...refusePlaceholders(refusedPlaceholders)];
}

/** Islands on pages without a file in templates/islands: no script in the browser would hydrate them. */
function findUnknownIslands(pages: readonly PageFacts[], islands: readonly IslandFile[]): PageProblem[] {
  const names = new Set(islands.map(({ name }) => name));
  const withIslands = pages.filter((page) => page.islands.length > 0);
  return withIslands.flatMap(({ route, islands: used }) =>
    used
      .filter((name) => !names.has(name))
      .map((name) => {
        const message = `The page contains the island "${name}", but no file in templates/islands exports it.`;
        const hint = 'export the island from a file in templates/islands';
        return { route, diagnostic: error('island-unknown', message, { place: { file: route.source }, hint }) };
      }),
  );
}

/** Visitors cannot distinguish two pages with the same title or description in a list of search results. */
export function findDuplicates(pages: readonly PageFacts[]): Diagnostic[] {
  const indexed = pages.filter(({ route: { output }, noindex }) => isIndexable({ output, noindex }));
  return [...sameText(pages, 'title'), ...sameText(indexed, 'description')];
}

function sameText(pages: readonly PageFacts[], key: 'title' | 'description'): Diagnostic[] {
  // Lists for each of a million texts would take as much memory as the pages.
  const texts = new Set<string>();
  const repeated = new Set<string>();
  for (const page of pages) {
    if (texts.has(page[key])) repeated.add(page[key]);
    else texts.add(page[key]);
  }
  const alike = pages.filter((page) => repeated.has(page[key]));
  return [...groupBy(alike, (page) => page[key])].flatMap(([text, [first, second, ...others]]) => {
    if (first === undefined || second === undefined) return [];
    const more = others.length === 0 ? '' : ` The same is true of ${count(others.length, 'other page')}.`;
    const message = `The page ${second.route.path} has the same ${key} as ${first.route.path}: "${text}".${more}`;
    const hint = `give each page a ${key} of its own`;
    return [warning(`${key}-duplicate`, message, { place: { file: second.route.source }, hint })];
  });
}

/** Reports values that only the site's owner can supply. */
function refusePlaceholders(placeholders: readonly OpenPlaceholder[]): Diagnostic[] {
  return placeholders.map(({ what, place }) => error('placeholder', `Still a placeholder: ${what}.`, { place }));
}
