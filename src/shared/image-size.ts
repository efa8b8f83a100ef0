/** The sizes of images, which are in their first bytes. */
import { BMP } from 'image-size/types/bmp';
import { GIF } from 'image-size/types/gif';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { ImportedImage } from './image.ts';

/** Images that every browser shows in an `<img>`. A favicon is not one: its file has several sizes. */
export const IMAGE_ENDINGS = 'apng avif bmp gif jfif jpeg jpg png svg webp'.split(' ');

export const IS_IMAGE = new RegExp(String.raw`\.(?:${IMAGE_ENDINGS.join('|')})$`, 'i');

/** `image-size` itself would add 14 formats that browsers do not show. */
const FORMATS = [BMP, GIF, HEIF, JPG, PNG, WEBP];

/** In pixels. */
export type ImageSize = Pick<ImportedImage, 'width' | 'height'>;

/**
 * @param file its name
 * @returns `undefined` if the bytes are not an image
 */
export function sizeOfImage(file: string, bytes: Uint8Array): ImageSize | undefined {
  if (file.toLowerCase().endsWith('.svg')) return sizeOfSvg(new TextDecoder().decode(bytes));
  try {
    const format = FORMATS.find(({ validate }) => validate(bytes));
    const found = format?.calculate(bytes);
    if (found === undefined) return undefined;
    const { images = [found], orientation, type } = found;
    const [{ width, height } = found] = images.toSorted((a, b) => b.width * b.height - a.width * a.height);
    return isTurned(bytes, format === PNG ? 'png' : type, orientation) ? toSize(height, width) : toSize(width, height);
  } catch {
    return undefined; // any error: it reads numbers wherever the file says they are
  }
}

/** True for an image that browsers rotate by a quarter turn. They ignore the EXIF of a WebP. */
function isTurned(bytes: Uint8Array, type: string | undefined, orientation = 1): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (type === 'avif') return isTurnedByBox(buffer);
  const number = type === 'png' ? orientationOfPng(buffer) : orientation;
  return number > 4 && number < 9; // the last four of the eight orientations of EXIF
}

/** https://www.w3.org/TR/png-3/#11eXIf. Browsers ignore it after the image data. @throws {RangeError} if the bytes end before */
function orientationOfPng(bytes: Buffer): number {
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') return 1;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (type === 'eXIf' && end <= bytes.length) return orientationOfExif(bytes.subarray(at + 8, end));
  }
}

const ORIENTATION = 0x0112;

/** A list of tags, in the byte order that it starts with. */
function orientationOfExif(bytes: Buffer): number {
  const order = bytes.toString('latin1', 0, 4);
  const isLittle = order === 'II*\0';
  if ((!isLittle && order !== 'MM\0*') || bytes.length < 8) return 1;
  const read = (at: number) => (at + 2 > bytes.length ? 0 : isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const list = isLittle ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  for (let tag = 0; tag < read(list); tag += 1) {
    const at = list + 2 + tag * 12;
    if (read(at) === ORIENTATION) return read(at + 8);
  }
  return 1;
}

/** A property rotates an AVIF, whatever its EXIF says: https://aomediacodec.github.io/av1-avif/#transformative-properties */
function isTurnedByBox(bytes: Buffer): boolean {
  const properties = boxesIn(bytes, 'meta')
    .flatMap((meta) => boxesIn(meta.subarray(4), 'iprp'))
    .flatMap((list) => boxesIn(list, 'ipco'));
  return properties.flatMap((list) => boxesIn(list, 'irot')).some(([quarters = 0]) => quarters % 2 === 1);
}

/** @throws {RangeError} if the bytes end within one */
function boxesIn(bytes: Buffer, type: string): Buffer[] {
  const boxes: Buffer[] = [];
  let size = 0;
  for (let at = 0; at + 8 <= bytes.length; at += size) {
    size = bytes.readUInt32BE(at);
    if (size < 8) break; // the last one: it ends with the file, or has more than 4 GB
    if (bytes.toString('latin1', at + 4, at + 8) !== type) continue;
    if (at + size > bytes.length) throw new RangeError(`The box "${type}" is not complete.`);
    boxes.push(bytes.subarray(at + 8, at + size));
  }
  return boxes;
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
