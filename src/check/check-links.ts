import type { SiteRedirect } from '../api/host.ts';
import { findRedirect } from '../hosts/redirects.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Config, IslandFile, OpenPlaceholder, PageProblem } from '../core/model.ts';
import type { PageFacts, Reference } from '../core/page-facts.ts';
import { mergeProblems } from './merge-problems.ts';
import { decodePath, isErrorPage } from '../core/paths.ts';
import type { RenderedSite } from '../cache/state.ts';

/** What the pages can lead to. */
export interface Site {
  readonly pages: readonly PageFacts[];
  /** Every file that is not a page, from `out`. */
  readonly otherFiles: readonly string[];
  readonly site: string | undefined;
  readonly base: string;
  readonly assetPrefix: string;
  readonly redirects: readonly SiteRedirect[];
}

type Draft = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'hint'>;

/** What has been made of a site, and what it may lead to. */
export interface CheckSite {
  readonly config: Config;
  readonly site: Pick<RenderedSite, 'pages' | 'problems' | 'diagnostics'>;
  readonly islands: readonly IslandFile[];
  /** Every file that is neither a page nor the card of one, from `out`. */
  readonly otherFiles: readonly string[];
  /** Placeholders that may not be there. */
  readonly release: readonly OpenPlaceholder[];
}

/** Everything that is wrong with the pages of a site, each by itself and all together. */
export function checkSite({ config, site, islands, otherFiles, release }: CheckSite): Diagnostic[] {
  const { pages } = site;
  const cards = pages.flatMap(({ card }) => card ?? []);
  const warnings = pages.flatMap(({ route, warnings: found = [] }) => {
    return found.map((diagnostic) => ({ route, diagnostic }));
  });
  const onPages = [
    ...site.problems,
    ...warnings,
    ...findUnknownIslands(pages, islands),
    ...checkLinks({ ...config, pages, otherFiles: [...otherFiles, ...cards] }),
  ];
  return [...site.diagnostics, ...mergeProblems(onPages), ...findDuplicates(pages), ...refusePlaceholders(release)];
}

/** Checks where pages lead. */
export function checkLinks(site: Site): PageProblem[] {
  const findBroken = referenceCheck(site);
  return site.pages.flatMap((page) =>
    findBroken(page).map((draft) => ({
      route: page.route,
      diagnostic: { ...draft, place: { file: page.route.source } },
    })),
  );
}

/** @returns what is wrong with the references of a page */
function referenceCheck({ pages, otherFiles, site, base, assetPrefix, redirects }: Site): (page: PageFacts) => Draft[] {
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

  const lead = (page: PageFacts, written: string, from: string): Draft | undefined => {
    // What another host has, the site has, too.
    const isElsewhere = assetPrefix !== base && written.startsWith(`${assetPrefix}assets/`);
    const url = isElsewhere ? base + written.slice(assetPrefix.length) : written;
    const address = `${origin}${base}${page.route.path.slice(1)}`;
    if (!URL.canParse(url, address)) return broken(url, from, 'is not an address');
    const target = new URL(url, address);
    if (target.origin !== origin || !/^https?:$/.test(target.protocol)) return undefined;
    const pathname = decodePath(target.pathname);
    if (pathname === undefined) return broken(url, from, 'is not an address');
    if (!pathname.startsWith(base)) return broken(url, from, `lies outside the base "${base}"`);
    const inside = pathname.slice(base.length);
    const found = [inside, `${inside}index.html`].find(
      (file) => files.has(file) && !(file === '' || file.endsWith('/')),
    );
    if (found === undefined) {
      const moved = findRedirect(redirects, `/${inside}`);
      if (moved !== undefined) {
        const message = `The page links to "${url}", which the config redirects.`;
        return { code: 'link-redirect', severity: 'warning', message, hint: `write "${moved.to}"` };
      }
      if (!files.has(`${inside}/index.html`)) return broken(url, from, undefined);
      const message = `The page links to "${url}", which most hosts answer with a redirect.`;
      return { code: 'link-redirect', severity: 'warning', message, hint: `write "${url.replace(/(?=[?#]|$)/, '/')}"` };
    }
    const id = decodePath(target.hash.slice(1).replace(/:~:.*$/, ''));
    const targetPage = pageByOutput.get(found);
    if (!id || id === 'top' || targetPage === undefined || hasId(targetPage, id)) return undefined;
    const message = `The page links to "${url}", and nothing on that page has the id "${id}".`;
    return { code: 'fragment-broken', severity: 'error', message };
  };

  // Pages of a site name the same addresses again and again.
  const known = new Map<Reference, Draft | undefined>();
  const leadOnce = (page: PageFacts, reference: Reference): Draft | undefined => {
    const { url, from } = reference;
    if (!isAbsolute(url)) return lead(page, url, from);
    if (!known.has(reference)) known.set(reference, lead(page, url, from));
    return known.get(reference);
  };
  return (page) => {
    const drafts: Draft[] = [];
    for (const reference of page.references) {
      const draft = leadOnce(page, reference);
      if (draft !== undefined) drafts.push(draft);
    }
    return drafts;
  };
}

/** Whether it means the same on each page. */
function isAbsolute(url: string): boolean {
  return url.startsWith('/') || /^[a-z]+:/i.test(url);
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

/** Islands on pages that no file is there for, so that nothing in the browser would wake them. */
function findUnknownIslands(pages: readonly PageFacts[], islands: readonly IslandFile[]): PageProblem[] {
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
function refusePlaceholders(placeholders: readonly OpenPlaceholder[]): Diagnostic[] {
  return placeholders.map(({ what, place }) => ({
    code: 'placeholder',
    severity: 'error',
    message: `Still a placeholder: ${what}.`,
    ...(place && { place }),
  }));
}
