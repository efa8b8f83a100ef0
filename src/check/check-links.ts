/** Finds broken links. */
import type { SiteRedirect } from '../api/host.ts';
import { isErrorPage } from '../api/error-pages.ts';
import { isElsewhere } from '../api/elsewhere.ts';
import { findRedirect } from '../hosts/redirects.ts';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { PageProblem, Reference } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { decodePath, findTarget } from '../shared/paths.ts';
import type { FindAddress } from './find-address.ts';

/** The pages of a site, and everything that they can refer to. */
export interface LinkedSite {
  readonly pages: readonly PageFacts[];
  /** Every file that is not a page, from `out`. */
  readonly otherFiles: readonly string[];
  readonly site: string | undefined;
  readonly base: string;
  readonly assetPrefix: string;
  readonly redirects: readonly SiteRedirect[];
  readonly elsewhere: readonly string[];
  readonly trailingSlash: boolean;
  readonly findAddress: FindAddress;
}

/** The site, indexed for looking up references. */
interface Targets extends LinkedSite {
  readonly origin: string;
  /** By path in `out`. */
  readonly pageByOutput: ReadonlyMap<string, PageFacts>;
  readonly files: ReadonlySet<string>;
  readonly hasId: (page: PageFacts, id: string) => boolean;
}

/** Checks every reference of every page to the site itself. */
export function checkLinks(site: LinkedSite): PageProblem[] {
  const targets = indexTargets(site);
  /** Many pages contain the same addresses. */
  const checked = new Map<Reference, Diagnostic | undefined>();
  const check = (page: PageFacts, reference: Reference): Diagnostic | undefined => {
    if (!isSameOnEveryPage(reference.url)) return checkReference(targets, page, reference);
    if (!checked.has(reference)) checked.set(reference, checkReference(targets, page, reference));
    return checked.get(reference);
  };
  const problems: PageProblem[] = [];
  for (const page of site.pages) {
    for (const reference of page.references) {
      const diagnostic = check(page, reference);
      if (diagnostic === undefined) continue;
      const { source } = page.route;
      const written = site.findAddress(source, formsOf(site, reference.url));
      problems.push({ route: page.route, diagnostic: { ...diagnostic, place: { file: source }, ...written } });
    }
  }
  return problems;
}

/** The forms in which an address may be written in the sources. An id alone is missing on the page, not at the link. */
function formsOf(site: LinkedSite, reference: string): string[] {
  if (reference.startsWith('#')) return [];
  const { base } = site;
  const url = withBase(site, reference);
  const forms = url.startsWith(base) ? [url, `/${url.slice(base.length)}`] : [url];
  return [...new Set([...forms, ...forms.map((form) => form.replace(/(?<=.)\/$/, ''))])]; // `href('/about')`
}

function indexTargets(site: LinkedSite): Targets {
  const pageByOutput = new Map(site.pages.map((page) => [page.route.output, page]));
  const files = new Set([...pageByOutput.keys(), ...site.otherFiles]);
  const idsOf = new Map<PageFacts, ReadonlySet<string>>();
  const hasId = (page: PageFacts, id: string): boolean => {
    const ids = idsOf.get(page) ?? new Set(page.ids);
    idsOf.set(page, ids);
    return ids.has(id);
  };
  // Without `site`, no link can name the site's origin, so any origin works for resolving links.
  return { ...site, origin: site.site ?? 'http://localhost', pageByOutput, files, hasId };
}

/** @returns `undefined` if the reference is valid, or leads to another site */
function checkReference(targets: Targets, page: PageFacts, reference: Reference): Diagnostic | undefined {
  const { base, elsewhere, files, pageByOutput, trailingSlash } = targets;
  const url = withBase(targets, reference.url);
  const broken = (reason?: string) => brokenReference(url, reference.from, reason);
  const target = findOwnTarget(targets, page, url);
  if (target === 'on another site') return undefined;
  if (target === undefined) return broken('is not a valid address');
  const { pathname, hash } = target;
  const isInBase = pathname.startsWith(base);
  const inside = pathname.slice(base.length);
  const file = isInBase ? findTarget(files, inside, trailingSlash) : undefined;
  if (file === undefined && isElsewhere(elsewhere, pathname)) return undefined;
  if (!isInBase) return broken(`is outside the base "${base}"`);
  if (file === undefined) return findRedirection(targets, url, inside) ?? broken();
  const targetPage = pageByOutput.get(file);
  if (targetPage === undefined) return undefined;
  const isClean = trailingSlash || inside !== file || isErrorPage(file);
  if (!isClean) return findRedirection(targets, url, inside) ?? broken();
  return checkFragment(targets, targetPage, url, hash);
}

/** @returns the target with its path decoded; `undefined` for an address that is not valid */
function findOwnTarget(
  { origin, base }: Targets,
  page: PageFacts,
  url: string,
): Pick<Target, 'pathname' | 'hash'> | 'on another site' | undefined {
  const target = resolve(url, origin, `${origin}${base}${page.route.path.slice(1)}`);
  if (target?.isOwn === false) return 'on another site';
  const pathname = target && decodePath(target.pathname);
  return target && pathname !== undefined ? { pathname, hash: target.hash } : undefined;
}

/** A path that is parsed to itself: without dot segments, escapes, query or fragment. Parsing takes most of the time here. */
const PLAIN_PATH = /^\/(?:\w[\w.~-]*\/)*(?:\w[\w.~-]*)?$/;

interface Target {
  readonly pathname: string;
  readonly hash: string;
  /** True if it is on the site itself. */
  readonly isOwn: boolean;
}

/** @returns `undefined` for an address that is not valid */
function resolve(url: string, ownOrigin: string, pageAddress: string): Target | undefined {
  if (PLAIN_PATH.test(url)) return { pathname: url, hash: '', isOwn: true };
  if (!URL.canParse(url, pageAddress)) return undefined;
  const { origin, protocol, pathname, hash } = new URL(url, pageAddress);
  return { pathname, hash, isOwn: origin === ownOrigin && /^https?:$/.test(protocol) };
}

/** Files with hashed names on the host of `assetPrefix` also belong to the site. */
function withBase({ base, assetPrefix }: LinkedSite, url: string): string {
  const isOnAssetHost = assetPrefix !== base && url.startsWith(`${assetPrefix}assets/`);
  return isOnAssetHost ? base + url.slice(assetPrefix.length) : url;
}

/** @param inside the path of the address, without the base */
function findRedirection(targets: Targets, url: string, inside: string): Diagnostic | undefined {
  const { redirects, files, trailingSlash } = targets;
  const redirect = findRedirect(redirects, `/${inside}`);
  if (redirect !== undefined) {
    const message = `The page links to "${url}", which the config redirects.`;
    return warning('link-redirect', message, { hint: `write "${redirect.to}"` });
  }
  const bare = inside.replace(/(\/|\.html)$/, '');
  if (!trailingSlash && files.has(`${bare}.html`)) {
    const message = `The page links to "${url}", which many hosts redirect, or do not find.`;
    return warning('link-redirect', message, { hint: `write "${url.replace(/(\/|\.html)(?=[?#]|$)/, '')}"` });
  }
  if (!files.has(`${inside}/index.html`)) return undefined;
  const message = `The page links to "${url}", which most hosts redirect to the address with a slash.`;
  return warning('link-redirect', message, { hint: `write "${url.replace(/(?=[?#]|$)/, '/')}"` });
}

function checkFragment({ hasId }: Targets, page: PageFacts, url: string, hash: string): Diagnostic | undefined {
  const id = decodePath(hash.slice(1).replace(/:~:.*$/, ''));
  if (!id || id === 'top' || hasId(page, id)) return undefined;
  return error('fragment-broken', `The page links to "${url}", but that page has no element with the id "${id}".`);
}

/** True for addresses that start with a slash or a scheme. */
function isSameOnEveryPage(url: string): boolean {
  return url.startsWith('/') || /^[a-z]+:/i.test(url);
}

function brokenReference(url: string, from: string, reason: string | undefined): Diagnostic {
  const isLink = /^(a|area|form)\[/.test(from);
  const verb = isLink ? 'links to' : 'uses';
  const problem = reason === undefined ? 'but no page or file has that address' : `which ${reason}`;
  return error(isLink ? 'link-broken' : 'asset-missing', `The page ${verb} "${url}", ${problem}.`);
}
