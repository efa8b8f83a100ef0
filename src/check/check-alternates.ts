/** Checks that the translations of a page refer to each other: search engines ignore those that do not. */
import { isIndexable } from '../shared/error-pages.ts';
import { matchesPattern } from '../shared/route-pattern.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { PageProblem } from '../shared/model.ts';
import type { Alternate, PageFacts } from '../shared/page-facts.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';

export interface TranslatedSite {
  readonly pages: readonly PageFacts[];
  /** The paths of pages with errors. */
  readonly failed: ReadonlySet<string>;
  /** The patterns of page files whose pages are not all known. */
  readonly unlisted: readonly string[];
  readonly unpublished: readonly UnpublishedPage[];
}

/** Checks the `alternates` of all pages that search engines may list. */
export function checkAlternates(site: TranslatedSite): PageProblem[] {
  const known = site.pages.filter(({ route }) => !site.failed.has(route.path));
  const translated = known.filter((page) => page.alternates !== undefined && isFound(page));
  if (translated.length === 0) return [];
  const pageByPath = new Map(known.map((page) => [page.route.path, page]));
  const referring = new Map<PageFacts, PageFacts[]>(translated.map((page) => [page, []]));
  const broken: PageProblem[] = [];
  for (const page of translated) {
    for (const path of new Set(alternatesOf(page).map((alternate) => alternate.path))) {
      const other = pageByPath.get(path);
      const others = other === undefined ? undefined : referring.get(other);
      if (other === undefined || !isFound(other)) broken.push(...describeBroken(site, page, path, other));
      else if (others === undefined) referring.set(other, [page]);
      else others.push(page);
    }
  }
  return [...broken, ...[...referring].flatMap(([page, others]) => describeIncomplete(page, others))];
}

function isFound({ route, noindex }: PageFacts): boolean {
  return isIndexable({ output: route.output, noindex });
}

function alternatesOf({ alternates = [] }: PageFacts): readonly Alternate[] {
  return alternates;
}

/** @param other the page with that path, if there is one */
function describeBroken(
  { failed, unlisted, unpublished }: TranslatedSite,
  page: PageFacts,
  path: string,
  other: PageFacts | undefined,
): PageProblem[] {
  if (other !== undefined) {
    const message = `The \`alternates\` of the page have "${path}", which search engines must not list.`;
    return [toProblem(page, message, { hint: 'remove it, or the `noindex` of that page' })];
  }
  if (failed.has(path) || unlisted.some((pattern) => matchesPattern(pattern, path))) return [];
  const isHidden = unpublished.some(({ route }) => route.path === path);
  const reason = isHidden ? 'which is not published yet' : 'but no page has that path';
  const message = `The \`alternates\` of the page have "${path}", ${reason}.`;
  return [toProblem(page, message)];
}

/** @param referring pages with this one in their `alternates`. Reports the first that has alternates which this one lacks. */
function describeIncomplete(page: PageFacts, referring: readonly PageFacts[]): PageProblem[] {
  const own = new Set(alternatesOf(page).map(toKey));
  for (const other of referring) {
    const lacking = alternatesOf(other).filter((alternate) => !own.has(toKey(alternate)));
    if (lacking.length === 0) continue;
    const entries = lacking.map(({ lang, path }) => `"${lang}": "${path}"`).join(', ');
    const message = `The \`alternates\` of the page lack ${entries}, which those of its translation ${other.route.path} have.`;
    return [toProblem(page, message, { hint: 'give all translations of a page the same `alternates`' })];
  }
  if (referring.includes(page)) return [];
  const hint = `add "${page.route.path}" with its language`;
  return [toProblem(page, 'The `alternates` of the page do not include the page itself.', { hint })];
}

function toKey({ lang, path }: Alternate): string {
  return `${lang.toLowerCase()} ${path}`;
}

function toProblem({ route }: PageFacts, message: string, details: Partial<Diagnostic> = {}): PageProblem {
  return { route, diagnostic: error('alternate-broken', message, { place: { file: route.source }, ...details }) };
}
