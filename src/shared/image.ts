/**
 * The default export of an image file that site code imports. As text, it is the address: `${photo}`.
 *
 * @example
 * <img {...photo} alt="The office" />
 */
export interface ImportedImage {
  /** Its address. */
  readonly src: string;
  /** In pixels, as browsers show it: after the rotation that a camera has noted. */
  readonly width: number;
  readonly height: number;
}

/** Also true for a copy of an image, such as in the props of a page in `paths`. */
export function isImage(value: unknown): value is ImportedImage {
  if (typeof value !== 'object' || value === null) return false;
  const { src, width, height } = value as Readonly<Record<string, unknown>>;
  return typeof src === 'string' && typeof width === 'number' && typeof height === 'number';
}

/** Lets an image convert to its address: React and browsers convert attributes to text. */
export function withText<Image extends ImportedImage>(image: Image): Image {
  return Object.defineProperty(image, 'toString', { value: () => image.src });
}
