import { lstatSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encoding } from '../api/host.ts';
import type { FileState } from '../cache/state.ts';
import { mapConcurrently } from '../core/concurrency.ts';
import { nameFile } from '../core/errors.ts';
import { createFolder } from '../core/temp-folders.ts';
import { compress, isCompressible, SUFFIXES } from '../hosts/compression.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { isAsPublished, type ChangedFiles } from './changed-files.ts';
import { createRecord, lookUp } from '../api/records.ts';

/** Smaller files fit into one network packet anyway. In bytes. */
const MIN_SIZE = 1000;

/** Larger files are not read as text, and would not fit into memory. In bytes. */
const MAX_SIZE = 100_000_000;

/** Files compressed at a time. Node has four threads for it. */
const CONCURRENCY = 8;

export interface CompressFiles {
  readonly encodings: readonly Encoding[];
  /** Content keys of all files of the site, by path from `out`. */
  readonly files: ReadonlyMap<string, string>;
  /** Where files are that have changed; the others are in `out`. Both absolute. */
  readonly staging: string;
  readonly out: string;
  /** What the previous build published. */
  readonly published: Readonly<Record<string, FileState>>;
}

/**
 * Writes compressed copies beside files that get smaller: `index.html.br`. Copies of files that have not changed stay.
 *
 * @returns the copies that stay, and the content keys of those written
 */
export async function compressFiles(options: CompressFiles): Promise<Pick<ChangedFiles, 'kept' | 'contentKeys'>> {
  const { encodings, files, out, published } = options;
  const kept = createRecord<FileState>();
  const contentKeys = createRecord<string>();
  const copies = [...files].flatMap(([file, key]) =>
    isCompressible(file) ? encodings.map((encoding) => ({ file, encoding, contentKey: `${encoding} ${key}` })) : [],
  );
  const stale = copies.filter(({ file, encoding, contentKey }) => {
    const output = file + SUFFIXES[encoding];
    const state = lookUp(published, output);
    if (files.has(output)) return false; // the user's own, from `public`
    if (state?.contentKey !== contentKey || !isAsPublished(path.join(out, output), state)) return true;
    kept[output] = state;
    return false;
  });
  await mapConcurrently(stale, CONCURRENCY, async ({ file, encoding, contentKey }) => {
    if (await writeCompressed(options, file, encoding)) contentKeys[file + SUFFIXES[encoding]] = contentKey;
  });
  return { kept, contentKeys };
}

/** @returns whether it was worth it */
async function writeCompressed({ staging, out }: CompressFiles, file: string, encoding: Encoding): Promise<boolean> {
  const isStaged = lstatSync(path.join(staging, file), { throwIfNoEntry: false }) !== undefined;
  const source = path.join(isStaged ? staging : out, file);
  if (lstatSync(source).size > MAX_SIZE) return false;
  const body = await readFile(source);
  if (body.length < MIN_SIZE) return false;
  const compressed = await compress(encoding, body, isHashed(file) ? 'utmost' : 'thorough');
  if (compressed === undefined || compressed.length >= body.length) return false;
  const copy = path.join(staging, file + SUFFIXES[encoding]);
  await createFolder(path.dirname(copy));
  await writeFile(copy, compressed).catch(nameFile(file + SUFFIXES[encoding]));
  return true;
}
