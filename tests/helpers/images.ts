import sharp from 'sharp';

interface Photograph {
  /** As EXIF numbers it: 6 and 8 are turned by a quarter. */
  readonly orientation?: number;
  readonly background?: string;
}

/** A JPEG of one colour. @param width and `height` as they are stored */
export function jpeg(width: number, height: number, { orientation, background = '#456' }: Photograph = {}) {
  const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
}
