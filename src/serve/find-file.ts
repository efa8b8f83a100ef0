import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { isWithin } from '../core/paths.ts';

/**
 * Finds a file of the site. The target of a symbolic link that points outside `out` is not served.
 *
 * @param out the site's folder, absolute
 * @param file from there
 * @returns its size in bytes; `undefined` when there is no such file
 */
export function findFile(out: string, file: string): { readonly size: number } | undefined {
  try {
    const real = realpathSync(path.join(out, file));
    const stat = statSync(real);
    return stat.isFile() && isWithin(realpathSync(out), real) ? { size: stat.size } : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return undefined;
    throw error;
  }
}

/**
 * The page files an address may stand for, in the order hosts look for them.
 *
 * @param inside without the base and the leading slash: `contact/`, `contact`, `404.html`
 * @returns paths from `out`
 */
export function pageFilesFor(inside: string): string[] {
  const files = inside === '' || inside.endsWith('/') ? [`${inside}index.html`] : [inside, `${inside}/index.html`];
  return files.filter((file) => file.endsWith('.html'));
}
