import type { Target } from '../shared/model.ts';
import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encoding } from '../api/host.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { memoize } from '../shared/memo.ts';
import { compress, isCompressible, SUFFIXES } from '../hosts/compression.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { writeAssets } from '../publish/write-files.ts';

/** Smaller files fit into one network packet anyway. In bytes. */
const MIN_SIZE = 1000;

/** Larger files are not read as text, and would not fit into memory. In bytes. */
const MAX_SIZE = 100_000_000;

/** Files compressed at a time. Node has four threads for it. */
const CONCURRENCY = 8;

interface CompressFiles {
  readonly encodings: readonly Encoding[];
  /** All files of the site, from `out`. */
  readonly files: readonly string[];
  readonly target: Target;
  /** The published site, which contains the files that are not staged. Absolute. */
  readonly published: string;
  /** The folder for results: see `memo.ts`. */
  readonly memo: string;
}

/**
 * Writes compressed copies next to files that get smaller: `index.html.br`.
 *
 * @returns from `out`, and if they are new or have changed
 */
export async function compressFiles(
  options: CompressFiles,
): Promise<{ readonly output: string; readonly isWritten: boolean }[]> {
  const { encodings, files, target } = options;
  if (encodings.length === 0) return [];
  const taken = new Set(files); // a copy in `public` takes precedence
  const wanted = files
    .filter(isCompressible)
    .flatMap((file) => encodings.map((encoding) => ({ file, encoding, output: file + SUFFIXES[encoding] })))
    .filter(({ output }) => !taken.has(output));
  const copies = await mapConcurrently(wanted, CONCURRENCY, async ({ file, encoding, output }) => {
    const contents = await compressFile(options, file, encoding);
    if (contents === undefined) return [];
    return [{ output, isWritten: (await writeAssets(target, [{ output, contents }])).length > 0 }];
  });
  return copies.flat();
}

/** @returns `undefined` if compression is not worthwhile */
async function compressFile(
  { target, published, memo }: CompressFiles,
  file: string,
  encoding: Encoding,
): Promise<Uint8Array | undefined> {
  const staged = path.join(target.staging, file);
  const isStaged = lstatSync(staged, { throwIfNoEntry: false }) !== undefined;
  const source = isStaged ? staged : path.join(published, file);
  const { size } = lstatSync(source);
  if (size < MIN_SIZE || size > MAX_SIZE) return undefined;
  const body = await readFile(source);
  const effort = isHashed(file) ? 'utmost' : 'thorough';
  const { zlib, brotli } = process.versions;
  const key = ['compressed', encoding, effort, zlib, brotli, body] as readonly (string | Uint8Array)[];
  const compressed = await memoize(memo, key, () => compress(encoding, body, effort));
  return compressed.length >= body.length ? undefined : compressed;
}
