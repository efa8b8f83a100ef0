import { addressesOf, findRedirect, redirectOutput } from '../hosts/redirects.ts';
import { isElsewhere } from '../api/elsewhere.ts';
import type { Config } from '../shared/model.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { findTarget, parentFolders } from '../shared/paths.ts';

/** @param files all files of the site from `out`, except those that redirect instead of the host */
export function checkRedirects(
  { redirects, elsewhere, trailingSlash }: Pick<Config, 'redirects' | 'elsewhere' | 'trailingSlash'>,
  files: ReadonlySet<string>,
): Diagnostic[] {
  return redirects.flatMap((redirect) => {
    const { from, to } = redirect;
    const output = redirectOutput(redirect);
    const page = trailingSlash ? [] : [`${from.slice(1).replace(/\/$/, '')}.html`];
    if ([output, from.slice(1), ...page, ...parentFolders(output)].some((file) => files.has(file))) {
      const message = `The config redirects "${from}", but the site has a file at that address.`;
      return [error('redirect-clash', message, { hint: 'remove the redirect or the file' })];
    }
    const path = to.replace(/[?#].*$/, '');
    if (!path.startsWith('/') || isElsewhere(elsewhere, path)) return [];
    const next = findRedirect(redirects, path);
    if (next !== undefined) {
      const isItself = addressesOf(redirect).includes(path);
      const message = isItself
        ? `The config redirects "${from}" to itself.`
        : `The config redirects "${from}" to "${to}", which redirects to "${next.to}".`;
      const isLoop = isItself || addressesOf(redirect).includes(next.to);
      const hint = isLoop ? 'redirect to a page' : 'redirect to the final address';
      return [error('redirect-chain', message, { hint })];
    }
    const file = decodeURI(path.slice(1));
    if (findTarget(files, file, trailingSlash) !== undefined) return [];
    const message = `The config redirects "${from}" to "${to}", but no page or file has that address.`;
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const isOther = findTarget(files, decodeURI(other.slice(1)), trailingSlash) !== undefined;
    const hint = isOther ? `write "${other}"` : 'redirect to a page of the site';
    return [error('redirect-broken', message, { hint })];
  });
}
