import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { readSize } from '../../src/compile/read-asset.ts';
import { hashedOutput } from '../../src/shared/asset-files.ts';
import { isAnimated, sizeOfSvg } from '../../src/shared/image-size.ts';
import { animatedPng, jpeg, turned } from '../helpers/images.ts';

const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#456' } });
const photograph = await jpeg(40, 30);

/** A JPEG with its size after 200 kB of other data. */
const late = Buffer.concat([
  photograph.subarray(0, 2),
  ...Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xe5, 0xff, 0xff]), Buffer.alloc(65_533)])),
  photograph.subarray(2),
]);

/** A PNG with its EXIF after the image data. */
async function eXifLast(width: number, height: number, orientation: number): Promise<Buffer> {
  const bytes = await turned('png', width, height, orientation);
  const start = bytes.indexOf('eXIf') - 4;
  const end = start + 12 + bytes.readUInt32BE(start);
  const [exif, tail] = [bytes.subarray(start, end), bytes.subarray(-12)];
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end, -12), exif, tail]);
}

/** The header of a bitmap, with sizes of 16 bits if its length is 12. */
function bitmap(length: number, width: number, height: number): Buffer {
  const bytes = Buffer.alloc(14 + length);
  bytes.write('BM');
  bytes.writeUInt32LE(length, 14);
  if (length === 12) bytes.writeUInt32LE(width + height * 0x1_0000, 18);
  else for (const [index, side] of [width, height].entries()) bytes.writeInt32LE(side, 18 + 4 * index);
  return bytes;
}

/** Replaces the first brand of an AVIF, and those after it, which include `avif`. */
async function branded(brand: string, others?: string): Promise<Buffer> {
  const bytes = await turned('avif', 40, 30, 6);
  bytes.write(brand, 8);
  return others === undefined ? bytes : bytes.fill(others, 16, bytes.readUInt32BE(0));
}

const png = await image.png().toBuffer();
const webp = await image.webp().toBuffer();

test.each([
  ['a.jpg', photograph, '40 x 30'],
  ['turned.jpg', await jpeg(40, 30, { orientation: 6 }), '30 x 40'],
  ['mirrored.jpg', await jpeg(40, 30, { orientation: 5 }), '30 x 40'],
  ['late.jpg', late, '40 x 30'],
  ['turned.png', await turned('png', 40, 30, 6), '30 x 40'],
  ['turned-later.png', await eXifLast(40, 30, 6), '40 x 30'],
  ['turned.webp', await turned('webp', 40, 30, 6), '40 x 30'], // browsers ignore it
  ['turned.avif', await turned('avif', 40, 30, 8), '30 x 40'],
  ['a.png', await image.png().toBuffer(), '40 x 30'],
  ['a.webp', await image.webp().toBuffer(), '40 x 30'],
  ['a.avif', await image.avif({ effort: 0 }).toBuffer(), '40 x 30'],
  ['a.gif', await image.gif().toBuffer(), '40 x 30'],
  ['general.avif', await branded('mif1'), '30 x 40'],
  ['sequence.avif', await branded('avis'), '30 x 40'],
  ['heic.avif', await branded('heic', 'mif1'), undefined], // browsers do not show it
  ['a.bmp', bitmap(40, 127, 64), '127 x 64'],
  ['from-the-top.bmp', bitmap(40, 127, -64), '127 x 64'],
  ['negative.bmp', bitmap(40, -127, 64), undefined],
  ['os2.bmp', bitmap(12, 127, 64), '127 x 64'],
  ['too-wide.bmp', bitmap(40, 65_536, 1), undefined],
  ['png.jpg', png, '40 x 30'],
  ['a.svg', '<svg viewBox="0 0 8 4"/>', '8 x 4'],
  ['html.svg', '<html><svg width="1" height="1"/></html>', undefined],
  ['drawing.jpg', '<svg width="1" height="1"/>', undefined],
  ['zero.png', Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008020000', 'hex'), undefined],
])('readSize of %s', async (name, contents, size) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, contents);

  const found = await readSize(file);

  expect(found && `${found.width} x ${found.height}`).toBe(size);
});

test.each([
  ['photo.JPG', photograph, 'jpg'],
  ['photo.png', png, 'png'],
  ['photo.jpg', png, 'png'],
  ['photo.png', photograph, 'jpeg'],
  ['photo.bmp', await branded('mif1'), 'avif'],
  ['photo.txt', photograph, 'txt'],
  ['photo.jpg', Buffer.from('text'), 'jpg'],
  ['photo.svg', Buffer.from('<svg/>'), 'svg'],
])('%s is published with the ending of what it is', (name, bytes, ending) => {
  expect(hashedOutput(`/${name}`, '1f2e3d4c5b', bytes.subarray(0, 256))).toBe(`assets/photo-1f2e3d4c.${ending}`);
});

test('recognises animations', async () => {
  const animated = [await animatedPng(4, 4), await branded('avis'), await branded('avif', 'avis')];
  const still = [png, photograph, webp, await branded('avif'), Buffer.from(''), animated[0]?.subarray(0, 40)];
  expect(animated.map(isAnimated)).toEqual(animated.map(() => true));
  expect(still.map((bytes = Buffer.of()) => isAnimated(bytes))).toEqual(still.map(() => false));
});

const DECLARATIONS = `<?xml version="1.0"?><!-- <svg width="1" height="1"> -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "b>">]>\n`;

test.each([
  ['<svg width="7" height="8px"/>', [7, 8]],
  [`${DECLARATIONS}<svg\nwidth = '7' height='8'>`, [7, 8]],
  ['<svg width="10mm" height="1in"/>', [38, 96]],
  ['<svg viewBox="0 0 24 12"/>', [24, 12]],
  ['<svg width="100%" height="2em" viewBox="0 0 24 12"/>', [24, 12]],
  ['<svg width="48" viewBox="0 0 24 12"/>', [48, 24]],
  ['<svg height="48" viewBox="0 0 24 12"/>', [96, 48]],
  ['<svg data-width="1" stroke-width="2"/>', [300, 150]],
  ['<svg width="1e999" height="0"/>', [300, 150]],
])('sizeOfSvg of %s', (text, [width, height]) => expect(sizeOfSvg(text)).toEqual({ width, height }));

/** Quadratic time would be minutes; linear time is far below the limit, also on a busy machine. */
const MANY = 200_000;

test.each(['<!--'.repeat(MANY), '<svg "'.repeat(MANY)])('sizeOfSvg rejects %.20s… quickly', { timeout: 2000 }, (text) =>
  expect(sizeOfSvg(text)).toBeUndefined(),
);
