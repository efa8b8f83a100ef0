/** The files of a collection. */
import path from 'node:path';
import { contentFolder, isInContentFolder } from '../project/kinds.ts';
import { realPathIfExists } from '../shared/files.ts';
import { describeLinkOut, findMatching, type Matching } from '../shared/glob.ts';

/**
 * Lists the files that match the pattern of a collection. Its folder may itself be in one that content can change, and must then
 * be no link out of it, either.
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

/** The part of a pattern that is a folder: `content/posts` of `content/posts/**`. */
export function folderOf(pattern: string): string {
  const fixed = pattern.replace(/^\.\//, '').split('/').slice(0, -1);
  const variable = fixed.findIndex((segment) => /[*?{}[\]()!+@]/.test(segment));
  return fixed.slice(0, variable < 0 ? undefined : variable).join('/');
}
