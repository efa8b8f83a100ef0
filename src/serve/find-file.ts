import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { isWithin } from '../core/paths.ts';

/**
 * Looks for a file of the site. What a link leads to outside of it is not the site's.
 *
 * @param out the site's folder, absolute
 * @param file from there
 * @returns its size in bytes; nothing where there is no such file
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
 * The pages that an address may stand for, as hosts look for them.
 *
 * @param inside without the base and the slash in front: `contact/`, `contact`, `404.html`
 * @returns from `out`
 */
export function pagesFor(inside: string): string[] {
  const files = inside === '' || inside.endsWith('/') ? [`${inside}index.html`] : [inside, `${inside}/index.html`];
  return files.filter((file) => file.endsWith('.html'));
}
