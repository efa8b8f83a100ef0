/** The files of a `<Picture>`. Their names follow from their inputs, so a page that refers to them need not wait for them. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Prefixes } from './address.ts';

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png';

/** A photograph in one width, in each of its formats: decoded once for all of them. */
export interface PictureWidth {
  /** The file of the photograph, from `out`. Its name has a hash of its contents: `assets/photo-1f2e3d4c.jpg`. */
  readonly photograph: string;
  /** In pixels. */
  readonly width: number;
  readonly formats: readonly PictureFormat[];
}

/** A width that a page uses. */
export interface UsedPicture extends PictureWidth {
  /** The path of a page, `/about/`, or the file of an entry whose HTML shows it, from the root. */
  readonly page: string;
}

/** How `<Picture>` shows a photograph. */
export interface PictureSettings {
  /** The version of sharp. Absent if it is not installed. */
  readonly encoder: string | undefined;
  /** True if photographs are encoded. While `serve` watches, the original is shown. */
  readonly isEncoded: boolean;
  readonly prefixes: Prefixes;
}

/** @returns each of the pictures once, with the first page that uses it */
export function uniquePictures(pictures: readonly UsedPicture[]): UsedPicture[] {
  const found = new Map<string, UsedPicture>();
  for (const picture of pictures) {
    const key = `${picture.photograph} ${picture.width}`;
    if (!found.has(key)) found.set(key, picture);
  }
  return [...found.values()];
}

/** The largest photograph to decode, in pixels: phone cameras have 200 million. Interlaced, it takes 800 MB. */
export const MAX_DECODED = 210_000_000;

/** The largest picture to encode, in pixels. As AVIF, it takes 1 GB; an 8K screen has 33 million. */
export const MAX_ENCODED = 40_000_000;

/** Why a photograph is not encoded. */
export const ANIMATED = 'It is animated. Use <img>';

/** The settings of the encoder. Changing a setting changes file names. */
export const SETTINGS = {
  avif: { quality: 50, effort: 3 }, // a sixth of the time of sharp's default effort, 4, for the same bytes
  webp: { quality: 80 },
  jpeg: { quality: 80 },
  png: {},
} as const satisfies Readonly<Record<PictureFormat, object>>;

const ENDINGS: Readonly<Record<PictureFormat, string>> = { avif: 'avif', webp: 'webp', jpeg: 'jpg', png: 'png' };

/** Formats of photographs, by the endings of their files. Drawings and animations are shown as they are. */
const ORIGINALS: Readonly<Record<string, PictureFormat>> = {
  '.avif': 'avif',
  '.jfif': 'jpeg',
  '.jpeg': 'jpeg',
  '.jpg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
};

/**
 * @param photograph the name of its file
 * @returns the formats in which it is published, the smallest first. The last one is for browsers that lack the others
 */
export function formatsOf(photograph: string): readonly PictureFormat[] {
  const original = ORIGINALS[path.extname(photograph)];
  return original === undefined ? [] : [...new Set(['avif', 'webp', original] as const)];
}

/**
 * @param encoder the version of sharp: other versions may write other bytes
 * @returns the file of a picture, from `out`: `assets/photo-480-1f2e3d4c.avif`
 */
export function outputOf(
  { photograph, width }: Pick<PictureWidth, 'photograph' | 'width'>,
  format: PictureFormat,
  encoder: string,
): string {
  const { name } = path.parse(photograph);
  const inputs = JSON.stringify([photograph, width, format, SETTINGS[format], encoder]);
  const hash = createHash('sha256').update(inputs).digest('hex').slice(0, 8);
  return `assets/${name.replace(/-[\da-f]{8}$/, '')}-${width}-${hash}.${ENDINGS[format]}`;
}
