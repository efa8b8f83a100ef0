import { IMMUTABLE, cacheControlOf, isHashed, mediaTypeOf } from './file-metadata.ts';
import type { Headers, Host, HostedSite } from '../api/host.ts';

/**
 * What a site is protected with unless its config says else. A script that got in could send nothing out, no other site can
 * frame the pages or reach into their windows, and no feature of the device can be asked for.
 *
 * `Strict-Transport-Security` speaks for this host alone: its subdomains may not have HTTPS.
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
 * The site's headers, complete.
 *
 * @param written in the config; `false` takes a default away
 * @param policies the content security policies that pages carry in themselves. When all have the same one, hosts send it, too.
 */
export function siteHeaders(written: Readonly<Record<string, string | false>>, policies: ReadonlySet<string>): Headers {
  const [policy = ''] = policies;
  const common = policies.size === 1 && policy !== '' ? `${policy}; ${FRAMES}` : FRAMES;
  const names = new Map(Object.keys(DEFAULT_HEADERS).map((name) => [name.toLowerCase(), name]));
  const own = Object.entries(written).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value] as const);
  const all: Record<string, string | false> = {
    'Content-Security-Policy': common,
    ...DEFAULT_HEADERS,
    ...Object.fromEntries(own),
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === false ? [] : [[name, value]])));
}

const SHARING = 'Cross-Origin-Resource-Policy';

/** Headers for a host that sends all files the same ones but for `Cache-Control`: what other sites may show decides. */
export function headersAlike(headers: Headers): Headers {
  return SHARING in headers ? { ...headers, [SHARING]: 'cross-origin' } : headers;
}

/** In which headers files in `assets/` differ from others: they never change, and other sites may show them, as they do share cards. */
export function hashedHeaders(headers: Headers): Headers {
  return { ...(SHARING in headers && { [SHARING]: 'cross-origin' }), 'Cache-Control': IMMUTABLE };
}

/**
 * All that a host sends with a file because of the site.
 *
 * @param file from `out`
 */
export function headersOf(host: Host, site: HostedSite, file: string): Headers {
  const type = { 'Content-Type': mediaTypeOf(file) };
  if (host.headers === 'none') return { ...type, ...(host.cacheControl && { 'Cache-Control': host.cacheControl }) };
  const stored = { ...type, 'Cache-Control': cacheControlOf(file) };
  if (host.headers === 'stored') return stored;
  if (host.headers === 'all-alike') return { ...headersAlike(site.headers), ...stored };
  return { ...site.headers, ...stored, ...(isHashed(file) && hashedHeaders(site.headers)) };
}
