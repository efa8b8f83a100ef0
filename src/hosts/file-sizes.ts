import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import type { Asset } from '../core/model.ts';
import type { Size } from '../core/page-facts.ts';

/** Where hosts that compress on the fly stop: beyond it, time grows faster than bytes shrink. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

/** By output: names of assets change with their contents. A process that builds again has most of them already. */
const known = new Map<string, Size>();

/** How large the files of a type (`.css`) are together. Does not block. */
export async function measureAssets(assets: readonly Asset[], type: string): Promise<Size> {
  const measureAsset = async ({ output, contents }: Asset) => {
    const size = known.get(output) ?? { raw: contents.length, brotli: (await compress(contents, options)).length };
    known.set(output, size);
    return size;
  };
  return addSizes(await Promise.all(assets.filter(({ output }) => output.endsWith(type)).map(measureAsset)));
}

/** How large a page is. */
export function measurePage(contents: Uint8Array): Size {
  return { raw: contents.length, brotli: brotliCompressSync(contents, options).length };
}

/** All together. Without `brotli` if one is without it. */
export function addSizes(sizes: readonly Size[]): Size {
  const raw = sum(sizes.map((size) => size.raw));
  const brotlis = sizes.flatMap((size) => size.brotli ?? []);
  return brotlis.length === sizes.length ? { raw, brotli: sum(brotlis) } : { raw };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
