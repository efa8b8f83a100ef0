/**
 * How each host responds. Sources: slorber/trailing-slash-guide (real deployments); the hosts' own documentation; and for
 * nginx, Apache and S3's website endpoint `npm run test:hosts`, which sends requests to these servers.
 */
import type { Host, HostName } from '../api/host.ts';

/** Pages, and Workers with static assets. https://developers.cloudflare.com/workers/platform/limits/ */
const CLOUDFLARE = {
  errorPage: 'nearest',
  compression: 'itself',
  encodings: ['br', 'gzip'],
  headers: 'all-alike',
  redirects: true,
  // It replaces `:name` in paths, and refuses redirects to `http:`: https://github.com/cloudflare/workers-sdk parseRedirects.ts
  cannotRedirect: /^[^ ]*:| http:/,
  limits: { files: 20_000, fileSize: 25 * 1024 * 1024 },
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
  },
  cloudflare: {
    title: 'Cloudflare Pages',
    folder: { status: 308, keepsQuery: true },
    index: { status: 308, keepsQuery: true },
    pageFile: { slash: { status: 308, keepsQuery: true }, extension: { status: 308, keepsQuery: true } },
    ...CLOUDFLARE,
  },
  // Static assets with `not_found_handling: "404-page"`. Source: packages/workers-shared/asset-worker of
  // https://github.com/cloudflare/workers-sdk, which `npm run test:hosts` sends requests to.
  'cloudflare-workers': {
    title: 'Cloudflare Workers',
    folder: { status: 307, keepsQuery: true },
    index: { status: 307, keepsQuery: true },
    pageFile: { slash: { status: 307, keepsQuery: true }, extension: { status: 307, keepsQuery: true } },
    ...CLOUDFLARE,
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
    gone: 'page',
    redirects: true,
    cannotRedirect: /^[^ ]*:/, // a parameter
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
