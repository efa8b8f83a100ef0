import { addressesOf, findRedirect, redirectOutput } from '../hosts/redirects.ts';
import { isElsewhere } from '../api/elsewhere.ts';
import type { Config } from '../core/model.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import { parentFolders } from '../core/paths.ts';

/** @param files all files of the site from `out`, except those that redirect in place of the host */
export function checkRedirects(
  { redirects, elsewhere }: Pick<Config, 'redirects' | 'elsewhere'>,
  files: ReadonlySet<string>,
): Diagnostic[] {
  return redirects.flatMap((redirect) => {
    const { from, to } = redirect;
    const output = redirectOutput(redirect);
    if ([output, from.slice(1), ...parentFolders(output)].some((file) => files.has(file))) {
      const message = `The config redirects "${from}", but the site has a file at that address.`;
      return [error('redirect-clash', message, { hint: 'remove the redirect or the file' })];
    }
    const path = to.replace(/[?#].*$/, '');
    if (!path.startsWith('/') || isElsewhere(elsewhere, path)) return [];
    const next = findRedirect(redirects, path);
    if (next !== undefined) {
      const message = addressesOf(redirect).includes(path)
        ? `The config redirects "${from}" to itself.`
        : `The config redirects "${from}" to "${to}", which redirects to "${next.to}".`;
      return [error('redirect-chain', message, { hint: 'redirect to the final address' })];
    }
    const file = decodeURI(path.slice(1));
    const exists = [file, `${file}index.html`].some((name) => !/(^|\/)$/.test(name) && files.has(name));
    if (exists) return [];
    const message = `The config redirects "${from}" to "${to}", but no page or file has that address.`;
    const hint = files.has(`${file}/index.html`) ? `write "${path}/"` : 'redirect to a page of the site';
    return [error('redirect-broken', message, { hint })];
  });
}
