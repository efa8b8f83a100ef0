import { promisify } from 'node:util';
import zlib, { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../api/host.ts';
import { mediaTypeOf } from './file-metadata.ts';

/** How thoroughly: `fast` for a body that somebody waits for, `thorough` for a file that is sent many times. */
export type Effort = 'fast' | 'thorough' | 'utmost';

type Compress = (body: Buffer, effort: Effort) => Promise<Buffer>;

const BROTLI: Readonly<Record<Effort, number>> = { fast: 5, thorough: 9, utmost: 11 };

/** Node has it from 22.15 on. */
const { zstdCompress } = zlib as unknown as {
  readonly zstdCompress?: (body: Buffer, done: (error: Error | null, result: Buffer) => void) => void;
};

const COMPRESSORS: Readonly<Record<Encoding, Compress | undefined>> = {
  // The mode for UTF-8, and the size known: both make it smaller.
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

/** What the files are called that lie beside others, compressed. */
export const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', zstd: '.zst' };

/** Pictures, fonts and films are compressed already. */
export function isCompressible(file: string): boolean {
  return /^text\/|javascript|json|xml|wasm/.test(mediaTypeOf(file));
}

export function canCompress(encoding: Encoding): boolean {
  return COMPRESSORS[encoding] !== undefined;
}

/**
 * Compresses on a thread of Node's own.
 *
 * @returns nothing where this Node cannot
 */
export async function compress(encoding: Encoding, body: Buffer, effort: Effort): Promise<Buffer | undefined> {
  return COMPRESSORS[encoding]?.(body, effort);
}
