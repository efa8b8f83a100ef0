/** The files of a collection. */
import path from 'node:path';
import { CONTENT_ENDINGS, checkEnding, contentFolder, isInContentFolder, leadsToHidden } from '../../project/kinds.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { realPathIfExists } from '../../shared/files.ts';
import { describeLinkOut, findMatching, type Matching } from '../../shared/glob.ts';

/** Endings of files that contain data. */
const DATA_ENDINGS = ['json', 'yaml', 'yml', 'csv'];

/** True for a file that contains data. */
export function isDataFile(file: string): boolean {
  return DATA_ENDINGS.some((ending) => file.endsWith(`.${ending}`));
}

/** @returns what is wrong with a pattern */
export function findPatternMistake(pattern: string): string | undefined {
  const named = endingsOf(pattern);
  const data = named.filter((ending) => DATA_ENDINGS.includes(ending));
  if (data.length === 0 || data.length === named.length) return undefined;
  return `The collection "${pattern}" has files of data and others. Write a collection for each.`;
}

/** `json` and `csv` for `data/*.{json,csv}` */
function endingsOf(pattern: string): string[] {
  return endingOf(pattern)
    .split(/\W/)
    .filter((ending) => ending !== '');
}

function endingOf(pattern: string): string {
  return /\.(?:\{[\w,]+\}|\w+)$/.exec(pattern)?.[0] ?? '';
}

/** Matches endings however they are spelt: `.{[mM][dD],…}` */
function anySpelling(endings: readonly string[]): string {
  return `.{${endings.map((one) => one.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`)).join()}}`;
}

/**
 * Lists the files that match the pattern of a collection. A content file is a problem if the pattern does not match it
 * because of the spelling of its ending. If the folder is inside one that content can change, it must not be
 * a link out of that folder either. Nor must a link lead to a hidden file, which patterns leave out.
 */
export async function findCollectionFiles(root: string, pattern: string): Promise<Matching> {
  const place = folderOf(pattern);
  const folder = contentFolder(root, place);
  const real = realPathIfExists(path.join(root, place));
  const isInFolder = (file: string, target: string) => isInContentFolder(root, { file, folder }, target);
  const mayFollow = (link: string, target: string) => isInFolder(link, target) && !leadsToHidden(root, link, target);
  if (real !== undefined && folder !== undefined && !isInFolder(place, real))
    return { files: [], problems: [describeLinkOut(place, real)] };
  const ending = endingOf(pattern);
  const named = endingsOf(pattern);
  const isData = named.some((one) => DATA_ENDINGS.includes(one));
  const any = anySpelling(isData ? named : CONTENT_ENDINGS);
  const patterns = [pattern, pattern.slice(0, pattern.length - ending.length) + (ending && any)];
  const { files, problems } = await findMatching({ root, patterns, mustExist: true, mayFollow });
  const isNamed = (file: string) => named.includes(path.extname(file).slice(1));
  const misspelt = files.flatMap((file) =>
    isNamed(file) ? [] : ((isData ? describeEnding(file) : checkEnding(file)) ?? []),
  );
  return { files: ending === '' ? files : files.filter(isNamed), problems: [...problems, ...misspelt] };
}

/** The folder in a pattern: `content/posts` in `content/posts/**`. */
export function folderOf(pattern: string): string {
  const fixed = pattern.replace(/^\.\//, '').split('/').slice(0, -1);
  const variable = fixed.findIndex((segment) => /[*?{}[\]()!+@]/.test(segment));
  return fixed.slice(0, variable < 0 ? undefined : variable).join('/');
}

function describeEnding(file: string): Diagnostic {
  const message = `${file} is ignored: names of data end in lower case.`;
  const hint = `rename it to ${path.posix.basename(file).replace(/[^.]*$/, (ending) => ending.toLowerCase())}`;
  return error('file-extension', message, { place: { file }, hint });
}
