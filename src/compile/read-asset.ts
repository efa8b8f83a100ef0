import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hashedOutput } from '../shared/asset-files.ts';
import { stateOf } from '../shared/files.ts';
import { memoize } from '../shared/memo.ts';
import type { Asset, SourceFile } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import type { ImportedImage } from '../shared/image.ts';
import { sizeOfImage, type ImageSize } from '../shared/image-size.ts';

/** A file that is published under a name with a hash of its contents. */
export interface SourceAsset extends Asset {
  readonly contents: SourceFile;
}

/** A hashed file, and its address. */
interface Hashed {
  readonly state: string;
  readonly asset: SourceAsset;
}

/** By absolute path. Owned by this file: pages, islands and stylesheets, and every rebuild of `serve`, share files. */
const known = new Map<string, Hashed>();

/** Some file systems store times to the second. In ms. */
const COARSEST_TIME = 2000;

/** A hash of a larger file is kept on disk: reading 200 photographs takes a second. In bytes. */
const LARGE = 1_000_000;

/** The file being hashed. Owned by this module: files take turns, because hashing occupies the thread anyway. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * The name changes with the contents, so that browsers may cache the file forever. The contents are not kept in memory.
 *
 * @param root of the project, absolute
 * @param file absolute
 */
export function readAsset(root: string, file: string): Promise<SourceAsset> {
  const hashing = turn.then(() => hashUnlessKnown(root, file));
  turn = hashing.catch(() => {}); // thrown to the caller
  return hashing;
}

async function hashUnlessKnown(root: string, file: string): Promise<SourceAsset> {
  const found = await stat(file);
  const state = stateOf(found);
  const before = known.get(file);
  if (before?.state === state) return before.asset;
  const isSettled = Date.now() - found.ctimeMs > COARSEST_TIME;
  const hash =
    isSettled && found.size > LARGE
      ? await memoize(statePaths(root).memo, ['hash of a file', file, state], () => hashFile(file))
      : await hashFile(file);
  const output = hashedOutput(file, Buffer.from(hash).toString('hex'), await readStart(file, START));
  const asset = { output, contents: { file, state, length: found.size } };
  if (isSettled) known.set(file, { state, asset });
  return asset;
}

/** Enough to see what an image is. In bytes. */
const START = 256;

/** @returns the first bytes of a file */
async function readStart(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function hashFile(file: string): Promise<Uint8Array> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), hash);
  return hash.digest();
}

/** An image, and the file to publish for it. */
interface ReadImage {
  readonly image: ImportedImage;
  readonly asset: SourceAsset;
}

/** Sizes by asset: a file has one asset until it changes. Owned by this module, as the assets are by `readAsset`. */
const sizes = new WeakMap<SourceAsset, ImageSize>();

/**
 * For everything that refers to an image of the project: publish `asset`, and show `image`.
 *
 * @param root of the project, absolute
 * @param file absolute, and one that `IS_IMAGE` matches
 * @returns `undefined` if its contents are not an image
 */
export async function readImage(root: string, file: string): Promise<ReadImage | undefined> {
  const asset = await readAsset(root, file);
  const size = sizes.get(asset) ?? (await readSize(file));
  if (size === undefined) return undefined;
  sizes.set(asset, size);
  return { image: { src: `/${asset.output}`, ...size }, asset };
}

/** The size is near the start of most files. In bytes. */
const HEAD = 1 << 17;

/**
 * @param file absolute
 * @returns `undefined` if its contents are not an image
 */
export async function readSize(file: string): Promise<ImageSize | undefined> {
  // A camera may put previews and colour profiles of any length before the size.
  return sizeOfImage(file, await readStart(file, HEAD)) ?? sizeOfImage(file, await readFile(file));
}
