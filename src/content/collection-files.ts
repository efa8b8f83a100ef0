/** The files of a collection. */
import path from 'node:path';
import { contentFolder, isInContentFolder } from '../project/kinds.ts';
import { realPathIfExists } from '../shared/files.ts';
import { describeLinkOut, findMatching, type Matching } from '../shared/glob.ts';

/**
 * Lists the files that match the pattern of a collection. If its folder is inside one that content can change, it must not be
 * a link out of that folder either.
 */
export async function findCollectionFiles(root: string, pattern: string): Promise<Matching> {
  const place = folderOf(pattern);
  const folder = contentFolder(root, place);
  const real = realPathIfExists(path.join(root, place));
  const mayFollow = (file: string, target: string) => isInContentFolder(root, { file, folder }, target);
  if (real !== undefined && folder !== undefined && !mayFollow(place, real))
    return { files: [], problems: [describeLinkOut(place, real)] };
  return findMatching({ root, patterns: [pattern], mustExist: true, mayFollow });
}

/** The folder in a pattern: `content/posts` in `content/posts/**`. */
export function folderOf(pattern: string): string {
  const fixed = pattern.replace(/^\.\//, '').split('/').slice(0, -1);
  const variable = fixed.findIndex((segment) => /[*?{}[\]()!+@]/.test(segment));
  return fixed.slice(0, variable < 0 ? undefined : variable).join('/');
}
