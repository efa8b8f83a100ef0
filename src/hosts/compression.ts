import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../api/host.ts';
import { mediaTypeOf } from './file-metadata.ts';

/** `fast` for a response in progress, `thorough` and `utmost` for files that are compressed once and sent often. */
export type Effort = 'fast' | 'thorough' | 'utmost';

const BROTLI: Readonly<Record<Effort, number>> = { fast: 5, thorough: 9, utmost: 11 };

/** The extensions of compressed copies: `page.html.br`. */
export const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Images, fonts and videos are compressed already. */
export function isCompressible(file: string): boolean {
  return /^text\/|javascript|json|xml|wasm/.test(mediaTypeOf(file));
}

/** Compresses in Node's thread pool. */
export async function compress(encoding: Encoding, body: Uint8Array, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: effort === 'fast' ? 6 : 9 });
  // A known size makes the result smaller.
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI[effort], [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
