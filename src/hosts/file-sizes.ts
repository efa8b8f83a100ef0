import { readFile } from 'node:fs/promises';
import type { Asset } from '../shared/model.ts';
import type { Size } from '../shared/page-facts.ts';
import { compress } from './compression.ts';

/** By output path, which changes with the contents. Owned by this file; `serve` reuses it between builds. */
const known = new Map<string, Promise<Size>>();

/** The total size of assets with an extension (`.css`). */
export async function measureAssets(assets: readonly Asset[], type: string): Promise<Size> {
  return addSizes(await Promise.all(assets.filter(({ output }) => output.endsWith(type)).map(measureAsset)));
}

function measureAsset({ output, contents }: Asset): Promise<Size> {
  const size = known.get(output) ?? measure(contents);
  known.set(output, size);
  size.catch(() => known.delete(output));
  return size;
}

async function measure(contents: Asset['contents']): Promise<Size> {
  const bytes = contents instanceof Uint8Array ? contents : await readFile(contents.file);
  return { raw: bytes.length, brotli: await brotliBytes(bytes) };
}

/** The size that hosts send which compress on the fly. Does not block. */
export async function brotliBytes(contents: Uint8Array): Promise<number> {
  return (await compress('br', contents, 'fast')).length;
}

/**
 * Never in a worker: Node aborts the whole process when a thread is ended while it creates a compressor ("close before init").
 *
 * @param file absolute
 * @returns `undefined` if it cannot be read
 */
export async function measureFile(file: string): Promise<Size | undefined> {
  const contents = await readFile(file).catch(() => undefined);
  return contents && measure(contents);
}

/** The sum of sizes; without `brotli` if one of them has none. */
export function addSizes(sizes: readonly Size[]): Size {
  let raw = 0;
  let brotli: number | undefined = 0;
  for (const size of sizes) {
    raw += size.raw;
    brotli = brotli === undefined || size.brotli === undefined ? undefined : brotli + size.brotli;
  }
  return { raw, ...(brotli !== undefined && { brotli }) };
}
