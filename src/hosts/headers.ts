import { IMMUTABLE, cacheControlOf, isHashed, mediaTypeOf } from './file-metadata.ts';
import type { Headers, Host, HostedSite } from '../api/host.ts';

/**
 * The default protection of a site. Other sites can neither frame its pages nor access their windows, and pages cannot request
 * access to device features.
 *
 * `Strict-Transport-Security` excludes subdomains, which may not have HTTPS.
 */
const DEFAULT_HEADERS: Headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const FRAMES = "frame-ancestors 'none'";

/**
 * All headers of a site.
 *
 * @param configured in the config; `false` removes a default
 * @param policies the content security policies in the pages. If all have the same one, hosts also send it.
 */
export function siteHeaders(
  configured: Readonly<Record<string, string | false>>,
  policies: ReadonlySet<string>,
): Headers {
  const [policy = ''] = policies;
  const common = policies.size === 1 && policy !== '' ? `${policy}; ${FRAMES}` : FRAMES;
  const defaults = { 'Content-Security-Policy': common, ...DEFAULT_HEADERS };
  const names = new Map(Object.keys(defaults).map((name) => [name.toLowerCase(), name]));
  const own = Object.entries(configured).map(
    ([name, value]) => [names.get(name.toLowerCase()) ?? name, value] as const,
  );
  const all: Record<string, string | false> = { ...defaults, ...Object.fromEntries(own) };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === false ? [] : [[name, value]])));
}

const SHARING = 'Cross-Origin-Resource-Policy';

/** Headers for a host that sends the same ones with all files, except `Cache-Control`. Other sites may embed some of them. */
export function headersAlike(headers: Headers): Headers {
  return SHARING in headers ? { ...headers, [SHARING]: 'cross-origin' } : headers;
}

/** How the headers of files in `assets/` differ: they never change, and other sites may embed them, such as share cards. */
export function hashedHeaders(headers: Headers): Headers {
  return { ...(SHARING in headers && { [SHARING]: 'cross-origin' }), 'Cache-Control': IMMUTABLE };
}

/** Settings that are committed do not have the policy of pages: with an old one, a host would block what a new build allows. */
export function configuredHeaders(
  host: Host,
  { headers, pagePolicy }: Pick<HostedSite, 'headers' | 'pagePolicy'>,
): Headers {
  if (!host.readsBefore) return headers;
  const entries = Object.entries(headers).map(([name, value]) => [name, value.replace(`${pagePolicy}; `, '')] as const);
  return Object.fromEntries(entries);
}

/**
 * The headers that a host sends with a file as configured by the site.
 *
 * @param file from `out`
 */
export function headersOf(host: Host, site: HostedSite, file: string): Headers {
  const headers = configuredHeaders(host, site);
  const type = { 'Content-Type': mediaTypeOf(file) };
  if (host.headers === 'none') return { ...type, ...(host.cacheControl && { 'Cache-Control': host.cacheControl }) };
  const stored = { ...type, 'Cache-Control': cacheControlOf(file) };
  if (host.headers === 'stored') return stored;
  if (host.headers === 'all-alike') return { ...headersAlike(headers), ...stored };
  return { ...headers, ...stored, ...(isHashed(file) && hashedHeaders(headers)) };
}
