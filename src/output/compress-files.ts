import { lstatSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mapConcurrently } from '../core/concurrency.ts';
import { compress, isCompressible, SUFFIXES } from '../hosts/compression.ts';
import { nameFile } from '../core/errors.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import type { Encoding } from '../api/host.ts';
import { createFolder } from '../core/temp-folders.ts';
import { isIntact, type ChangedFiles } from './changed-files.ts';
import type { FileState } from '../cache/state.ts';

/** Less than this fits into one packet of the network anyway. In bytes. */
const WORTH_COMPRESSING = 1000;

/** So many files are under way. Node has four threads for them. */
const AT_ONCE = 8;

export interface CompressFiles {
  readonly encodings: readonly Encoding[];
  /** All files of the site, from `out`, with what stands for their contents. */
  readonly files: ReadonlyMap<string, string>;
  /** Where those are that are new, and where the others. Absolute. */
  readonly staging: string;
  readonly out: string;
  /** What `out` should have, if it is known. */
  readonly last: Readonly<Record<string, FileState>>;
}

/**
 * Writes compressed files beside those that get smaller by it: `index.html.br`. What has been compressed before stays.
 *
 * @returns which are there
 */
export async function compressFiles(options: CompressFiles): Promise<Pick<ChangedFiles, 'kept' | 'contents'>> {
  const { encodings, files, staging, out, last } = options;
  const kept: Record<string, FileState> = {};
  const contents: Record<string, string> = {};
  const wanted = [...files].flatMap(([file, name]) =>
    isCompressible(file) ? encodings.map((encoding) => ({ file, name: `${encoding} ${name}`, encoding })) : [],
  );
  const queue = wanted.filter(({ file, name, encoding }) => {
    const output = file + SUFFIXES[encoding];
    const state = last[output];
    if (files.has(output)) return false; // somebody has put it into `public`
    if (state?.contents !== name || !isIntact(path.join(out, output), state)) return true;
    kept[output] = state;
    return false;
  });
  await mapConcurrently(queue, AT_ONCE, async ({ file, name, encoding }) => {
    const isNew = lstatSync(path.join(staging, file), { throwIfNoEntry: false }) !== undefined;
    const body = await readFile(path.join(isNew ? staging : out, file));
    if (body.length < WORTH_COMPRESSING) return;
    const compressed = await compress(encoding, body, isHashed(file) ? 'utmost' : 'thorough');
    if (compressed === undefined || compressed.length >= body.length) return;
    const output = file + SUFFIXES[encoding];
    await createFolder(path.dirname(path.join(staging, output)));
    await writeFile(path.join(staging, output), compressed).catch(nameFile(output));
    contents[output] = name;
  });
  return { kept, contents };
}
