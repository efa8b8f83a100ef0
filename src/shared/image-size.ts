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

type ImageFormat = 'avif' | 'bmp' | 'gif' | 'jpeg' | 'png' | 'webp';

/** Which image the bytes are, whatever their file is called. `image-size` itself would add 14 formats that browsers do not show. */
const FORMATS: Readonly<Record<ImageFormat, Pick<typeof PNG, 'validate' | 'calculate'>>> = {
  avif: { validate: (bytes) => brandsOf(bytes).some(isAvif), calculate: HEIF.calculate },
  bmp: { validate: BMP.validate, calculate: sizeOfBitmap },
  gif: GIF,
  jpeg: JPG,
  png: PNG,
  webp: WEBP,
};

/** In pixels. */
export type ImageSize = Pick<ImportedImage, 'width' | 'height'>;

/** The longest side that a browser decodes. */
const MAX_SIDE = 65_535;

/**
 * @param file its name
 * @returns `undefined` if the bytes are not an image
 */
export function sizeOfImage(file: string, bytes: Uint8Array): ImageSize | undefined {
  if (file.toLowerCase().endsWith('.svg')) return sizeOfSvg(new TextDecoder().decode(bytes));
  const buffer = asBuffer(bytes);
  try {
    const format = formatOfImage(buffer);
    if (format === undefined) return undefined;
    const found = FORMATS[format].calculate(buffer);
    const { images = [found], orientation } = found;
    const [{ width, height } = found] = images.toSorted((a, b) => b.width * b.height - a.width * a.height);
    if (Math.max(width, height) > MAX_SIDE) return undefined;
    return isTurned(buffer, format, orientation) ? toSize(height, width) : toSize(width, height);
  } catch {
    return undefined; // any error: it reads numbers wherever the file says they are
  }
}

/** @param bytes the first ones are enough */
export function formatOfImage(bytes: Uint8Array): ImageFormat | undefined {
  return (Object.keys(FORMATS) as ImageFormat[]).find((format) => FORMATS[format].validate(bytes));
}

/** True for a PNG or an AVIF with several pictures, of which an encoder would keep the first. @param bytes all of it */
export function isAnimated(bytes: Uint8Array): boolean {
  const buffer = asBuffer(bytes);
  const isPng = PNG.validate(buffer) && buffer.includes('IDAT');
  return isPng ? findChunk(buffer, 'acTL') !== undefined : brandsOf(buffer).includes('avis');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const isAvif = (brand: string): boolean => brand === 'avif' || brand === 'avis';

/** The formats that an ISO file follows. The first one may be general: https://aomediacodec.github.io/av1-avif/#brands */
function brandsOf(bytes: Uint8Array): readonly string[] {
  const text = asBuffer(bytes).toString('latin1', 0, 4 * 64);
  if (text.slice(4, 8) !== 'ftyp') return [];
  return text.slice(8, asBuffer(bytes).readUInt32BE(0)).match(/..../gs) ?? [];
}

/** OS/2 wrote sizes with 16 bits. A negative height means that the rows start at the top. */
function sizeOfBitmap(bytes: Uint8Array): ImageSize {
  const buffer = asBuffer(bytes);
  if (buffer.readUInt32LE(14) === 12) return { width: buffer.readUInt16LE(18), height: buffer.readUInt16LE(20) };
  return { width: buffer.readInt32LE(18), height: Math.abs(buffer.readInt32LE(22)) };
}

/** True for an image that browsers rotate by a quarter turn. They ignore the EXIF of a WebP. */
function isTurned(bytes: Buffer, format: ImageFormat, orientation = 1): boolean {
  if (format === 'avif') return isTurnedByBox(bytes);
  const number = format === 'png' ? orientationOfExif(findChunk(bytes, 'eXIf') ?? Buffer.of()) : orientation;
  return number > 4 && number < 9; // the last four of the eight orientations of EXIF
}

/**
 * Browsers ignore the EXIF of a PNG after the image data: https://www.w3.org/TR/png-3/#11eXIf
 *
 * @returns the contents of a chunk before the image data
 * @throws {RangeError} if the bytes end before
 */
function findChunk(bytes: Buffer, wanted: string): Buffer | undefined {
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') return undefined;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (type === wanted && end <= bytes.length) return bytes.subarray(at + 8, end);
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
