/** Makes changes in `out` while it is being read. */
import { mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { forEachInSlices } from '../core/concurrency.ts';
import { type FileChanges, eraseJournal } from './journal.ts';
import { parentFolders } from '../core/paths.ts';

/**
 * Makes the changes of a journal. A reader finds each file whole, old or new, and a page finds its assets: they come
 * before it and go after it. What an earlier call has done already is passed over.
 */
export async function applyChanges(staging: string, out: string, { changed, removed }: FileChanges): Promise<void> {
  await forEachInSlices(new Set(changed.map((file) => path.posix.dirname(file))), (folder) =>
    mkdirSync(path.join(out, folder), { recursive: true }),
  );
  await forEachInSlices([...changed.filter((file) => !isPage(file)), ...changed.filter(isPage)], (file) =>
    unless(['ENOENT'], () => renameSync(path.join(staging, file), path.join(out, file))),
  );
  await forEachInSlices([...removed.filter(isPage), ...removed.filter((file) => !isPage(file))], (file) =>
    unless(['ENOENT'], () => unlinkSync(path.join(out, file))),
  );
  const inward = [...new Set(removed.flatMap(parentFolders))].toSorted((a, b) => b.length - a.length);
  await forEachInSlices(inward, (folder) =>
    // Folders with something in them stay.
    unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(path.join(out, folder))),
  );
  eraseJournal(staging);
}

function isPage(file: string): boolean {
  return file.endsWith('.html');
}

/** Does it, unless it fails in one of these ways. */
function unless(codes: readonly string[], work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!hasCode(error, ...codes)) throw error;
  }
}
