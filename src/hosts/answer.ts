import type { Host, HostedSite, Redirect } from '../api/host.ts';
import { findRedirect, targetOf } from './redirects.ts';

/** What a host answers to a request. */
export interface Answer {
  readonly status: number;
  /** Where it sends the visitor to, as it stands in the header. */
  readonly location?: string;
  /** The file that it shows, from `out`; also for a 404. */
  readonly file?: string;
}

/** What is asked for. */
export interface Asked {
  /** Decoded, with the base: `/docs/contact/`. */
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly query: string;
}

/**
 * What a host answers, by what is known of it.
 *
 * @param has whether the site has a file, from `out`
 */
export function answerOf(
  host: Host,
  site: HostedSite,
  { pathname, query }: Asked,
  has: (file: string) => boolean,
): Answer {
  const { base, redirects } = site;
  if (`${pathname}/` === base && host.folder !== 'page') return leadTo(host.folder, base, query);
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
  if (inside === undefined) return missing(host, '', has);
  const moved = host.redirects ? findRedirect(redirects, `/${inside}`) : undefined;
  if (moved !== undefined) return { status: 301, location: targetOf(base, moved) };
  if (host.knowsNoFiles && host.folder !== 'page' && mayBeFolder(inside)) {
    return leadTo(host.folder, `${pathname}/`, query);
  }
  if (isHidden(inside)) return missing(host, inside, has);
  const isFolder = inside === '' || inside.endsWith('/');
  if (isFolder)
    return has(`${inside}index.html`) ? { status: 200, file: `${inside}index.html` } : missing(host, inside, has);
  if (has(inside)) {
    const folder = /^(?:(.*\/))?index\.html$/.exec(inside);
    if (folder === null || host.index === 'page') return { status: 200, file: inside };
    return leadTo(host.index, base + (folder[1] ?? ''), query);
  }
  const index = `${inside}/index.html`;
  if (!has(index) || host.knowsNoFiles) return missing(host, inside, has);
  if (host.folder === 'page') return { status: 200, file: index };
  return leadTo(host.folder, `${pathname}/`, query);
}

/**
 * No host shows hidden files but those of RFC 8615: some have been told, and others are not given them.
 *
 * @param file from `out`
 */
export function isHidden(file: string): boolean {
  return /(^|\/)\.(?!well-known\/[^.])/.test(file);
}

/** What the function in cloudfront.ts takes for a folder: `/contact`; not `/v1.2`, and not what may lead to other sites. */
function mayBeFolder(inside: string): boolean {
  return /(^|\/)[^/.]+$/.test(inside) && !/^\/|\/\/|(^|\/)\.well-known\//.test(inside);
}

function leadTo({ status, keepsQuery }: Redirect, pathname: string, query: string): Answer {
  return { status, location: encodeURI(pathname) + (keepsQuery ? query : '') };
}

function missing({ errorPage }: Host, inside: string, has: (file: string) => boolean): Answer {
  const folders = errorPage === 'top' ? [] : inside.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const file = [...folders.slice(0, depth), '404.html'].join('/');
    if (has(file)) return { status: 404, file };
  }
  return { status: 404 };
}
