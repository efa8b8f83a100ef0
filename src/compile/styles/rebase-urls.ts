import { existsSync } from 'node:fs';
import path from 'node:path';
import { toPosix } from '../../shared/paths.ts';

/** Comments and strings come first, so that text in them that looks like an address is skipped. */
const TOKEN =
  /\/\*[^]*?\*\/|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|(?<![\w-])url\(\s*(?:"([^"\\\n]+)"|'([^'\\\n]+)'|([^\s"'()\\]+))\s*\)/gi;

/**
 * Tailwind copies the stylesheets that a stylesheet imports into it. Their addresses, relative to each of them, become
 * relative to that stylesheet.
 *
 * @param css of the imported stylesheet
 * @param from its folder, absolute
 * @param to the folder of the importing stylesheet, absolute
 */
export function rebaseUrls(css: string, from: string, to: string): string {
  if (from === to) return css;
  return css.replace(TOKEN, (token, double?: string, single?: string, bare?: string) => {
    const address = double ?? single ?? bare;
    if (address === undefined || !isRelative(address, from)) return token;
    const rebased = toPosix(path.relative(to, path.resolve(from, address)));
    return `url("${(rebased.startsWith('.') ? rebased : `./${rebased}`).replace(/["\\]/g, String.raw`\$&`)}")`;
  });
}

/** `fonts/inter.woff2` is relative, if there is such a file: otherwise, the first part may be the name of a package. */
function isRelative(address: string, from: string): boolean {
  if (/^\.{1,2}\//.test(address)) return true;
  if (/^(?:[a-z][a-z\d+.-]*:|[/#~])/i.test(address)) return false;
  return existsSync(path.join(from, address.replace(/[?#].*$/s, '')));
}
