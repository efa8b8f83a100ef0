import { existsSync } from 'node:fs';
import path from 'node:path';
import { toPosix } from '../../shared/paths.ts';

/**
 * Stylesheets that become part of another one keep their addresses, which are relative to each of them.
 *
 * @param address in a stylesheet
 * @param from the folder of that stylesheet, absolute
 * @param to the folder of the stylesheet that it becomes part of, absolute
 */
export function rebaseAddress(address: string, from: string, to: string): string {
  if (from === to || !isRelative(address, from)) return address;
  const rebased = toPosix(path.relative(to, path.resolve(from, address)));
  return rebased.startsWith('.') ? rebased : `./${rebased}`;
}

/** `fonts/inter.woff2` is relative, if there is such a file: otherwise, the first part may be the name of a package. */
function isRelative(address: string, from: string): boolean {
  if (/^\.{1,2}\//.test(address)) return true;
  if (/^(?:[a-z][a-z\d+.-]*:|[/#~])/i.test(address)) return false;
  return existsSync(path.join(from, address.replace(/[?#].*$/s, '')));
}
