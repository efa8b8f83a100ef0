/**
 * How each host responds. Sources: slorber/trailing-slash-guide (real deployments); the hosts' own documentation; and for
 * nginx, Apache and S3's website endpoint `npm run test:hosts`, which sends requests to these servers.
 */
import type { Host, HostName } from '../api/host.ts';

const MOVED = { status: 301, keepsQuery: true } as const;
const MOVED_308 = { status: 308, keepsQuery: true } as const;

/**
 * Pages, and Workers with static assets (`not_found_handling: "404-page"`): packages/workers-shared/asset-worker of
 * https://github.com/cloudflare/workers-sdk, which `npm run test:hosts` sends requests to.
 */
function describeCloudflare(title: string, status: 307 | 308): Host {
  const redirect = { status, keepsQuery: true };
  return {
    title,
    folder: redirect,
    index: redirect,
    pageFile: { slash: redirect, extension: redirect },
    errorPage: 'nearest',
    compression: 'itself',
    encodings: ['br', 'gzip'],
    headers: 'all-alike',
    redirects: true,
    // `:name` is a parameter, and redirects to `http:` are refused: parseRedirects.ts there.
    cannotRedirect: /^[^ ]*:| http:/,
    // https://developers.cloudflare.com/workers/platform/limits/
    limits: { files: 20_000, fileSize: 25 * 1024 * 1024 },
  };
}

export const HOSTS: Readonly<Record<HostName, Host>> = {
  apache: {
    title: 'Apache',
    folder: MOVED,
    index: 'page',
    pageFile: { slash: MOVED, redirectsAll: true, extension: 'page' },
    errorPage: 'nearest',
    compression: 'nothing',
    encodings: [],
    headers: 'all',
    gone: 'page',
    redirects: true,
  },
  cloudflare: describeCloudflare('Cloudflare Pages', 308),
  'cloudflare-workers': describeCloudflare('Cloudflare Workers', 307),
  cloudfront: {
    title: 'Amazon S3 and CloudFront',
    folder: MOVED,
    index: 'page',
    pageFile: { slash: MOVED, redirectsAll: true, extension: 'page' },
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
    folder: MOVED,
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
    folder: MOVED,
    index: 'page',
    pageFile: { slash: MOVED, extension: MOVED },
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
    folder: MOVED,
    index: 'page',
    pageFile: { slash: MOVED, redirectsAll: true, extension: 'page' },
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
    folder: MOVED_308,
    index: 'page',
    pageFile: { slash: MOVED_308, redirectsAll: true, extension: MOVED_308 },
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
  folder: MOVED,
  index: 'page',
  pageFile: { slash: MOVED, extension: 'page' },
  errorPage: 'top',
  compression: 'nothing',
  encodings: [],
  headers: 'none',
  redirects: false,
};
