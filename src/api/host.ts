/** How a host answers, as data. Types only. */

export type HostName =
  'apache' | 'caddy' | 'cloudflare' | 'cloudfront' | 'github' | 'netlify' | 'nginx' | 's3' | 'vercel';

export interface Redirect {
  readonly status: 301 | 302 | 307 | 308;
  /** Whether what follows the `?` goes along. */
  readonly keepsQuery: boolean;
}

export type Encoding = 'br' | 'gzip' | 'zstd';

/** A host that is set up with the files that a build writes for it, where it reads any. */
export interface Host {
  /** As people call it: `Cloudflare Pages`. */
  readonly title: string;
  /** What it makes of `/contact`, where there is a `contact/index.html`. `page` shows it. */
  readonly folder: Redirect | 'page';
  /** What it makes of `/contact/index.html`. */
  readonly index: Redirect | 'page';
  /** It does not look for files: an address without a slash at its end is a folder's if its last name has no dot. */
  readonly knowsNoFiles?: true;
  /** Where it looks for the `404.html` that it shows for unknown addresses: at the top, or in the nearest folder. */
  readonly errorPage: 'top' | 'nearest';
  /** Whether it compresses `itself`, sends files that lie beside (`page.html.br`), or does `nothing`. */
  readonly compression: 'itself' | 'siblings' | 'nothing';
  /** Those that it knows, the one it prefers first. */
  readonly encodings: readonly Encoding[];
  /**
   * Which headers it can be told to send: `all`; `all-alike`, the same for every file but `Cache-Control`; `stored`, only
   * type and `Cache-Control`, with each file; or `none`.
   */
  readonly headers: 'all' | 'all-alike' | 'stored' | 'none';
  /** Of pages, where it cannot be told which. */
  readonly cacheControl?: string;
  /** Whether it can be told of redirects; else a page that leads on stands in for each. */
  readonly redirects: boolean;
  /** How many files a site may have, and of how many bytes one may be. */
  readonly limits?: { readonly files?: number; readonly bytes?: number };
}

/** What hosts are told of a site. */
export interface HostedSite {
  /** `/`, or `/docs/`. */
  readonly base: string;
  readonly headers: Headers;
  readonly redirects: readonly SiteRedirect[];
}

/** Headers by their names, as they are sent. */
export type Headers = Readonly<Record<string, string>>;

/** An address that has moved. */
export interface SiteRedirect {
  /** Without the base, decoded: `/old/`. Without its last slash it leads on, too. */
  readonly from: string;
  /** Within the site, without the base, or a whole address elsewhere. */
  readonly to: string;
}

/** A text to be written for a host. */
export interface HostFile {
  /** From the folder it belongs into. */
  readonly name: string;
  /** `out`: hosts find it in the site. `beside`: whoever sets the host up puts it where it belongs. */
  readonly place: 'out' | 'beside';
  readonly text: string;
}
