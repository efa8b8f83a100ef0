/** The files that Netlify and Cloudflare Pages read at the top of a site. */
import { IMMUTABLE } from './file-metadata.ts';
import { headersAlike } from './headers.ts';
import type { HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/**
 * Both take the same files. Rules that match the same file add up, and a header that two of them have is sent with both
 * values, so only `Cache-Control`, which pages have from the host, stands in a second one.
 *
 * https://docs.netlify.com/routing/headers/ https://developers.cloudflare.com/pages/configuration/headers/
 */
export function writeNetlifyFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const lines = Object.entries(headersAlike(headers)).map(([name, value]) => `  ${name}: ${value}`);
  const rules = [`${base}*`, ...lines, `${base}assets/*`, `  Cache-Control: ${IMMUTABLE}`];
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map((from) => `${encodeURI(base + from.slice(1))} ${targetOf(base, redirect)} 301`),
  );
  return [
    { name: '_headers', place: 'out', text: `${rules.join('\n')}\n` },
    ...(moved.length > 0 ? [{ name: '_redirects', place: 'out', text: `${moved.join('\n')}\n` } as const] : []),
  ];
}
