/**
 * Results of slow pure functions, on disk. An entry is named after the hash of all its inputs, so it can never be stale.
 * Safe to delete at any moment.
 */
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './errors.ts';
import { PRIVATE, move, statIfExists, writeAtomically } from './files.ts';
import { hashOf } from './hash.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Entries are removed if no build has used them for this long, in ms. */
const MAX_AGE = 30 * DAY;

/** False in locating mode, whose results have the numbers of places in them. Owned by the worker, which sets it once. */
let isStoring = true;

/** From now on, results are read and not stored. */
export function stopStoring(): void {
  isStoring = false;
}

/**
 * @param folder the store, absolute
 * @param key everything that the result depends on, the versions of libraries included
 * @returns the bytes that `run` returned for this key, now or earlier
 * @throws what `run` throws; nothing is stored then
 */
export async function memoize(
  folder: string,
  key: readonly (string | Uint8Array)[],
  run: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const kept = recall(folder, key);
  if (kept !== undefined) return kept;
  const bytes = await run();
  if (isStoring) await writeAtomically(path.join(folder, hashOf(...key)), toEntry(bytes), PRIVATE);
  return bytes;
}

/** `memoize` for a function that does not return a promise. */
export function memoizeSync(folder: string, key: readonly string[], run: () => Uint8Array): Uint8Array {
  const kept = recall(folder, key);
  if (kept !== undefined) return kept;
  const bytes = run();
  if (!isStoring) return bytes;
  const file = path.join(folder, hashOf(...key));
  const temporary = `${file}.${process.pid}.${performance.now()}.new`;
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(temporary, toEntry(bytes), { mode: PRIVATE });
    move(temporary, file);
  } finally {
    rmSync(temporary, { force: true }); // a full disk would keep a part
  }
  return bytes;
}

function toEntry(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${hashOf(bytes)}\n`), bytes]);
}

/**
 * An entry begins with a hash of the rest, to detect damage.
 *
 * @returns the bytes stored for this key, if any
 */
export function recall(folder: string, key: readonly (string | Uint8Array)[]): Uint8Array | undefined {
  const file = path.join(folder, hashOf(...key));
  try {
    const contents = readFileSync(file);
    const end = contents.indexOf('\n');
    const bytes = contents.subarray(end + 1);
    if (contents.toString('latin1', 0, end) !== hashOf(bytes)) return undefined;
    if (Date.now() - statSync(file).mtimeMs > DAY) utimesSync(file, new Date(), new Date());
    return bytes;
  } catch (error) {
    if (hasCode(error, 'EISDIR')) rmSync(file, { recursive: true });
    if (hasCode(error, 'ENOENT', 'EISDIR')) return undefined;
    throw error;
  }
}

/** Removes entries that have not been used for 30 days. Runs at most once a day. */
export async function pruneMemo(folder: string): Promise<void> {
  const stamp = path.join(folder, 'pruned');
  const isRecent = Date.now() - (statIfExists(stamp)?.mtimeMs ?? 0) < DAY;
  if (statIfExists(folder) === undefined || isRecent) return;
  await writeAtomically(stamp, '', PRIVATE);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const stat = statIfExists(file);
    if (stat !== undefined && Date.now() - stat.mtimeMs > MAX_AGE) rmSync(file, { force: true });
  }
}
