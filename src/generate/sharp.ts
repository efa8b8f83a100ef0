/** The encoder of photographs. sharp is CommonJS with a native module, and optional: only sites with a `<Picture>` need it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type sharp from 'sharp';
import { hasCode } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';
import { ANIMATED, MAX_DECODED, SETTINGS, type PictureFormat } from '../shared/pictures.ts';

export interface EncodedFiles {
  /** For each format. */
  readonly files: readonly Uint8Array[];
  /** True for CMYK without a profile: sharp assumes one, and browsers do not. */
  readonly hasPrintColors: boolean;
}

/** Decodes a photograph once for all formats. JPEGs are decoded at a reduced size, which is fast. @param file absolute */
export async function encodePhotograph(
  file: string,
  width: number,
  formats: readonly PictureFormat[],
  signal: AbortSignal | undefined,
): Promise<EncodedFiles> {
  const create = loadPackage('sharp') as typeof sharp;
  create.concurrency(1); // the bytes of an AVIF depend on it
  create.cache(false);
  const source = create(file, { limitInputPixels: MAX_DECODED });
  const { pages = 1, format, space, hasProfile } = await source.metadata();
  if (pages > 1) throw new Error(ANIMATED);
  const upright = format === 'webp' ? source : source.autoOrient(); // as in `image-size.ts`
  const resized = await upright.resize({ width, withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true });
  const { width: actual, height, channels } = resized.info;
  const files: Uint8Array[] = [];
  for (const wanted of formats) {
    signal?.throwIfAborted();
    const pixels = create(resized.data, { raw: { width: actual, height, channels } });
    files.push(await pixels.toFormat(wanted, SETTINGS[wanted]).toBuffer());
  }
  return { files, hasPrintColors: space === 'cmyk' && !hasProfile };
}

/** @returns the version, without loading the package, which takes 30 ms; `undefined` if it is not installed */
export function versionOfSharp(): string | undefined {
  try {
    const file = path.resolve(loadPackage.resolve('sharp'), '../../package.json'); // not among its exports
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}
