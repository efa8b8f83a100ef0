import { REVALIDATE } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from '../api/host.ts';
import { encodedRedirectRules } from './redirects.ts';

/** Vercel reads this file in the project's root, before the build. https://vercel.com/docs/project-configuration */
export function writeVercelFiles(site: HostedSite): HostFile[] {
  const { base, out, headers, trailingSlash } = site;
  const redirects = encodedRedirectRules(site);
  const config = {
    // Otherwise, it would publish the folder `public`.
    outputDirectory: out,
    trailingSlash,
    ...(!trailingSlash && { cleanUrls: true }),
    headers: [
      { source: `${base}(.*)`, headers: toList({ ...headers, 'Cache-Control': REVALIDATE }) },
      // The last matching rule takes precedence.
      { source: `${base}assets/(.*)`, headers: toList(hashedHeaders(headers)) },
    ],
    ...(redirects.length > 0 && {
      redirects: redirects.map(({ from, to }) => {
        // `$1` would be a part of the request.
        return { source: escapePattern(from), destination: to.replaceAll('$', '%24'), statusCode: 301 };
      }),
    }),
  };
  return [{ name: 'vercel.json', place: 'beside', text: `${JSON.stringify(config, null, 2)}\n` }];
}

/** https://vercel.com/docs/project-configuration#redirects: `:name` and `(…)` would be parameters. */
function escapePattern(path: string): string {
  return path.replace(/[:()*+!]/g, String.raw`\$&`);
}

function toList(headers: Headers) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}
