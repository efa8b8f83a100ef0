import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding, Host } from '../hosts/host.ts';

const ENCODERS: Partial<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** How the files are called that lie beside others, by how they are compressed. */
export const SIBLINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', zstd: '.zst' };

/** Files that get smaller. */
const COMPRESSIBLE = /^text\/|javascript|json|xml|wasm/;

/**
 * The encodings that a browser takes and a host sends for a file, the host's favourite first.
 *
 * @param accepted the request's `Accept-Encoding`
 */
export function encodingsFor({ encodings }: Host, type: string, accepted = ''): Encoding[] {
  if (!COMPRESSIBLE.test(type)) return [];
  const names = accepted.split(',').flatMap((entry) => {
    const [name = '', quality = ''] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name];
  });
  return encodings.filter((encoding) => names.includes(encoding) || names.includes('*'));
}

/** @returns nothing where this Node cannot */
export async function encode(encoding: Encoding, body: Buffer): Promise<Buffer | undefined> {
  return ENCODERS[encoding]?.(body);
}
