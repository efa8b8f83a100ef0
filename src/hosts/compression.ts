import { promisify } from 'node:util';
import zlib, { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../api/host.ts';
import { mediaTypeOf } from './file-metadata.ts';

/** `fast` for a response in progress, `thorough` and `utmost` for files that are compressed once and sent often. */
export type Effort = 'fast' | 'thorough' | 'utmost';

type Compress = (body: Buffer, effort: Effort) => Promise<Buffer>;

const BROTLI: Readonly<Record<Effort, number>> = { fast: 5, thorough: 9, utmost: 11 };

/** Available since Node 22.15. */
const { zstdCompress } = zlib as unknown as {
  readonly zstdCompress?: (body: Buffer, done: (error: Error | null, result: Buffer) => void) => void;
};

const COMPRESSORS: Readonly<Record<Encoding, Compress | undefined>> = {
  // A known size makes the result smaller.
  br: (body, effort) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, effort) => promisify(gzip)(body, { level: effort === 'fast' ? 6 : 9 }),
  zstd: zstdCompress && ((body) => promisify(zstdCompress)(body)),
};

/** The extensions of compressed copies: `page.html.br`. */
export const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', zstd: '.zst' };

/** Images, fonts and videos are compressed already. */
export function isCompressible(file: string): boolean {
  return /^text\/|javascript|json|xml|wasm/.test(mediaTypeOf(file));
}

export function canCompress(encoding: Encoding): boolean {
  return COMPRESSORS[encoding] !== undefined;
}

/**
 * Compresses in Node's thread pool.
 *
 * @returns `undefined` if this version of Node does not support the encoding
 */
export async function compress(encoding: Encoding, body: Buffer, effort: Effort): Promise<Buffer | undefined> {
  return COMPRESSORS[encoding]?.(body, effort);
}
