/** Foreign files: those in `out` that sitegen did not write, such as `.git`, `CNAME` or the user's files. */
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { MARKER, fileNameKey, parentFolders } from '../shared/paths.ts';
import { hasSameBytes } from './same-bytes.ts';

/**
 * Lists the foreign files in `out`. A foreign folder is one entry, whatever it contains.
 *
 * @param own files that sitegen wrote, from `out`
 */
export function findForeign(out: string, own: ReadonlySet<string>): string[] {
  const ownFolders = new Set([...own].flatMap(parentFolders));
  const visit = (prefix: string): string[] =>
    readdirSync(path.join(out, prefix), { withFileTypes: true }).flatMap((entry) => {
      const name = prefix + entry.name;
      if (entry.isDirectory()) return ownFolders.has(name) ? visit(`${name}/`) : [`${name}/`];
      return own.has(name) || ownFolders.has(name) || name === MARKER ? [] : [name];
    });
  return visit('');
}

/**
 * A site file must not replace a file of the user, unless both are the same.
 *
 * @param own files in `out` that sitegen wrote
 * @param added other files in the staging folder
 */
export function refuseToOverwrite(
  staging: string,
  out: string,
  { own, added }: { readonly own: ReadonlySet<string>; readonly added: readonly string[] },
): void {
  const taken = added.filter((file) => {
    const place = path.join(out, file);
    const stat = lstatIfExists(place);
    if (stat === undefined || stat.isDirectory()) return false;
    return !(stat.isFile() && hasSameBytes(place, path.join(staging, file)));
  });
  if (taken.length === 0) return;
  // On case-insensitive file systems "About" and "about" are the same file, and it is ours either way.
  const ownKeys = new Set([...own].map(fileNameKey));
  const foreign = taken.filter((file) => !ownKeys.has(fileNameKey(file)));
  if (foreign.length === 0) return;
  throw new SitegenError(
    `The site has ${list(foreign)}, but ${out} holds a file of that name that sitegen did not write.\n` +
      'Try: move it to public/ or elsewhere, and build again.',
  );
}

/** For a site whose folder would have to be replaced as a whole, with the foreign files in it. */
export function cannotReplace(out: string, foreign: readonly string[], isListLost: boolean): SitegenError {
  const reason = isListLost
    ? `the list of sitegen's files in ${out}/${MARKER} is damaged, so it is unknown who wrote ${list(foreign)}`
    : `sitegen did not write ${list(foreign)}, and replaces that folder as a whole when a file becomes a folder or changes the case of its name`;
  return new SitegenError(
    `Cannot write to ${out}: ${reason}.\nTry: move what you want to keep elsewhere, remove the folder, and build again.`,
  );
}

function lstatIfExists(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => JSON.stringify(name));
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}
