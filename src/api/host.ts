/** How hosts respond, as data. Types only. */

export type HostName =
  'apache' | 'cloudflare' | 'cloudflare-workers' | 'cloudfront' | 'github' | 'netlify' | 'nginx' | 's3' | 'vercel';

export interface Redirect {
  readonly status: 301 | 302 | 307 | 308;
  readonly keepsQuery: boolean;
}

interface PageFileAnswers {
  /** The response to `/contact/`. */
  readonly slash: Redirect | 'missing';
  /** Redirects any path with a slash that has no `index.html`, without looking for the page. */
  readonly redirectsAll?: true;
  /** The response to `/contact.html`. */
  readonly extension: Redirect | 'page';
}

export type Encoding = 'br' | 'gzip';

/** A host configured with the files that a build generates for it, if any. */
export interface Host {
  /** Its name: `Cloudflare Pages`. */
  readonly title: string;
  /** The response to `/contact` if there is a `contact/index.html`. `page` sends that file. */
  readonly folder: Redirect | 'page';
  /** The response to `/contact/index.html`. */
  readonly index: Redirect | 'page';
  /** The responses to a page `contact.html`, on a site without trailing slashes. Each host sends it for `/contact`. */
  readonly pageFile: PageFileAnswers;
  /** It redirects by path alone, without looking for files: a path without a trailing slash and without a dot is a folder. */
  readonly skipsFileLookup?: true;
  /** Reads `+` in an address as a space, so that only `%2B` finds such a file. */
  readonly readsPlusAsSpace?: true;
  /** Which `404.html` it sends for an unknown address: the one at the top, or the one in the nearest folder. */
  readonly errorPage: 'top' | 'nearest';
  /** Compresses responses `itself`, sends compressed copies (`siblings`, such as `page.html.br`), or does neither. */
  readonly compression: 'itself' | 'siblings' | 'nothing';
  /** In its order of preference. */
  readonly encodings: readonly Encoding[];
  /**
   * Which headers can be configured: `all`; `all-alike`, the same for every file except `Cache-Control`; `stored`, only
   * type and `Cache-Control` of each file; or `none`.
   */
  readonly headers: 'all' | 'all-alike' | 'stored' | 'none';
  /** The fixed `Cache-Control` of a host without configurable headers. */
  readonly cacheControl?: string;
  /** How it answers 410 for an address of `gone`: with its error page, or without one. Absent: it answers 404. */
  readonly gone?: 'page' | 'bare';
  /** The file with its settings in the project, which must be committed, because it reads it before the build. */
  readonly readsBefore?: string;
  /** True if redirects can be configured. Otherwise each is replaced by a page that redirects. */
  readonly redirects: boolean;
  /** Matches redirects, as `/docs/old/ https://example.org/`, that would not work, or at other addresses. They are not configured. */
  readonly cannotRedirect?: RegExp;
  /** The most that it accepts on its free plan: the number of files, and the bytes of each. */
  readonly limits?: { readonly files: number; readonly fileSize: number };
}

/** A site as hosts know it. */
export interface HostedSite {
  /** `/`, or `/docs/`. */
  readonly base: string;
  /** Its folder, from the project: `out`. */
  readonly out: string;
  readonly headers: Headers;
  /** The policy that all pages have themselves. `headers` have it, too. */
  readonly pagePolicy?: string | undefined;
  /** It has a `500.html`. */
  readonly hasFailurePage?: boolean;
  readonly redirects: readonly SiteRedirect[];
  /** Addresses that no longer exist, without the base, decoded: `/old/`. Also without the trailing slash. */
  readonly gone: readonly string[];
  /** Folders that have their own `404.html`, the innermost first: `/de/`. Without the base, decoded. */
  readonly errorFolders: readonly string[];
  /** Addresses that other servers answer: `/api/`. */
  readonly elsewhere: readonly string[];
  /** True if page addresses end with a slash. */
  readonly trailingSlash: boolean;
}

/** Headers by their names, as they are sent. */
export type Headers = Readonly<Record<string, string>>;

/** An address that has moved. */
export interface SiteRedirect {
  /** Without the base, decoded: `/old/`. Also applies without the trailing slash. */
  readonly from: string;
  /** A path within the site, without the base; an address of another server on its host; or an absolute URL. */
  readonly to: string;
}

/** A settings file for a host. */
export interface HostFile {
  /** Relative to its place. */
  readonly name: string;
  /**
   * `out`: published with the site, where the host reads it. `beside`: installed by the person who configures the host, or read by
   * `sitegen diff`.
   */
  readonly place: 'out' | 'beside';
  readonly text: string;
}
