import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import type { Asset } from '../core/model.ts';
import type { Size } from '../core/page-facts.ts';

/** For pages: the usual quality of hosts that compress on the fly. Beyond it, time grows faster than size shrinks. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** In bytes. Larger assets are measured with the next lower quality: 2 % larger, in a third of the time. */
const LARGE = 20_000;

const compress = promisify(brotliCompress);

/** By output path, which changes with the contents. Owned by this file; `serve` reuses it between builds. */
const known = new Map<string, Promise<Size>>();

/** The total size of assets with an extension (`.css`), which hosts compress once, as well as they can. Does not block. */
export async function measureAssets(assets: readonly Asset[], type: string): Promise<Size> {
  return addSizes(await Promise.all(assets.filter(({ output }) => output.endsWith(type)).map(measureAsset)));
}

/** Starts to measure scripts, while other work is done. `measureAssets` reports what fails. */
export function measureAhead(assets: readonly Asset[]): void {
  measureAssets(assets, '.js').catch(() => {});
}

function measureAsset({ output, contents }: Asset): Promise<Size> {
  const size = known.get(output) ?? compressAsset(contents);
  known.set(output, size);
  size.catch(() => known.delete(output));
  return size;
}

async function compressAsset(contents: Uint8Array): Promise<Size> {
  const quality = contents.length > LARGE ? 10 : constants.BROTLI_MAX_QUALITY;
  const { length } = await compress(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return { raw: contents.length, brotli: length };
}

/** The size of a page. */
export function measurePage(contents: Uint8Array): Size {
  return { raw: contents.length, brotli: brotliCompressSync(contents, options).length };
}

/** The sum of sizes; without `brotli` if one of them has none. */
export function addSizes(sizes: readonly Size[]): Size {
  const raw = sum(sizes.map((size) => size.raw));
  const brotlis = sizes.flatMap((size) => size.brotli ?? []);
  return brotlis.length === sizes.length ? { raw, brotli: sum(brotlis) } : { raw };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
