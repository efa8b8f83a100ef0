/** The list of planned changes to `out`, on disk so that another process can complete them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode, nameFile } from '../shared/errors.ts';
import { move } from '../shared/files.ts';
import { MARKER } from '../shared/paths.ts';

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
export const NEW_LIST = `${MARKER}/files`;

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
export function eraseJournal(staging: string): void {
  rmSync(path.join(staging, JOURNAL), { force: true });
}
