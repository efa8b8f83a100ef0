/** Data that `load` and `shared` returned, kept on disk for a few minutes while `serve` watches: see `cache/kept-data.ts`. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { findUnplain } from '../cache/plain-data.ts';
import { hasCode } from '../core/errors.ts';
import { PRIVATE, writeAtomically } from '../core/files.ts';
import { hashOf } from '../core/hash.ts';
import { markImpure, trackData, untracked, variablesRead } from '../tracking/track-reads.ts';

/** Data that loads faster, in ms, is not kept: finding it on the disk would take as long. */
const MIN_LOAD_TIME = 20;

/** As it is before `tracking/` wraps it: a page does not depend on how long its data took to load. */
const now = performance.now.bind(performance);

/** In a file. */
interface KeptData {
  readonly data: unknown;
}

/**
 * Loads data, or takes what an earlier build has kept.
 *
 * @param folder where data is kept, absolute; without one it is always loaded
 * @param key covers everything it depends on within the site
 */
export async function loadThroughCache(
  folder: string | undefined,
  key: string,
  load: () => Promise<unknown>,
): Promise<unknown> {
  const file = folder === undefined ? undefined : path.join(folder, hashOf(key, process.version));
  const kept = file === undefined ? undefined : await untracked(() => readKept(file));
  if (kept !== undefined) {
    trackData(markImpure); // what it depends on outside of the site was not recorded
    return kept.data;
  }
  const start = now();
  const data = await trackData(load);
  if (file !== undefined && now() - start >= MIN_LOAD_TIME) await untracked(() => keep(file, { data }));
  return data;
}

async function readKept(file: string): Promise<KeptData | undefined> {
  try {
    const [hash, bytes] = splitHash(await readFile(file));
    return hash === hashOf(bytes) ? (deserialize(bytes) as KeptData) : undefined;
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

async function keep(file: string, kept: KeptData): Promise<void> {
  const bytes = toBytes(kept);
  if (bytes !== undefined) await writeAtomically(file, bytes, PRIVATE);
}

/** @returns nothing for data that cannot be copied as it is, or may hold a secret, which is loaded each time */
function toBytes(kept: KeptData): Uint8Array | undefined {
  if (findUnplain(kept.data, 'data') !== undefined) return undefined;
  try {
    const bytes = serialize(kept);
    if (holdsSecret(bytes)) return undefined;
    return Buffer.concat([Buffer.from(`${hashOf(bytes)}\n`), bytes]);
  } catch {
    return undefined;
  }
}

/** Shorter values can be guessed, and any text may contain them. */
const MIN_SECRET = 8;

/** Whether bytes contain the value of a variable that this worker has read, as V8 writes strings or as text in a buffer. */
function holdsSecret(bytes: Buffer): boolean {
  const secrets = variablesRead().filter(([name, value]) => !name.startsWith('PUBLIC_') && value.length >= MIN_SECRET);
  const encodings = ['latin1', 'utf8', 'utf16le'] as const;
  return secrets.some(([, value]) => encodings.some((encoding) => bytes.includes(Buffer.from(value, encoding))));
}
