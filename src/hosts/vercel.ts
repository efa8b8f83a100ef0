import { REVALIDATE } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/** Vercel reads this file in the project's root, before the build. https://vercel.com/docs/project-configuration */
export function writeVercelFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const config = {
    trailingSlash: true,
    headers: [
      { source: `${base}(.*)`, headers: toList({ ...headers, 'Cache-Control': REVALIDATE }) },
      // The last matching rule takes precedence.
      { source: `${base}assets/(.*)`, headers: toList(hashedHeaders(headers)) },
    ],
    ...(redirects.length > 0 && {
      redirects: redirects.flatMap((redirect) =>
        addressesOf(redirect).map((from) => ({
          source: encodeURI(base + from.slice(1)),
          destination: targetOf(base, redirect),
          statusCode: 301,
        })),
      ),
    }),
  };
  return [{ name: 'vercel.json', place: 'beside', text: `${JSON.stringify(config, null, 2)}\n` }];
}

function toList(headers: Headers) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}
