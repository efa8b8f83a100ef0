/** Which data `serve` keeps for the next build: the main thread's side of `worker/data-cache.ts`. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { PRIVATE, entriesIfListable, lstatIfExists, writeAtomically } from '../core/files.ts';
import { hashOf } from '../core/hash.ts';
import type { RecordedReads } from '../core/page-tasks.ts';
import { exists } from '../core/temp-folders.ts';
import { createKey, findChangedRead, mergeReads, sealReads, unsealReads, type SealedReads } from './recorded-reads.ts';

/** In ms. The client's default: docs/decisions/0013-incremental-builds.md */
const MAX_AGE = 5 * 60_000;

/**
 * What the builds that kept the data have read, all of them together: one `load` may use what another has read. Absent while a
 * build is under way, so that data of a build that did not come to its end is dropped.
 */
const READS = 'reads.json';

/**
 * Drops data that is too old, and all of it when something has changed that it may depend on.
 *
 * @param folder absolute
 * @returns what the rest may depend on
 */
export async function openKeptData(folder: string): Promise<RecordedReads> {
  const sealed = await takeReads(path.join(folder, READS));
  if (sealed === undefined || findChangedRead(sealed) !== '') {
    await rm(folder, { recursive: true, force: true });
    return mergeReads([]);
  }
  await dropOldData(folder);
  return unsealReads(sealed.reads);
}

/** Drops data that is too old. Builds do that, too: `serve` may not be started again. */
export async function dropOldData(folder: string): Promise<void> {
  for (const { name } of entriesIfListable(folder)) {
    const file = path.join(folder, name);
    const age = Date.now() - (lstatIfExists(file)?.mtimeMs ?? Infinity);
    if (age > MAX_AGE) await rm(file, { force: true, recursive: true });
  }
}

/** @param reads of all builds whose data is kept */
export async function closeKeptData(folder: string, reads: RecordedReads): Promise<void> {
  if (!(await exists(folder))) return;
  const key = createKey();
  const text = JSON.stringify({ key, reads: sealReads(key, reads) } satisfies SealedReads);
  await writeAtomically(path.join(folder, READS), `${hashOf(text)}\n${text}`, PRIVATE);
}

/** @returns nothing if the file is missing or damaged */
async function takeReads(file: string): Promise<SealedReads | undefined> {
  try {
    const [hash, text = ''] = (await readFile(file, 'utf8')).split('\n');
    await rm(file);
    return hash === hashOf(text) ? (JSON.parse(text) as SealedReads) : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}
