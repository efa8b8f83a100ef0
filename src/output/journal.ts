/** What is about to be done to `out`, written down so that another process can finish it. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode, nameFile } from '../core/errors.ts';
import { MARKER } from '../core/paths.ts';

/** Files from `out`, POSIX. */
export interface FileChanges {
  /** They lie in the staging folder, and replace or join those in `out`. */
  readonly changed: readonly string[];
  /** They are deleted from `out`. */
  readonly removed: readonly string[];
}

export interface Journal extends FileChanges {
  /** When it was written, in ms. */
  readonly time: number;
}

/** In the staging folder. No file of a site has a name that starts with the marker's. */
const JOURNAL = `${MARKER}/journal.json`;

/** From the return of this function on, the changes will be made, whatever becomes of this process. */
export function writeJournal(staging: string, { changed, removed }: FileChanges): void {
  const file = path.join(staging, JOURNAL);
  const journal: Journal = { time: Date.now(), changed, removed };
  mkdirSync(path.dirname(file));
  // The rename makes it a journal, and it has to be whole by then, even after a power cut.
  try {
    writeFileSync(`${file}.new`, JSON.stringify(journal), { flush: true });
  } catch (error) {
    nameFile(file)(error);
  }
  renameSync(`${file}.new`, file);
}

/** Nothing when the changes were not decided on, or all of them are made. */
export function readJournal(staging: string): Journal | undefined {
  try {
    return JSON.parse(readFileSync(path.join(staging, JOURNAL), 'utf8')) as Journal;
  } catch (error) {
    // Without a folder of that name, or with the marker of a site that was to be swapped in.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Says that all changes are made. */
export function eraseJournal(staging: string): void {
  rmSync(path.join(staging, JOURNAL), { force: true });
}
