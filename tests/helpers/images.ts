import { crc32 } from 'node:zlib';
import sharp from 'sharp';

interface Photograph {
  /** In EXIF numbers: 6 and 8 are turned by 90°. */
  readonly orientation?: number;
  readonly background?: string;
}

/** A blue image with a red corner, in a format with an orientation. @param width and `height` as stored */
export async function turned(
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  width: number,
  height: number,
  orientation: number,
) {
  const blue = sharp({ create: { width, height, channels: 3, background: '#00f' } });
  const corner = { create: { width: width / 2, height: height / 2, channels: 3, background: '#f00' } } as const;
  const pixels = await blue
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return sharp(pixels).toFormat(format).withMetadata({ orientation }).toBuffer();
}

/** A PNG with a chunk before its image data. */
function withChunk(png: Buffer, type: string, contents: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from(type), contents]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(contents.length);
  sum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, 33), length, chunk, sum, png.subarray(33)]);
}

/** An animated PNG with one picture: https://www.w3.org/TR/png-3/#acTL-chunk */
export async function animatedPng(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width, height, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  return withChunk(png, 'acTL', Buffer.from('0000000200000000', 'hex'));
}

/** A JPEG of one colour. @param width and `height` as stored */
export function jpeg(width: number, height: number, { orientation, background = '#456' }: Photograph = {}) {
  const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
}
