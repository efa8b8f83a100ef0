/** Replaces the published site with a new build. */
import {
  accessSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, nameFile, SitegenError } from '../shared/errors.ts';
import { move } from '../shared/files.ts';
import { MARKER, parentFolders, fileNameKey } from '../shared/paths.ts';
import { exists, removeFolder } from '../shared/temp-folders.ts';
import { forEachInSlices } from '../shared/concurrency.ts';
import { applyChanges, type FileChanges, writeJournal } from './journal.ts';
import { formatPublishedFiles, hasPublished, readPublishedFiles, type PublishedFacts } from './published-files.ts';
import { hasSameBytes } from './same-bytes.ts';

/** The changes of a build to the published site. No file is in two lists. */
export interface Publication extends FileChanges {
  /** Published files that stay as they are. */
  readonly kept: readonly string[];
}

/**
 * Publishes a build. Readers see the old or the new version of a file, never a part. If most files are unchanged, only the
 * changed ones are replaced; otherwise `out` is replaced as a whole. Either way, kept files keep their inodes.
 *
 * Files that sitegen did not write to `out` stay: if there are any, `out` is never replaced as a whole.
 *
 * If it fails or is killed after the first change, `openStaging` in the next build completes it.
 *
 * @param staging from `openStaging(out)`
 * @param out holds the previous build, if anything is kept
 * @param facts stored with the list of published files
 * @throws {SitegenError} when a foreign file is in the way
 */
export async function publish(
  staging: string,
  out: string,
  publication: Publication,
  facts: PublishedFacts,
): Promise<void> {
  const { changed, kept, removed } = publication;
  const changes = changed.length + removed.length;
  const isBuilt = await exists(path.join(out, MARKER));
  const list = formatPublishedFiles([...kept, ...changed], facts);
  if (!isBuilt) return swap(staging, out, publication, list);
  const isListSame = isSameText(path.join(out, MARKER), list);
  if (changes === 0 && isListSame) return;
  // Without permission to delete, it must fail before the first change.
  accessSync(out, constants.W_OK);
  const published = readPublishedFiles(out);
  const added = published === undefined ? [] : changed.filter((file) => !hasPublished(published, file));
  const own = new Set([...changed, ...kept, ...removed]);
  for (const file of added) own.delete(file);
  refuseToOverwrite(staging, out, { own, added });
  // Windows does not move a folder while any program has a file in it open.
  const isMovable = process.platform !== 'win32';
  if ((changes > kept.length && isMovable) || !fitsIn(out, publication)) {
    const foreign = findForeign(out, own);
    if (foreign.length === 0) return swap(staging, out, publication, list);
    if (!fitsIn(out, publication)) throw cannotReplace(out, foreign, published === undefined);
  }
  // The last chance to notice a missing file.
  await forEachInSlices(changed, (file) => lstatSync(path.join(staging, file)));
  writeJournal(staging, publication, isListSame ? undefined : list);
  await applyChanges(staging, out, publication);
}

function isSameText(file: string, text: string): boolean {
  return lstatSync(file).isFile() && readFileSync(file, 'utf8') === text;
}

/** Two renames, so that readers see one site or the other. */
async function swap(staging: string, out: string, { kept }: Publication, list: string): Promise<void> {
  await forEachInSlices(new Set(kept.map((file) => path.posix.dirname(file))), (folder) =>
    mkdirSync(path.join(staging, folder), { recursive: true }),
  );
  await forEachInSlices(kept, (file) => linkFile(path.join(out, file), path.join(staging, file)));
  const marker = path.join(staging, MARKER);
  await writeFile(marker, list).catch(nameFile(marker));
  const old = staging.replace(/-new(?=(-[0-9a-f]+){3}$)/, '-old');
  const replaces = await exists(out);
  // Synchronous, so that this process, which may be serving the site, answers no request between the two.
  if (replaces) move(out, old);
  try {
    move(staging, out);
  } catch (error) {
    if (replaces) move(old, out);
    throw error;
  }
  if (replaces) await removeFolder(old);
}

/** Creates a hard link or, if the file system does not support it, a copy with the same times. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // On Windows, exFAT has no links, and the error is EISDIR: https://github.com/nodejs/node/issues/65817 (2026-11)
    if (!hasCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK', 'EISDIR')) throw error;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    const { atimeMs, mtimeMs } = statSync(from);
    utimesSync(to, atimeMs / 1000, mtimeMs / 1000);
  }
}

/** True if files can be replaced one by one: no folder has the name of a file, or vice versa. */
function fitsIn(out: string, { changed, removed }: FileChanges): boolean {
  const files = [...changed, ...removed];
  const folders = new Set(files.flatMap(parentFolders)); // outer ones first
  return (
    !isRespelled(changed, removed) &&
    // A link to a folder does not count: its target is not ours.
    [...folders].every((folder) => kindOf(path.join(out, folder)) !== 'file') &&
    files.every((file) => kindOf(path.join(out, file)) !== 'folder')
  );
}

function kindOf(file: string): 'file' | 'folder' | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found && (found.isDirectory() ? 'folder' : 'file');
}

/** True if `About` becomes `about`: on a case-insensitive file system, removing the old one would delete the new one. */
function isRespelled(changed: readonly string[], removed: readonly string[]): boolean {
  const namesOf = (file: string) => [...parentFolders(file), file];
  const before = new Map(removed.flatMap(namesOf).map((name) => [fileNameKey(name), name]));
  return changed.flatMap(namesOf).some((name) => (before.get(fileNameKey(name)) ?? name) !== name);
}

/**
 * Lists the foreign files in `out`. A foreign folder is one entry, whatever it contains.
 *
 * @param own files that sitegen wrote, from `out`
 */
function findForeign(out: string, own: ReadonlySet<string>): string[] {
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
 * A site file must not replace a user's file, unless both are the same.
 *
 * @param own files in `out` that sitegen wrote
 * @param added other files in the staging folder
 */
function refuseToOverwrite(
  staging: string,
  out: string,
  { own, added }: { readonly own: ReadonlySet<string>; readonly added: readonly string[] },
): void {
  const taken = added.filter((file) => {
    const place = path.join(out, file);
    const stat = lstatUnlessMissing(place);
    if (stat === undefined || stat.isDirectory()) return false;
    return !(stat.isFile() && hasSameBytes(place, path.join(staging, file)));
  });
  if (taken.length === 0) return;
  // On case-insensitive file systems "About" and "about" are the same file, and it is ours either way.
  const ownKeys = new Set([...own].map(fileNameKey));
  const foreign = taken.filter((file) => !ownKeys.has(fileNameKey(file)));
  if (foreign.length === 0) return;
  throw new SitegenError(
    `The site has ${listNames(foreign)}, but ${out} holds a file of that name that sitegen did not write.\n` +
      'Try: move it to public/ or elsewhere, and build again.',
  );
}

/** For a site whose folder would have to be replaced as a whole, with the foreign files in it. */
function cannotReplace(out: string, foreign: readonly string[], isListLost: boolean): SitegenError {
  const reason = isListLost
    ? `the list of sitegen's files in ${out}/${MARKER} is damaged, so it is unknown who wrote ${listNames(foreign)}`
    : `sitegen did not write ${listNames(foreign)}, and replaces that folder as a whole when a file becomes a folder or changes the case of its name`;
  return new SitegenError(
    `Cannot write to ${out}: ${reason}.\nTry: move what you want to keep elsewhere, remove the folder, and build again.`,
  );
}

function lstatUnlessMissing(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => JSON.stringify(name));
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}
