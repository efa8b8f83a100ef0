/** The files that Netlify and Cloudflare read at the root of a site. */
import { IMMUTABLE } from './file-metadata.ts';
import { headersAlike } from './headers.ts';
import type { HostFile, HostedSite } from '../api/host.ts';
import { encodePath, withBase } from '../shared/address.ts';
import { encodedRedirectRules, onlyGone } from './redirects.ts';

/**
 * Both hosts read the same files. All rules that match a file apply, and a header in two of them is sent with both values.
 * So the second rule has only `Cache-Control`, which the host itself sets for pages.
 *
 * https://docs.netlify.com/routing/headers/ https://developers.cloudflare.com/pages/configuration/headers/
 */
export function writeNetlifyFiles(site: HostedSite): HostFile[] {
  const { base, headers } = site;
  const lines = Object.entries(headersAlike(headers)).map(([name, value]) => `  ${name}: ${value}`);
  const rules = [`${base}*`, ...lines, `${base}assets/*`, `  Cache-Control: ${IMMUTABLE}`];
  const redirects = encodedRedirectRules(site).map(({ from, to }) => `${from} ${to} 301\n`);
  // https://docs.netlify.com/manage/routing/redirects/redirect-options/ Cloudflare ignores rules with this status.
  const gone = encodedRedirectRules(onlyGone(site)).map(({ from, to }) => `${from} ${to} 410\n`);
  // The page for an unknown address below a folder. Cloudflare Pages finds it without a rule, and ignores rules with this status.
  const errorPages = site.errorFolders.map((folder) => {
    const path = encodePath(withBase(base, folder));
    return `${path}* ${path}404.html 404\n`;
  });
  const allRedirects = [...new Set([...redirects, ...gone, ...errorPages])];
  return [
    { name: '_headers', place: 'out', text: `${rules.join('\n')}\n` },
    ...(allRedirects.length > 0 ? [{ name: '_redirects', place: 'out', text: allRedirects.join('') } as const] : []),
  ];
}

/**
 * Cloudflare Workers read the same files, but refuse to deploy a site with a rule that they do not know
 * (https://github.com/cloudflare/workers-sdk/issues/15624), such as one with the status 410. They find error pages by themselves, and
 * would publish hidden files.
 */
export function writeWorkersFiles(site: HostedSite): HostFile[] {
  const ignored = { name: '.assetsignore', place: 'out', text: '.*\n!.well-known\n' } as const;
  return [...writeNetlifyFiles({ ...site, errorFolders: [], gone: [] }), ignored];
}
