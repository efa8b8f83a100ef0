import type { Host, HostedSite, Redirect } from '../api/host.ts';
import { encodePath, withBase } from '../shared/address.ts';
import { isNamedPage } from '../shared/paths.ts';
import { canRedirect, findRedirect, onlyGone, targetOf, withQuery } from './redirects.ts';

/** A host's response to a request. */
export interface Answer {
  readonly status: number;
  /** The target of a redirect, as in the `Location` header. */
  readonly location?: string;
  /** The file it sends, even for a 404, from `out`. */
  readonly file?: string;
}

export interface HostRequest {
  /** Decoded, with the base: `/docs/contact/`. */
  readonly pathname: string;
  /** Starts with `?`, or is empty. */
  readonly query: string;
}

/**
 * How a host responds to a request, according to its description.
 *
 * @param exists returns true if the site has a file, from `out`
 */
export function answerOf(
  host: Host,
  site: HostedSite,
  { pathname, query }: HostRequest,
  exists: (file: string) => boolean,
): Answer {
  const { base } = site;
  if (`${pathname}/` === base && host.folder !== 'page') return redirectTo(host.folder, base, query);
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
  if (inside === undefined) return missing(host, '', exists);
  const configured = answerForConfig(host, site, { inside, query }, exists);
  if (configured !== undefined) return configured;
  if (!site.trailingSlash) {
    const found = answerForPageFile(host, { base, inside, query }, exists);
    if (found !== undefined) return found;
  } else if (host.skipsFileLookup && host.folder !== 'page' && mayBeFolder(inside)) {
    return redirectTo(host.folder, `${pathname}/`, query);
  }
  return isHidden(inside) ? missing(host, inside, exists) : answerForFile(host, { base, inside, query }, exists);
}

/** @returns the response to an address of `redirects` or `gone` */
function answerForConfig(
  host: Host,
  site: HostedSite,
  { inside, query }: Pick<FileRequest, 'inside' | 'query'>,
  exists: (file: string) => boolean,
): Answer | undefined {
  const moved = host.redirects ? findRedirect(site.redirects, `/${inside}`) : undefined;
  if (moved !== undefined && canRedirect(host, site, moved))
    return { status: 301, location: withQuery(targetOf(site, moved), query) };
  const gone = host.gone && findRedirect(onlyGone(site).redirects, `/${inside}`);
  if (gone === undefined || !canRedirect(host, site, gone)) return undefined;
  return host.gone === 'bare' ? { status: 410 } : { ...missing(host, inside, exists), status: 410 };
}

interface FileRequest {
  readonly base: string;
  /** The path without the base and the leading slash. */
  readonly inside: string;
  readonly query: string;
}

/** The host's answer with a file, or with a redirect to its address. */
function answerForFile(host: Host, { base, inside, query }: FileRequest, exists: (file: string) => boolean): Answer {
  const isFolder = inside === '' || inside.endsWith('/');
  if (isFolder)
    return exists(`${inside}index.html`) ? { status: 200, file: `${inside}index.html` } : missing(host, inside, exists);
  if (exists(inside)) {
    const folder = /^(?:(.*\/))?index\.html$/.exec(inside);
    if (folder === null || host.index === 'page') return { status: 200, file: inside };
    return redirectTo(host.index, withBase(base, `/${folder[1] ?? ''}`), query);
  }
  const index = `${inside}/index.html`;
  if (!exists(index) || host.skipsFileLookup) return missing(host, inside, exists);
  if (host.folder === 'page') return { status: 200, file: index };
  return redirectTo(host.folder, withBase(base, `/${inside}/`), query);
}

/** @returns the response to requests that have special rules on a site without trailing slashes */
function answerForPageFile(
  { pageFile, skipsFileLookup }: Host,
  { base, inside, query }: FileRequest,
  exists: (file: string) => boolean,
): Answer | undefined {
  const { slash, redirectsAll, extension } = pageFile;
  if (inside === '' || isHidden(inside) || isDoubtful(inside)) return undefined;
  if (inside.endsWith('/')) {
    const path = inside.slice(0, -1);
    const isFolder = !skipsFileLookup && exists(`${inside}index.html`);
    const isRedirected = !isFolder && (redirectsAll || exists(`${path}.html`));
    return isRedirected && slash !== 'missing' ? redirectTo(slash, withBase(base, `/${path}`), query) : undefined;
  }
  if (exists(inside)) {
    return isNamedPage(inside) && extension !== 'page'
      ? redirectTo(extension, withBase(base, `/${inside.slice(0, -5)}`), query)
      : undefined;
  }
  return exists(`${inside}.html`) ? { status: 200, file: `${inside}.html` } : undefined;
}

/** A redirect to it could lead to another site ("//elsewhere.example/"), or be cached for a year. */
function isDoubtful(inside: string): boolean {
  return /^[/\\]|\/\/|^assets\/$/.test(inside);
}

/**
 * No host serves hidden files, except those of RFC 8615 (`.well-known`): some are configured that way, others never get them.
 *
 * @param file from `out`
 */
export function isHidden(file: string): boolean {
  return /(^|\/)\.(?!well-known\/[^.])/.test(file);
}

/** Mirrors the function in cloudfront.ts: `/contact` is a folder, but not `/v1.2`, nor a path that may lead to another site. */
function mayBeFolder(inside: string): boolean {
  return /(^|\/)[^/.]+$/.test(inside) && !/^\/|\/\/|(^|\/)\.well-known\//.test(inside);
}

function redirectTo({ status, keepsQuery }: Redirect, pathname: string, query: string): Answer {
  return { status, location: encodePath(pathname) + (keepsQuery ? query : '') };
}

function missing({ errorPage }: Host, inside: string, exists: (file: string) => boolean): Answer {
  const folders = errorPage === 'top' ? [] : inside.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const file = [...folders.slice(0, depth), '404.html'].join('/');
    if (exists(file)) return { status: 404, file };
  }
  return { status: 404 };
}
