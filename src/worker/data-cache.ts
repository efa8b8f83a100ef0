/** Data that `load` and `shared` returned, kept on disk for a few minutes while `serve` watches. */
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { hasCode } from '../core/errors.ts';
import { PRIVATE, writeAtomically } from '../core/files.ts';
import { createKey, findChangedRead, sealReads, unsealReads, type SealedReads } from '../cache/recorded-reads.ts';
import { hashOf } from '../core/hash.ts';
import type { RecordedReads } from '../core/page-tasks.ts';
import { findUnplain } from '../cache/plain-data.ts';
import { markImpure, trackData, untracked } from '../tracking/track-reads.ts';

/** In ms. The client's default: docs/decisions/0013-incremental-builds.md */
const MAX_AGE = 5 * 60_000;

/** Data that loads faster, in ms, is not kept: finding it on the disk would take as long. */
const MIN_LOAD_TIME = 20;

/** As it is before `tracking/` wraps it: a page does not depend on how long its data took to load. */
const now = performance.now.bind(performance);

export interface LoadedData {
  readonly data: unknown;
  /** What it was derived from. */
  readonly reads: RecordedReads;
}

/** In a file. */
interface KeptData extends SealedReads {
  readonly data: unknown;
}

/**
 * Loads data, or takes what was loaded from the same sources less than five minutes ago.
 *
 * @param folder where data is kept, absolute; without one it is always loaded
 * @param key covers everything it depends on within the site
 */
export async function loadThroughCache(
  folder: string | undefined,
  key: string,
  load: () => Promise<unknown>,
): Promise<LoadedData> {
  const file = folder === undefined ? undefined : path.join(folder, hashOf(key, process.version));
  const kept = file === undefined ? undefined : await untracked(() => readKept(file));
  if (kept !== undefined) {
    markImpure(); // what it depends on outside of the site was not recorded
    return kept;
  }
  const start = now();
  const { result, reads } = trackData(load);
  const data = await result;
  const loaded = { data, reads: reads() };
  if (file !== undefined && now() - start >= MIN_LOAD_TIME) await untracked(() => keep(file, loaded));
  return loaded;
}

/** Removes data that is too old. */
export async function dropOldData(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      if (await isOld(file)) await rm(file, { force: true, recursive: true });
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

async function readKept(file: string): Promise<LoadedData | undefined> {
  try {
    if (await isOld(file)) return undefined;
    const [hash, bytes] = splitHash(await readFile(file));
    if (hash !== hashOf(bytes)) return undefined;
    const kept = deserialize(bytes) as KeptData;
    return findChangedRead(kept) === '' ? { data: kept.data, reads: unsealReads(kept.reads) } : undefined;
  } catch (error) {
    if (hasCode(error, 'EISDIR')) await rm(file, { recursive: true });
    if (hasCode(error, 'ENOENT', 'EISDIR')) return undefined;
    throw error;
  }
}

/** A file begins with the hash of the rest, which may be damaged. */
function splitHash(contents: Buffer): [string, Buffer] {
  const end = contents.indexOf('\n');
  return [contents.toString('latin1', 0, end), contents.subarray(end + 1)];
}

async function isOld(file: string): Promise<boolean> {
  return Date.now() - (await stat(file)).mtimeMs > MAX_AGE;
}

async function keep(file: string, loaded: LoadedData): Promise<void> {
  const bytes = toBytes(loaded);
  if (bytes !== undefined) await writeAtomically(file, bytes, PRIVATE);
}

/** @returns nothing for data that cannot be copied as it is, which is loaded each time */
function toBytes({ data, reads }: LoadedData): Uint8Array | undefined {
  if (findUnplain(data, 'data') !== undefined) return undefined;
  const key = createKey();
  try {
    const bytes = serialize({ key, data, reads: sealReads(key, reads) } satisfies KeptData);
    return Buffer.concat([Buffer.from(`${hashOf(bytes)}\n`), bytes]);
  } catch {
    return undefined;
  }
}
