/** Finds broken links. */
import type { SiteRedirect } from '../api/host.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { matchesPattern, readPattern } from '../shared/route-pattern.ts';
import { findRedirect } from '../hosts/redirects.ts';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { Config, PageProblem, Reference } from '../shared/model.ts';
import type { ContentUse, PageFacts } from '../shared/page-facts.ts';
import {
  absoluteUrl,
  decode,
  decodePath,
  encodePath,
  encodeSegment,
  isElsewhere,
  withBase,
} from '../shared/address.ts';
import { suggestName } from '../shared/suggest-name.ts';
import { describeUnpublished, type UnpublishedPage } from '../shared/unpublished.ts';
import { findTarget, toPageFile } from '../shared/paths.ts';
import type { FileNames } from '../site/output.ts';
import { frameAt } from './describe-problems.ts';
import { TARGETS } from './html/targets.ts';
import { createAddressSuggester } from './similar-address.ts';

/** The pages of a site, and everything that they can refer to. */
export interface LinkedSite {
  readonly pages: readonly PageFacts[];
  /** The patterns of page files whose pages are not all known. */
  readonly unlisted: readonly string[];
  /** Pages that the build leaves out. */
  readonly unpublished: readonly UnpublishedPage[];
  /** Everything that pages can refer to, from `out`: pages and other files. */
  readonly files: FileNames;
  readonly site: string | undefined;
  readonly base: string;
  readonly assetPrefix: string;
  readonly redirects: readonly SiteRedirect[];
  readonly elsewhere: readonly string[];
  readonly trailingSlash: boolean;
  readonly root: string;
  /** A page, by its file in `out`. */
  readonly pageAt: (output: string) => PageFacts | undefined;
}

/** The site, indexed for looking up references. */
interface Targets extends LinkedSite {
  readonly origin: string;
  /** By path in `out`. */
  readonly unpublishedByOutput: ReadonlyMap<string, UnpublishedPage>;
  readonly idsOf: (page: PageFacts) => ReadonlySet<string>;
  /** @returns the address that the author of a broken link probably meant, decoded and without the base */
  readonly findSimilar: (path: string) => string | undefined;
}

/**
 * Finds links that are right whatever pages follow: to an id on the same page, or to a page that exists. A site can have many
 * millions of them, which need not be kept.
 *
 * @returns returns the other references of a page. `isPage` is true for the file of a page that exists, from `out`
 */
export function createLinkFilter({ site, base, trailingSlash }: Pick<Config, 'site' | 'base' | 'trailingSlash'>) {
  const home = site === undefined ? undefined : absoluteUrl(site, base, '/');
  const isRight = ({ ids }: PageFacts, { url }: Reference, isPage: (output: string) => boolean): boolean => {
    if (url.startsWith('#')) return ids.includes(url.slice(1));
    const path = home !== undefined && url.startsWith(home) ? `${base}${url.slice(home.length)}` : url;
    if (!path.startsWith(base) || !PLAIN_PATH.test(path)) return false;
    const inside = path.slice(base.length);
    const file = findTarget({ has: isPage }, inside, trailingSlash);
    return file !== undefined && isCleanAddress(inside, file, trailingSlash);
  };
  return (page: PageFacts, isPage: (output: string) => boolean): readonly Reference[] => {
    if (refusalsOf(page).size > 0) return page.references;
    const kept = page.references.filter((reference) => !isRight(page, reference, isPage));
    return kept.length === 0 ? NO_REFERENCES : kept;
  };
}

/** One list for all pages. */
const NO_REFERENCES: readonly Reference[] = [];

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
    if (page.content !== undefined) problems.push(...checkEntries(targets, page, page.content));
    const refusals = refusalsOf(page, site.pages);
    for (const reference of page.references) {
      const diagnostic = refusals.get(reference.url) ?? check(page, reference);
      if (diagnostic === undefined || isAlternate(site, page, reference)) continue;
      const written = formsOf(site, reference.url);
      const place = { place: { file: page.route.source }, target: TARGETS.reference(reference) };
      const inContent = findInContent(site.root, page, [reference.url, ...written]);
      problems.push({ route: page.route, diagnostic: { ...diagnostic, ...(inContent ?? place) } });
    }
  }
  return problems;
}

/** A collection computes the addresses of its files, so they may lead to pages that render other files, or none. */
function checkEntries(
  { files, pageAt, root, trailingSlash }: Targets,
  page: PageFacts,
  content: readonly ContentUse[],
): PageProblem[] {
  const links = content.flatMap((use) => use.links);
  return links.flatMap(({ url, entry }) => {
    const inside = entry && decodePath(url.replace(/[?#].*/s, ''))?.slice(1);
    const target = pageAt((inside && findTarget(files, inside, trailingSlash)) ?? '');
    if (target === undefined || target.content?.some(({ file }) => file === entry) === true) return [];
    const message = `The page links to ${entry}, but the page at "${url}" does not render that file.`;
    const diagnostic = error('link-broken', message, { hint: 'correct the `path` of its collection, or the page' });
    return [{ route: page.route, diagnostic: { ...diagnostic, ...findInContent(root, page, [url]) } }];
  });
}

/** Files that content refers to and that have no address, by what is written. @param pages one of them may render the file */
function refusalsOf({ content }: PageFacts, pages: readonly PageFacts[] = []): ReadonlyMap<string, Diagnostic> {
  if (content === undefined) return NO_REFUSALS;
  const links = content.flatMap((use) => use.links);
  return new Map(
    links.flatMap(({ url, entry = '', refused }) => {
      if (refused === undefined) return [];
      if ('collection' in refused) return [[url, describePathless(entry, refused.collection, pages)]];
      return [[url, error('asset-refused', refused.message, { hint: refused.hint })]];
    }),
  );
}

/** An entry that may have a page, but no address: its collection does not compute one. */
function describePathless(entry: string, collection: string, pages: readonly PageFacts[]): Diagnostic {
  const rendering = pages.filter(({ content = [] }) => content.some(({ file }) => file === entry));
  const sources = new Set(
    rendering.map(({ route }) => route.source).filter((source) => toPageFile(source).isParametric),
  );
  const [source] = sources.size === 1 ? sources : [];
  const pattern = source === undefined ? '/…/[slug]' : toPageFile(source).pattern.replace(/\/$/, '');
  const names = readPattern(pattern).flatMap(({ name }) => name ?? []);
  const params = names.length === 1 && names[0] !== 'slug' ? `${names[0]}: slug` : names.join(', ');
  const call = `path: ({ slug }) => href('${pattern}', { ${params} })`;
  const message = `The page links to ${entry}, but the collection has no \`path\`: add \`${call}\`.`;
  const page = source ? `, whose entries are the pages of ${source}` : '';
  return error('link-broken', message, { hint: `write it into the options of the collection ${collection}${page}` });
}

/** True for a reference that `checkAlternates` reports. */
function isAlternate({ site, base }: LinkedSite, { alternates = [] }: PageFacts, { url, from }: Reference): boolean {
  return from === 'link[href]' && alternates.some(({ path }) => url === absoluteUrl(site ?? '', base, path));
}

const NO_REFUSALS: ReadonlyMap<string, Diagnostic> = new Map();

/** The forms in which an address may be written in the sources. None for an id alone: the page lacks it. */
function formsOf(site: LinkedSite, reference: string): string[] {
  if (reference.startsWith('#')) return [];
  const { base } = site;
  const url = fromAssetHost(site, reference);
  const forms = url.startsWith(base) ? [url, `/${url.slice(base.length)}`] : [url];
  return [...new Set([...forms, ...forms.map((form) => form.replace(/(?<=.)\/$/, ''))])]; // `href('/about')`
}

function indexTargets(site: LinkedSite): Targets {
  const unpublishedByOutput = new Map(site.unpublished.map((page) => [page.route.output, page]));
  const knownIds = new Map<PageFacts, ReadonlySet<string>>();
  const idsOf = (page: PageFacts): ReadonlySet<string> => {
    const ids = knownIds.get(page) ?? new Set(page.ids);
    knownIds.set(page, ids);
    return ids;
  };
  // Without `site`, no link can name the site's origin, so any origin works for resolving links.
  return {
    ...site,
    origin: site.site ?? 'http://localhost',
    unpublishedByOutput,
    idsOf,
    findSimilar: createAddressSuggester(site.files, site.trailingSlash),
  };
}

/** @returns `undefined` if the reference is valid, or leads to another site */
function checkReference(targets: Targets, page: PageFacts, reference: Reference): Diagnostic | undefined {
  const { base, elsewhere, files, trailingSlash, unlisted } = targets;
  if (reference.from === 'base[href]') return undefined; // reported as `base-element`
  const url = fromAssetHost(targets, reference.url);
  const broken = (reason: string, hint?: string) => brokenReference(url, reference.from, reason, hint);
  if (isSplitCandidate(reference)) return broken('has a space in its address', `write "${joinCandidate(url)}"`);
  const target = resolve(url, targets, page);
  if (target === undefined) return broken('is not a valid address');
  if (!target.isOwn) return undefined;
  const pathname = decodePath(target.pathname);
  const inside = pathname?.startsWith(base) === true ? pathname.slice(base.length) : undefined;
  const file = inside === undefined ? undefined : findTarget(files, inside, trailingSlash);
  if (inside !== undefined && file !== undefined) return checkFound(targets, reference, { url, inside, file, target });
  if (isElsewhere(elsewhere, target.pathname)) return undefined;
  if (inside !== undefined && unlisted.some((pattern) => matchesPattern(pattern, inside))) return undefined;
  if (pathname === undefined) return broken('is not a valid address');
  if (inside === undefined) return describeOutside(base, reference, url, target);
  return describeMissingTarget(targets, reference, url, inside);
}

/** A relative address, as of a file that is gone, cannot have lost its base. */
function describeOutside(base: string, { from }: Reference, url: string, { pathname }: Target): Diagnostic {
  if (!isSameOnEveryPage(url)) return brokenReference(url, from);
  const hint = `the base is added only to JSX: write "${withBase(base, pathname)}" in other HTML`;
  return brokenReference(url, from, `is outside the base "${base}"`, hint);
}

interface FoundFile {
  readonly url: string;
  /** The path of the address, without the base. */
  readonly inside: string;
  readonly file: string;
  readonly target: Target;
}

function checkFound(targets: Targets, { from }: Reference, found: FoundFile): Diagnostic | undefined {
  const { url, inside, file, target } = found;
  const page = targets.pageAt(file);
  if (page === undefined) return undefined;
  if (!isCleanAddress(inside, file, targets.trailingSlash))
    return findRedirection(targets, url, inside) ?? brokenReference(url, from);
  return checkFragment(targets, page, url, target.hash);
}

/** False for the file of a page where addresses have no endings: `about.html`. */
function isCleanAddress(inside: string, file: string, trailingSlash: boolean): boolean {
  return trailingSlash || inside !== file || isErrorPage(file);
}

/** True for a candidate of a `srcset` with spaces in its address, which browsers skip. */
function isSplitCandidate({ url, from }: Reference): boolean {
  return from.endsWith('srcset]') && /\s/.test(url);
}

/** `/my photo.png 2x` -> `/my%20photo.png 2x` */
function joinCandidate(candidate: string): string {
  return candidate.replace(/\s+(?![\d.]+[wxh]$)/gi, '%20');
}

/** @param inside the path of the address, without the base */
function findUnpublished(
  { unpublishedByOutput, trailingSlash }: Targets,
  { from }: Reference,
  url: string,
  inside: string,
): Diagnostic | undefined {
  const output = findTarget(unpublishedByOutput, inside, trailingSlash) ?? `${inside}/index.html`;
  const page = unpublishedByOutput.get(output);
  if (page === undefined) return undefined;
  const hint = `leave the link out until then; the page is ${page.route.source}`;
  return brokenReference(url, from, describeUnpublished(page), hint);
}

/** @param inside the path of the address, without the base */
function describeMissingTarget(targets: Targets, reference: Reference, url: string, inside: string): Diagnostic {
  return (
    findUnpublished(targets, reference, url, inside) ??
    findRedirection(targets, url, inside) ??
    describeUnknownAddress(targets, reference, url, inside)
  );
}

function describeUnknownAddress(
  { base, findSimilar }: Targets,
  { from }: Reference,
  url: string,
  inside: string,
): Diagnostic {
  const near = findSimilar(`/${inside}`);
  const missing = brokenReference(url, from);
  if (near === undefined) return missing;
  return { ...missing, message: `${missing.message} Did you mean "${encodePath(withBase(base, near))}"?` };
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
function resolve(url: string, { origin: ownOrigin, base }: Targets, page: PageFacts): Target | undefined {
  if (PLAIN_PATH.test(url)) return { pathname: url, hash: '', isOwn: true };
  const pageAddress = absoluteUrl(ownOrigin, base, page.route.path);
  if (!URL.canParse(url, pageAddress)) return undefined;
  const { origin, protocol, pathname, hash } = new URL(url, pageAddress);
  return { pathname, hash, isOwn: origin === ownOrigin && /^https?:$/.test(protocol) };
}

/** Files with hashed names on the host of `assetPrefix` also belong to the site. */
function fromAssetHost({ base, assetPrefix }: LinkedSite, url: string): string {
  const isOnAssetHost = assetPrefix !== base && url.startsWith(`${assetPrefix}assets/`);
  return isOnAssetHost ? withBase(base, `/${url.slice(assetPrefix.length)}`) : url;
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

/** As browsers do: https://html.spec.whatwg.org/#find-a-potential-indicated-element */
function checkFragment({ idsOf }: Targets, page: PageFacts, url: string, hash: string): Diagnostic | undefined {
  if (hash === '') return undefined;
  const written = hash.slice(1).replace(/:~:.*$/, '');
  const id = decode(written);
  const ids = idsOf(page);
  if (!id || ids.has(written) || ids.has(id) || id.toLowerCase() === 'top') return undefined;
  const near = suggestName(id, ids);
  const advice = near === undefined ? '' : ` Did you mean "#${encodeSegment(near)}"?`;
  const message = `The page links to "${url}", but that page has no element with the id "${id}".${advice}`;
  return error('fragment-broken', message);
}

/** True for addresses that start with a slash or a scheme. */
function isSameOnEveryPage(url: string): boolean {
  return url.startsWith('/') || /^[a-z]+:/i.test(url);
}

function brokenReference(url: string, from: string, reason?: string, hint?: string): Diagnostic {
  const isLink = /^(a|area|form)\[|\[(formaction|cite)\]$/.test(from);
  const verb = isLink ? 'links to' : 'uses';
  const problem = reason === undefined ? 'but no page or file has that address' : `which ${reason}`;
  return error(isLink ? 'link-broken' : 'asset-missing', `The page ${verb} "${url}", ${problem}.`, { hint });
}

/** @returns the place of an address in a content file on a page */
function findInContent(
  root: string,
  { content = [] }: PageFacts,
  addresses: readonly string[],
): Partial<Diagnostic> | undefined {
  const links = content.flatMap(({ file, links: all }) => all.map((link) => ({ file, ...link })));
  const found = links.find(({ url }) => addresses.includes(url));
  if (found === undefined) return undefined;
  const place = { file: found.file, line: found.line, column: found.column };
  const frame = frameAt(root, place);
  return { place, ...(frame && { frame }) };
}
