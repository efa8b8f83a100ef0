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
    redirects: true,
    // `{$PATH}` is a variable of the server, and `}` ends a block. No quotes fit "`" and `\"`.
    cannotSend: /\{\$|^\S+: \}$|(?=.*`).*\\(?:"|$)/,
  },
  cloudflare: {
    title: 'Cloudflare Pages',
    folder: { status: 308, keepsQuery: true },
    index: { status: 308, keepsQuery: true },
    pageFile: { slash: { status: 308, keepsQuery: true }, extension: { status: 308, keepsQuery: true } },
    errorPage: 'nearest',
    compression: 'itself',
    encodings: ['br', 'gzip'],
    headers: 'all-alike',
    redirects: true,
    ...NETLIFY_FILES,
    // It ignores redirects to `http:`.
    cannotRedirect: /^[^ ]*:|^\/\.netlify| http:/,
    limits: { files: 20_000, bytes: 25 * 1024 * 1024 },
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
    redirects: true,
    ...NETLIFY_FILES,
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
