/**
 * How each host responds. Sources: slorber/trailing-slash-guide (real deployments); the hosts' own documentation; and for
 * nginx, Apache, Caddy and S3's website endpoint `npm run test:hosts`, which sends requests to these servers.
 */
import type { Host, HostName } from '../api/host.ts';

/**
 * Cloudflare would replace `:splat` in values and `:name` in paths, Netlify spaces around a comma
 * (https://github.com/cloudflare/workers-sdk rules-engine.ts, https://github.com/netlify/build headers-parser).
 */
const NETLIFY_FILES = {
  cannotSend: /:splat|^\S+: (?:[^"]*"[^"]*")*[^"]*"[^"]*(?: ,|,(?! (?! )))/,
  cannotRedirect: /^[^ ]*:|^\/\.netlify/,
} as const;

/**
 * Pages, and Workers with static assets. https://developers.cloudflare.com/pages/platform/limits/ and
 * https://developers.cloudflare.com/workers/platform/limits/ (read on 2026-11-27). Pages accepts 100,000 files since 2026-01-23.
 */
const CLOUDFLARE = {
  errorPage: 'nearest',
  compression: 'itself',
  encodings: ['br', 'gzip'],
  headers: 'all-alike',
  redirects: true,
  ...NETLIFY_FILES,
  limits: { files: { free: 20_000, paid: 100_000 }, fileSize: 25 * 1024 * 1024 },
} as const satisfies Partial<Host>;

export const HOSTS: Readonly<Record<HostName, Host>> = {
  apache: {
    title: 'Apache',
    folder: { status: 301, keepsQuery: true },
    index: 'page',
    pageFile: { slash: { status: 301, keepsQuery: true }, redirectsAll: true, extension: 'page' },
    errorPage: 'nearest',
    compression: 'nothing',
    encodings: [],
    headers: 'all',
    gone: 'page',
    redirects: true,
    // `${PATH}` is a variable of the server, and cannot be escaped.
    cannotSend: /\$\{|^\S+: expr=/,
    // It removes these from the end of a query.
    cannotRedirect: /\?$|\?.*&$/,
  },
  caddy: {
    title: 'Caddy',
    folder: { status: 308, keepsQuery: false },
    index: 'page',
    pageFile: { slash: { status: 308, keepsQuery: true }, redirectsAll: true, extension: 'page' },
    errorPage: 'nearest',
    compression: 'siblings',
    encodings: ['zstd', 'br', 'gzip'],
    headers: 'all',
    gone: 'page',
    redirects: true,
    // `{$PATH}` is a variable of the server, and `}` ends a block. No quotes fit "`" and `\"`.
    cannotSend: /\{\$|^\S+: \}$|(?=.*`).*\\(?:"|$)/,
  },
  cloudflare: {
    title: 'Cloudflare Pages',
    folder: { status: 308, keepsQuery: true },
    index: { status: 308, keepsQuery: true },
    pageFile: { slash: { status: 308, keepsQuery: true }, extension: { status: 308, keepsQuery: true } },
    ...CLOUDFLARE,
    // It ignores redirects to `http:`.
    cannotRedirect: /^[^ ]*:|^\/\.netlify| http:/,
  },
  // Static assets with `not_found_handling: "404-page"`. Source: packages/workers-shared/asset-worker of
  // https://github.com/cloudflare/workers-sdk, which `npm run test:hosts` sends requests to.
  'cloudflare-workers': {
    title: 'Cloudflare Workers',
    folder: { status: 307, keepsQuery: true },
    index: { status: 307, keepsQuery: true },
    pageFile: { slash: { status: 307, keepsQuery: true }, extension: { status: 307, keepsQuery: true } },
    ...CLOUDFLARE,
    // It refuses a site with redirects to `http:`, or from a folder to an `index.html`, which it redirects itself.
    cannotRedirect: /^[^ ]*:|^\/\.netlify| http:|\/ \/(?:.*\/)?index(?:\.html)?$/,
  },
  cloudfront: {
    title: 'Amazon S3 and CloudFront',
    folder: { status: 301, keepsQuery: true },
    index: 'page',
    pageFile: { slash: { status: 301, keepsQuery: true }, redirectsAll: true, extension: 'page' },
    skipsFileLookup: true,
    errorPage: 'top',
    compression: 'itself',
    encodings: ['br', 'gzip'],
    headers: 'all-alike',
    // A response of its function cannot have the error page.
    gone: 'bare',
    redirects: true,
    // A policy has fields for these headers, with some values.
    cannotSend: new RegExp(
      '^(?:X-Frame-Options: (?!(?:DENY|SAMEORIGIN)$)|X-Content-Type-Options: (?!nosniff$)|' +
        'Referrer-Policy: (?!(?:no-referrer|no-referrer-when-downgrade|same-origin|unsafe-url|(?:strict-)?origin(?:-when-cross-origin)?)$)|' +
        'Strict-Transport-Security: (?!max-age=\\d+(?: *; *(?:includeSubDomains|preload))*$))',
      'i',
    ),
  },
  github: {
    title: 'GitHub Pages',
    folder: { status: 301, keepsQuery: true },
    index: 'page',
    pageFile: { slash: 'missing', extension: 'page' },
    errorPage: 'top',
    compression: 'itself',
    encodings: ['gzip'],
    headers: 'none',
    cacheControl: 'max-age=600',
    redirects: false,
    // https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits (read on 2026-11-27)
    limits: { siteSize: 1_000_000_000 },
  },
  netlify: {
    title: 'Netlify',
    folder: { status: 301, keepsQuery: true },
    index: 'page',
    pageFile: { slash: { status: 301, keepsQuery: true }, extension: { status: 301, keepsQuery: true } },
    errorPage: 'nearest',
    compression: 'itself',
    encodings: ['br', 'gzip'],
    headers: 'all-alike',
    gone: 'page',
    redirects: true,
    ...NETLIFY_FILES,
    // https://docs.netlify.com/site-deploys/overview/ (read on 2026-11-27)
    limits: { filesPerFolder: 54_000 },
  },
  nginx: {
    title: 'nginx',
    folder: { status: 301, keepsQuery: true },
    index: 'page',
    pageFile: { slash: { status: 301, keepsQuery: true }, redirectsAll: true, extension: 'page' },
    errorPage: 'nearest',
    compression: 'siblings',
    encodings: ['br', 'gzip'],
    headers: 'all',
    gone: 'page',
    redirects: true,
    // `$` starts a variable, and cannot be escaped.
    cannotSend: /\$/,
  },
  s3: {
    title: 'Amazon S3 website endpoint',
    folder: { status: 302, keepsQuery: false },
    index: 'page',
    pageFile: { slash: 'missing', extension: 'page' },
    readsPlusAsSpace: true,
    errorPage: 'top',
    compression: 'nothing',
    encodings: [],
    headers: 'stored',
    redirects: false,
  },
  vercel: {
    title: 'Vercel',
    folder: { status: 308, keepsQuery: true },
    index: 'page',
    pageFile: {
      slash: { status: 308, keepsQuery: true },
      redirectsAll: true,
      extension: { status: 308, keepsQuery: true },
    },
    // The effect of "trailingSlash": see convertTrailingSlash in its package @vercel/routing-utils.
    skipsFileLookup: true,
    errorPage: 'top',
    compression: 'itself',
    encodings: ['br', 'gzip'],
    headers: 'all',
    readsBefore: 'vercel.json',
    redirects: true,
    // `$1` is a part of the request.
    cannotSend: /\$[\da-z]/i,
  },
};

/** The strictest behavior of all hosts: what works here works everywhere. */
export const STRICTEST: Host = {
  title: 'any host',
  folder: { status: 301, keepsQuery: true },
  index: 'page',
  pageFile: { slash: { status: 301, keepsQuery: true }, extension: 'page' },
  errorPage: 'top',
  compression: 'nothing',
  encodings: [],
  headers: 'none',
  redirects: false,
};
