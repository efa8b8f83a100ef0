import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import { count } from '../shared/format.ts';
import type { Config, Dependencies, IslandFile, OpenPlaceholder, PageProblem, Project } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';
import { isListed } from '../api/error-pages.ts';
import { createAddressFinder } from './find-address.ts';
import { checkAlternates } from './check-alternates.ts';
import { checkLinks } from './check-links.ts';
import { mergeProblems } from './merge-problems.ts';

/** A rendered site, and the files that its pages may refer to. */
export interface CheckSite {
  readonly config: Config;
  readonly site: {
    readonly pages: readonly PageFacts[];
    readonly problems: readonly PageProblem[];
    /** Problems with `paths`. */
    readonly diagnostics: readonly Diagnostic[];
    /** The patterns of page files some of whose pages are not known. */
    readonly unlisted: readonly string[];
    readonly unpublished: readonly UnpublishedPage[];
  };
  readonly project: Pick<Project, 'shell' | 'islands' | 'files' | 'publicFiles'>;
  readonly graph: ReadonlyMap<string, Dependencies>;
  /** Every file that is neither a page nor a share card, from `out`. */
  readonly otherFiles: readonly string[];
  /** Problems with images. */
  readonly images: readonly PageProblem[];
  /** Placeholders that must be filled in before this build may be published. */
  readonly release: readonly OpenPlaceholder[];
}

/** @returns all problems of a site's pages, both of single pages and across pages */
export function checkSite({ config, site, project, graph, otherFiles, images, release }: CheckSite): Diagnostic[] {
  const { pages } = site;
  const cards = pages.flatMap(({ card }) => card ?? []);
  const kept = pages.flatMap(({ route, diagnostics = [] }) => {
    return diagnostics.map((diagnostic) => ({ route, diagnostic }));
  });
  const findAddress = createAddressFinder(config.root, graph, project.shell);
  const sourceOf = (output: string) =>
    project.publicFiles.includes(output)
      ? `public/${output}`
      : project.files.find((file) => file.output === output)?.source;
  // Links to pages and files that failed will work once they do. Functions of files do not even run if a page failed.
  const failed = site.problems.map(({ route }) => route.output);
  const expected = project.files.map(({ output }) => output);
  const onPages = [
    ...site.problems,
    ...kept,
    ...images,
    ...findUnknownIslands(pages, project.islands),
    ...checkLinks({
      ...config,
      pages,
      unlisted: site.unlisted,
      unpublished: site.unpublished,
      otherFiles: [...otherFiles, ...cards, ...failed, ...expected],
      findAddress,
      sourceOf,
    }),
    ...checkAlternates({
      pages,
      unpublished: site.unpublished,
      failed: new Set(site.problems.map(({ route }) => route.path)),
      unlisted: site.unlisted,
      findAddress,
    }),
  ];
  const pageCount = new Set([...pages, ...onPages].map(({ route }) => route.path)).size;
  const merged = mergeProblems(onPages, { shell: project.shell, pageCount });
  return [...site.diagnostics, ...merged, ...findDuplicates(pages), ...refusePlaceholders(release)];
}

/** Islands on pages without a file in templates/islands: no script in the browser would hydrate them. */
function findUnknownIslands(pages: readonly PageFacts[], islands: readonly IslandFile[]): PageProblem[] {
  const names = new Set(islands.map(({ name }) => name));
  return pages.flatMap(({ route, islands: used }) =>
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
  const indexed = pages.filter(({ route, noindex }) => isListed({ ...route, noindex }));
  return [...sameText(pages, 'title'), ...sameText(indexed, 'description')];
}

function sameText(pages: readonly PageFacts[], key: 'title' | 'description'): Diagnostic[] {
  const groups = new Map<string, PageFacts[]>();
  for (const page of pages) {
    const group = groups.get(page[key]);
    if (group !== undefined) group.push(page);
    else if (page[key] !== '') groups.set(page[key], [page]);
  }
  return [...groups].flatMap(([text, [first, second, ...others]]) => {
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
