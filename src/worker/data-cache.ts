import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { hasCode } from '../core/errors.ts';
import { hashOf, hashPath } from '../core/hash.ts';
import { trackData, trackImpure } from './track-reads.ts';

/** How long data is kept while `serve` watches, in ms: 5 minutes. */
const KEPT = 5 * 60_000;

/** What takes less to load, in ms, is loaded again: to find it on the disk would be no faster. */
const WORTH_KEEPING = 20;

/** What was loaded, and the files that it was read from, with hashes. */
interface CachedData {
  readonly data: unknown;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Loads data, or takes what was loaded from the same sources less than five minutes ago.
 *
 * @param folder where data is kept, absolute; without one it is loaded
 * @param key stands for all that it depends on, but for the world outside
 * @param files receives the files that it was read from, with hashes
 */
export async function loadThroughCache(
  folder: string | undefined,
  key: string,
  load: () => Promise<unknown>,
  files: Record<string, string> = {},
): Promise<unknown> {
  if (folder === undefined) return trackData(load, files);
  const file = path.join(folder, hashOf(key));
  const kept = await readKept(file);
  if (kept !== undefined) {
    trackImpure();
    Object.assign(files, kept.files);
    return kept.data;
  }
  const start = performance.now();
  const data = await trackData(load, files);
  if (performance.now() - start >= WORTH_KEEPING) await write(file, { data, files });
  return data;
}

/** Takes away what is too old to be of use. */
export async function dropOldData(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      if (await isOld(file)) await rm(file, { force: true });
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

async function readKept(file: string): Promise<CachedData | undefined> {
  try {
    if (await isOld(file)) return undefined;
    const kept = deserialize(await readFile(file)) as CachedData;
    return Object.entries(kept.files).every(([name, digest]) => hashPath(name) === digest) ? kept : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function isOld(file: string): Promise<boolean> {
  return Date.now() - (await stat(file)).mtimeMs > KEPT;
}

async function write(file: string, kept: CachedData): Promise<void> {
  const contents = toBytes(kept);
  if (contents === undefined) return;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(temporary, contents);
  await rename(temporary, file);
}

/** Data that cannot be copied is loaded each time. */
function toBytes(kept: CachedData): Uint8Array | undefined {
  try {
    return serialize(kept);
  } catch {
    return undefined;
  }
}
