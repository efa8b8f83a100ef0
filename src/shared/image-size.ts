/** The sizes of images, which are in their first bytes. */
import { disableTypes, imageSize, types } from 'image-size';
import type { ImportedImage } from '../api/image.ts';

/** Images that every browser shows in an `<img>`. A favicon is not one: its file has several sizes. */
export const IS_IMAGE = /\.(?:apng|avif|bmp|gif|jfif|jpe?g|png|svg|webp)$/i;

disableTypes(types.filter((type) => !['bmp', 'gif', 'heif', 'jpg', 'png', 'webp'].includes(type)));

/** In pixels. */
export type ImageSize = Pick<ImportedImage, 'width' | 'height'>;

/**
 * @param file its name
 * @returns `undefined` if the bytes are not an image
 */
export function sizeOfImage(file: string, bytes: Uint8Array): ImageSize | undefined {
  if (file.toLowerCase().endsWith('.svg')) return sizeOfSvg(new TextDecoder().decode(bytes));
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    // The last four of the eight orientations of EXIF turn the image by a quarter.
    return orientation > 4 ? toSize(height, width) : toSize(width, height);
  } catch {
    return undefined; // of any kind: it reads numbers wherever the file says that they are
  }
}

function toSize(width: number, height: number): ImageSize | undefined {
  const isSize = [width, height].every((length) => length > 0 && Number.isFinite(length));
  return isSize ? { width: Math.round(width), height: Math.round(height) } : undefined;
}

/** https://www.w3.org/TR/css-images-3/#default-object-size, for an SVG that has neither a size nor a `viewBox`. */
const DEFAULT_SIZE: ImageSize = { width: 300, height: 150 };

/** In pixels: https://www.w3.org/TR/css-values-4/#absolute-lengths */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** Before the root: declarations and comments, as drawing programs write them. */
const PROLOG = /^\uFEFF?(?:\s+|<!--[^]*?-->|<\?[^]*?\?>|<!doctype(?:[^>[]|\[[^\]]*\])*>)*/i;

const ROOT = /^<svg(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/;

/** Drawing programs write sizes in millimetres, and list a `viewBox` with commas. */
export function sizeOfSvg(text: string): ImageSize | undefined {
  const root = ROOT.exec(text.slice(PROLOG.exec(text)?.[0].length))?.[0];
  if (root === undefined) return undefined;
  const valueOf = (name: string) => (new RegExp(String.raw`\s${name}\s*=\s*["']([^"']*)`).exec(root)?.[1] ?? '').trim();
  const [width, height] = [lengthOf(valueOf('width')), lengthOf(valueOf('height'))];
  const [, , boxWidth = 0, boxHeight = 0] = valueOf('viewBox')
    .split(/[\s,]+/)
    .map(Number);
  if (width !== undefined && height !== undefined) return toSize(width, height);
  if (!(boxWidth > 0 && boxHeight > 0)) return toSize(width ?? DEFAULT_SIZE.width, height ?? DEFAULT_SIZE.height);
  const scale = width !== undefined ? width / boxWidth : height !== undefined ? height / boxHeight : 1;
  return toSize(Math.max(1, boxWidth * scale), Math.max(1, boxHeight * scale));
}

/** @returns `undefined` if it depends on the element around it: `100%`, `2em` */
function lengthOf(length: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)$/i.exec(length) ?? [];
  const pixels = Number(digits) * (UNITS[unit.toLowerCase()] ?? 0);
  return pixels > 0 && Number.isFinite(pixels) ? pixels : undefined;
}
