/** The files of a collection. */
import path from 'node:path';
import { CONTENT_ENDINGS, checkEnding, contentFolder, isInContentFolder } from '../project/kinds.ts';
import { realPathIfExists } from '../shared/files.ts';
import { describeLinkOut, findMatching, type Matching } from '../shared/glob.ts';

/** Matches the endings of content, however they are spelt: `.{[mM][dD],…}` */
const ANY_CONTENT = `.{${CONTENT_ENDINGS.map((one) => one.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`)).join()}}`;

/**
 * Lists the files that match the pattern of a collection. A content file is a problem if the pattern does not match it
 * because of the spelling of its ending. If the folder is inside one that content can change, it must not be
 * a link out of that folder either.
 */
export async function findCollectionFiles(root: string, pattern: string): Promise<Matching> {
  const place = folderOf(pattern);
  const folder = contentFolder(root, place);
  const real = realPathIfExists(path.join(root, place));
  const mayFollow = (file: string, target: string) => isInContentFolder(root, { file, folder }, target);
  if (real !== undefined && folder !== undefined && !mayFollow(place, real))
    return { files: [], problems: [describeLinkOut(place, real)] };
  const ending = /\.(?:\{[\w,]+\}|\w+)$/.exec(pattern)?.[0] ?? '';
  const named = ending.split(/\W/);
  const patterns = [pattern, pattern.slice(0, pattern.length - ending.length) + (ending && ANY_CONTENT)];
  const { files, problems } = await findMatching({ root, patterns, mustExist: true, mayFollow });
  const isNamed = (file: string) => named.includes(path.extname(file).slice(1));
  const misspelt = files.flatMap((file) => (isNamed(file) ? [] : (checkEnding(file) ?? [])));
  return { files: ending === '' ? files : files.filter(isNamed), problems: [...problems, ...misspelt] };
}

/** The folder in a pattern: `content/posts` in `content/posts/**`. */
export function folderOf(pattern: string): string {
  const fixed = pattern.replace(/^\.\//, '').split('/').slice(0, -1);
  const variable = fixed.findIndex((segment) => /[*?{}[\]()!+@]/.test(segment));
  return fixed.slice(0, variable < 0 ? undefined : variable).join('/');
}
