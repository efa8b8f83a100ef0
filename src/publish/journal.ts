/** The list of planned changes to `out`, on disk so that another process can complete them, and how they are applied. */
import { mkdirSync, readFileSync, rmSync, writeFileSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { hasCode, nameFile } from '../shared/errors.ts';
import { move, retryWhileOpen } from '../shared/files.ts';
import { MARKER, isHtml, parentFolders } from '../shared/paths.ts';
import { forEachInSlices } from '../shared/concurrency.ts';

/** POSIX paths from `out`. */
export interface FileChanges {
  /** Files in the staging folder that are new or replace those in `out`. */
  readonly changed: readonly string[];
  /** Files to delete from `out`. */
  readonly removed: readonly string[];
}

export interface Journal extends FileChanges {
  /** When it was written, in ms. */
  readonly time: number;
}

/** In the staging folder. No site file has a name that starts like the marker. */
const JOURNAL = `${MARKER}/journal.json`;

/** The list of published files that replaces the one in `out`, in the staging folder. */
const NEW_LIST = `${MARKER}/files`;

/**
 * Once this function returns, the changes will be applied, whatever happens to this process.
 *
 * @param list the text of the new list of published files, if it changes
 */
export function writeJournal(staging: string, { changed, removed }: FileChanges, list?: string): void {
  const file = path.join(staging, JOURNAL);
  const journal: Journal = { time: Date.now(), changed, removed };
  mkdirSync(path.dirname(file));
  // The rename turns it into a journal. It must be complete by then, even after a power cut.
  try {
    if (list !== undefined) writeFileSync(path.join(staging, NEW_LIST), list, { flush: true });
    writeFileSync(`${file}.new`, JSON.stringify(journal), { flush: true });
  } catch (error) {
    nameFile(file)(error);
  }
  move(`${file}.new`, file);
}

/** @returns `undefined` if no changes were started, or all of them are applied */
export function readJournal(staging: string): Journal | undefined {
  try {
    return JSON.parse(readFileSync(path.join(staging, JOURNAL), 'utf8')) as Journal;
  } catch (error) {
    // ENOTDIR: the folder was to be swapped in as a whole, and has the marker file.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Records that all changes are applied. */
function eraseJournal(staging: string): void {
  rmSync(path.join(staging, JOURNAL), { force: true });
}

/**
 * Applies a journal, while `out` is being read. Readers find each file complete, old or new, and every page finds its assets: they are added before it
 * and removed after it. Changes that an earlier call applied are skipped.
 */
export async function applyChanges(staging: string, out: string, { changed, removed }: FileChanges): Promise<void> {
  await forEachInSlices(new Set(changed.map((file) => path.posix.dirname(file))), (folder) =>
    mkdirSync(path.join(out, folder), { recursive: true }),
  );
  await forEachInSlices([...changed.filter((file) => !isHtml(file)), ...changed.filter(isHtml)], (file) =>
    ignoring(['ENOENT'], () => renameSync(path.join(staging, file), path.join(out, file))),
  );
  await forEachInSlices([...removed.filter(isHtml), ...removed.filter((file) => !isHtml(file))], (file) =>
    ignoring(['ENOENT'], () => unlinkSync(path.join(out, file))),
  );
  const deepestFirst = [...new Set(removed.flatMap(parentFolders))].toSorted((a, b) => b.length - a.length);
  await forEachInSlices(deepestFirst, (folder) =>
    // Only empty folders are removed.
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(path.join(out, folder))),
  );
  ignoring(['ENOENT'], () => renameSync(path.join(staging, NEW_LIST), path.join(out, MARKER)));
  eraseJournal(staging);
}

function ignoring(codes: readonly string[], change: () => void): void {
  try {
    retryWhileOpen(change);
  } catch (error) {
    if (!hasCode(error, ...codes)) throw error;
  }
}
