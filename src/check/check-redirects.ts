import { addressesOf, findRedirect, redirectOutput } from '../hosts/redirects.ts';
import type { SiteRedirect } from '../api/host.ts';
import type { Code, Diagnostic } from '../core/diagnostics.ts';
import { parentFolders } from '../core/paths.ts';

/**
 * What is wrong with the redirects of a site.
 *
 * @param files all files of the site but those that stand in for redirects, from `out`
 */
export function checkRedirects(redirects: readonly SiteRedirect[], files: ReadonlySet<string>): Diagnostic[] {
  return redirects.flatMap((redirect) => {
    const { from, to } = redirect;
    const told = (code: Code, message: string, hint: string): Diagnostic[] => [
      { code, severity: 'error', message, hint },
    ];
    const output = redirectOutput(redirect);
    if ([output, from.slice(1), ...parentFolders(output)].some((file) => files.has(file))) {
      const message = `The config redirects "${from}", and the site has something there.`;
      return told('redirect-clash', message, 'take away the one or the other');
    }
    const path = to.replace(/[?#].*$/, '');
    if (!path.startsWith('/')) return [];
    const next = findRedirect(redirects, path);
    if (next !== undefined) {
      const message = addressesOf(redirect).includes(path)
        ? `The config redirects "${from}" to itself.`
        : `The config redirects "${from}" to "${to}", which leads on to "${next.to}".`;
      return told('redirect-chain', message, 'name where it ends');
    }
    const file = decodeURI(path.slice(1));
    const isThere = [file, `${file}index.html`].some((name) => !/(^|\/)$/.test(name) && files.has(name));
    if (isThere) return [];
    const message = `The config redirects "${from}" to "${to}", and no page or file answers to that address.`;
    const hint = files.has(`${file}/index.html`) ? `write "${path}/"` : 'name a page of the site';
    return told('redirect-broken', message, hint);
  });
}
