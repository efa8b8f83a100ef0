/** The files that Netlify and Cloudflare Pages read at the root of a site. */
import { IMMUTABLE } from './file-metadata.ts';
import { headersAlike } from './headers.ts';
import type { HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/**
 * Both hosts read the same files. All rules that match a file apply, and a header in two of them is sent with both values.
 * So the second rule has only `Cache-Control`, which the host itself sets for pages.
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
