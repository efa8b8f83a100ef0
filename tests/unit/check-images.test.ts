import { expect, test } from 'vitest';
import { describeImage } from '../../src/check/check-images.ts';

const size = (width: number, height: number) => ({ size: { width, height } });

test.each([
  ['twice its size is for sharp screens', size(400, 300), { bytes: 9, ...size(800, 600) }, []],
  ['more than that is too much', size(400, 300), { bytes: 9, ...size(801, 600) }, ['image-heavy']],
  ['one reason is enough', size(400, 300), { bytes: 900_000, ...size(4000, 3000) }, ['image-heavy']],
  ['a large file', size(4000, 3000), { bytes: 500_001, ...size(4000, 3000) }, ['image-heavy']],
  ['a large file of unknown size', {}, { bytes: 500_001 }, ['image-heavy']],
  ['an image without a size is another problem', {}, { bytes: 9, ...size(4000, 3000) }, []],
  ['a hidden image', size(0, 0), { bytes: 9, ...size(4000, 3000) }, []],
  ['a drawing has no pixels', size(1, 1), { bytes: 9 }, []],
  ['one of several files', { ...size(1, 1), hasOthers: true }, { bytes: 900_000, ...size(4000, 3000) }, []],
  ['a file that was deleted', size(1, 1), undefined, []],
])('describeImage: %s', (_, image, file, expected) => {
  expect(describeImage({ src: '/a.jpg', hasOthers: false, ...image }, file).map(({ code }) => code)).toEqual(expected);
});

test.each([
  ['/assets/a-1f2e3d4c.jpg', 'use <Picture>, or export a smaller file'],
  ['/a.gif', 'show the animation as a <video>, or export a smaller file'],
  ['/a.svg', 'simplify the drawing, for example with SVGO, or export a smaller file'],
  ['/a.bmp', 'convert it to JPEG or PNG, and use <Picture>, or export a smaller file'],
])('describeImage says what helps with %s', (src, hint) => {
  expect(describeImage({ src, hasOthers: false }, { bytes: 900_000 }).map((one) => one.hint)).toEqual([hint]);
});
