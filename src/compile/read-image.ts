import { readFile } from 'node:fs/promises';
import type { ImportedImage } from '../shared/image.ts';
import { sizeOfImage, type ImageSize } from '../shared/image-size.ts';
import { readAsset, readStart, type SourceAsset } from './read-asset.ts';

/** An image, and the file to publish for it. */
export interface ReadImage {
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
