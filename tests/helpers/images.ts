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

/** A JPEG of one colour. @param width and `height` as stored */
export function jpeg(width: number, height: number, { orientation, background = '#456' }: Photograph = {}) {
  const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
}
