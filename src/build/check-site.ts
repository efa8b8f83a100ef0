import type { Diagnostic, IslandFile, OpenPlaceholder, PageFacts, PageProblem } from '../model.ts';
import { isErrorPage } from '../paths.ts';

/** What the pages can lead to. */
export interface Site {
  readonly pages: readonly PageFacts[];
  /** Every file that is not a page, from `out`. */
  readonly otherFiles: readonly string[];
  readonly site: string | undefined;
  readonly base: string;
}

type Draft = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'hint'>;

/** Checks what each page says of itself, and where it leads. */
export function checkPages(site: Site): PageProblem[] {
  const findBrokenReferences = referenceCheck(site);
  return site.pages.flatMap((page) =>
    [...checkPage(page), ...findBrokenReferences(page)].map((draft) => ({
      route: page.route,
      diagnostic: { ...draft, place: { file: page.route.source } },
    })),
  );
}

function checkPage(page: PageFacts): Draft[] {
  const drafts: Draft[] = [];
  const error = (code: string, message: string, hint: string) =>
    drafts.push({ code, severity: 'error', message, hint });
  if (page.title === '') {
    error('title-missing', 'The page has no title.', 'one string in <title>: <title>{`${meta.title} – Brand`}</title>');
  }
  if (page.description === '' && !page.noindex && !isErrorPage(page.route.output)) {
    error(
      'description-missing',
      'The page has no description.',
      'add `description` to its `meta`, and write it in the shell',
    );
  }
  if (page.h1Count !== 1) {
    const count = page.h1Count === 0 ? 'no <h1>' : `${page.h1Count} <h1>`;
    error('h1-count', `The page has ${count}. It should have one, which says what the page is.`, 'use <h2> below it');
  }
  for (const src of page.imagesWithoutAlt) {
    error('alt-missing', `The image "${src}" has no alt text.`, 'say what it shows; alt="" if it only decorates');
  }
  for (const id of repeated(page.ids)) {
    error(
      'id-duplicate',
      `The page has the id "${id}" more than once.`,
      'an id is for one element; use a class for more',
    );
  }
  return drafts;
}

function repeated(ids: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(ids.filter((id) => seen.size === seen.add(id).size));
}

/** @returns what is wrong with the references of a page */
function referenceCheck({ pages, otherFiles, site, base }: Site): (page: PageFacts) => Draft[] {
  const pageByOutput = new Map(pages.map((page) => [page.route.output, page]));
  const files = new Set([...pageByOutput.keys(), ...otherFiles]);
  const idsOf = new Map<string, ReadonlySet<string>>();
  const hasId = (page: PageFacts, id: string): boolean => {
    const ids = idsOf.get(page.route.output) ?? new Set(page.ids);
    idsOf.set(page.route.output, ids);
    return ids.has(id);
  };
  // Without a `site`, links cannot be absolute; then any host will do to resolve them.
  const origin = site ?? 'http://localhost';

  const lead = (page: PageFacts, url: string, from: string): Draft | undefined => {
    const address = `${origin}${base}${page.route.path.slice(1)}`;
    if (!URL.canParse(url, address)) return broken(url, from, 'is not an address');
    const target = new URL(url, address);
    if (target.origin !== origin || !/^https?:$/.test(target.protocol)) return undefined;
    const pathname = decode(target.pathname);
    if (pathname === undefined) return broken(url, from, 'is not an address');
    if (!pathname.startsWith(base)) return broken(url, from, `lies outside the base "${base}"`);
    const inside = pathname.slice(base.length);
    const found = [inside, `${inside}index.html`].find(
      (file) => files.has(file) && !(file === '' || file.endsWith('/')),
    );
    if (found === undefined) {
      if (!files.has(`${inside}/index.html`)) return broken(url, from, undefined);
      const message = `The page links to "${url}", which most hosts answer with a redirect.`;
      return { code: 'link-redirect', severity: 'warning', message, hint: `write "${url.replace(/(?=[?#]|$)/, '/')}"` };
    }
    const id = decode(target.hash.slice(1).replace(/:~:.*$/, ''));
    const targetPage = pageByOutput.get(found);
    if (!id || id === 'top' || targetPage === undefined || hasId(targetPage, id)) return undefined;
    const message = `The page links to "${url}", and nothing on that page has the id "${id}".`;
    return { code: 'fragment-broken', severity: 'error', message };
  };

  return (page) => page.references.flatMap(({ url, from }) => lead(page, url, from) ?? []);
}

function broken(url: string, from: string, reason: string | undefined): Draft {
  const isLink = /^(a|area|form)\[/.test(from);
  const verb = isLink ? 'links to' : 'uses';
  const why = reason === undefined ? 'no page or file answers to that address' : `that ${reason}`;
  return {
    code: isLink ? 'link-broken' : 'asset-missing',
    severity: 'error',
    message: `The page ${verb} "${url}", and ${why}.`,
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Islands on pages that no file is there for, so that nothing in the browser would wake them. */
export function findUnknownIslands(pages: readonly PageFacts[], islands: readonly IslandFile[]): PageProblem[] {
  const names = new Set(islands.map(({ name }) => name));
  return pages.flatMap(({ route, islands: used }) =>
    used
      .filter((name) => !names.has(name))
      .map((name) => {
        const message = `The page holds the island "${name}", and there is no templates/islands/${name}.tsx.`;
        const hint = 'an island is the default export of a file of its own in templates/islands';
        const place = { file: route.source };
        return { route, diagnostic: { code: 'island-unknown', severity: 'error', message, place, hint } };
      }),
  );
}

/** Two pages with the same title or description cannot be told apart in a list of search results. */
export function findDuplicates(pages: readonly PageFacts[]): Diagnostic[] {
  const indexed = pages.filter((page) => !page.noindex && !isErrorPage(page.route.output));
  return [...sameText(pages, 'title'), ...sameText(indexed, 'description')];
}

function sameText(pages: readonly PageFacts[], key: 'title' | 'description'): Diagnostic[] {
  const first = new Map<string, PageFacts>();
  const diagnostics: Diagnostic[] = [];
  for (const page of pages) {
    const text = page[key];
    const other = first.get(text);
    if (text === '') continue;
    if (other === undefined) first.set(text, page);
    else {
      const message = `The page has the same ${key} as ${other.route.path}: "${text}".`;
      const hint = `give each page a ${key} of its own`;
      const place = { file: page.route.source };
      diagnostics.push({ code: `${key}-duplicate`, severity: 'error', message, place, hint });
    }
  }
  return diagnostics;
}

/** What only the owner of the site can supply, and has not yet. */
export function refusePlaceholders(placeholders: readonly OpenPlaceholder[]): Diagnostic[] {
  return placeholders.map(({ what, place }) => ({
    code: 'placeholder',
    severity: 'error',
    message: `Still a placeholder: ${what}.`,
    ...(place && { place }),
  }));
}
