/** Changes `out` while it is being read. */
import { mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { forEachInSlices } from '../shared/concurrency.ts';
import { hasCode } from '../shared/errors.ts';
import { retryWhileOpen } from '../shared/files.ts';
import { MARKER, isHtml, parentFolders } from '../shared/paths.ts';
import { NEW_LIST, eraseJournal, type FileChanges } from './journal.ts';

/**
 * Applies a journal. Readers find each file complete, old or new, and every page finds its assets: they are added before it
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
