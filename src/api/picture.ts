import { createElement, useContext, type ComponentPropsWithoutRef, type ReactElement } from 'react';
import { isImage, type ImportedImage } from '../shared/image.ts';
import { RenderContext, ownersNow, type PageRecord } from '../islands/server/render-context.ts';
import { addPrefix } from '../shared/address.ts';
import { error } from '../shared/diagnostics.ts';
import { installCommand } from '../shared/package-manager.ts';
import { formatsOf, outputOf, type PictureFormat } from '../shared/pictures.ts';

/** The props of `<Picture>`: the props of `<img>`, except for its addresses and size, which follow from these. */
export interface PictureProps extends Omit<
  ComponentPropsWithoutRef<'img'>,
  'src' | 'srcSet' | 'width' | 'height' | 'children'
> {
  /** An imported photograph. */
  readonly src: ImportedImage;
  /** The widths to publish, in pixels. None is larger than the original. */
  readonly widths: readonly number[];
  /** How wide the page shows it: `(min-width: 60rem) 50vw, 100vw`. Browsers choose one of the widths by it. */
  readonly sizes: string;
  readonly alt: string;
}

/**
 * A photograph in several widths, as AVIF, as WebP and in the format of the original. Needs the package sharp.
 *
 * @example
 * <Picture src={photo} widths={[480, 960, 1440]} sizes="(min-width: 60rem) 50vw, 100vw" alt="The office" />
 */
export function Picture({ src: photo, widths, sizes, ...props }: PictureProps): ReactElement {
  const context = useContext(RenderContext);
  if (context?.island !== undefined) {
    const hint = 'Pass it to the island as children.';
    throw new Error(`Island "${context.island}" renders <Picture>, whose files only a build generates. ${hint}`);
  }
  const attributes = { loading: 'lazy', decoding: 'async', ...props } as const;
  const mistake = findMistake(photo, widths);
  if (mistake !== undefined) {
    const { message, hint } = mistake;
    context?.record.problems.push({ ...error('image-failed', message, { hint }), owners: ownersNow() });
    return createElement('picture');
  }
  const pictures = context?.record.pictures;
  const address = (output: string) => (pictures ? addPrefix(output, pictures.settings.prefixes) : output);
  const formats = formatsOf(photo.src);
  const encoder = pictures && requireEncoder(pictures.settings, context.record);
  if (pictures === undefined || encoder === undefined || !pictures.settings.isEncoded || formats.length === 0) {
    return createElement('picture', null, createElement('img', { ...attributes, ...photo, src: address(photo.src) }));
  }
  const photograph = photo.src.slice(photo.src.lastIndexOf('/assets/') + 1);
  const published = [...new Set(widths.map((width) => Math.min(width, photo.width)))].toSorted((a, b) => a - b);
  pictures.used.push(...published.map((width) => ({ photograph, width, formats })));
  const largest = published.at(-1) ?? photo.width;
  const addressOf = (format: PictureFormat, width: number) =>
    address(`/${outputOf({ photograph, width }, format, encoder)}`);
  const srcSet = (format: PictureFormat) =>
    published.map((width) => `${addressOf(format, width)} ${width}w`).join(', ');
  const last = formats.at(-1) ?? 'jpeg';
  return createElement(
    'picture',
    null,
    ...formats.slice(0, -1).map((format) => {
      return createElement('source', { key: format, type: `image/${format}`, srcSet: srcSet(format), sizes });
    }),
    createElement('img', {
      ...attributes,
      srcSet: srcSet(last),
      sizes,
      src: addressOf(last, largest),
      width: largest,
      height: Math.max(1, Math.round((photo.height * largest) / photo.width)),
    }),
  );
}

/** TypeScript requires the same, but a build compiles without types. */
function findMistake(photo: unknown, widths: unknown): { readonly message: string; readonly hint: string } | undefined {
  if (!isImage(photo)) {
    const message = `<Picture> has ${JSON.stringify(photo) ?? 'nothing'} as its \`src\` instead of an imported image.`;
    return { message, hint: "import it: import photo from './photo.jpg'" };
  }
  const isWidth = (width: unknown) => Number.isInteger(width) && Number(width) > 0;
  if (Array.isArray(widths) && widths.length > 0 && widths.every(isWidth)) return undefined;
  const message = `<Picture> has ${JSON.stringify(widths) ?? 'no'} \`widths\`: they must be a list of positive integers.`;
  return { message, hint: 'write for example widths={[480, 960, 1440]}' };
}

function requireEncoder({ encoder }: { readonly encoder: string | undefined }, { problems }: PageRecord) {
  if (encoder === undefined) {
    const message = '<Picture> needs the package sharp, which is not installed.';
    problems.push(error('image-failed', message, { hint: installCommand('sharp') }));
  }
  return encoder;
}
