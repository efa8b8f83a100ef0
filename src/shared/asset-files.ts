import path from 'node:path';
import { IS_IMAGE, formatOfImage } from './image-size.ts';

/** Endings of files that esbuild or another plugin loads as code. */
const CODE = 'cjs css cts js json jsx less mjs mts node sass scss styl ts tsx'.split(' ');

/** Matches the names of all other files, such as `LICENSE`. */
export const IS_ASSET = new RegExp(String.raw`(?:^|[/\\])[^./\\]+$|\.${otherThan(CODE)}$`, 'i');

/** False for JSON, which is data: it can be published. */
export function isCode(file: string): boolean {
  return !IS_ASSET.test(file) && !/\.json$/i.test(file);
}

/** A pattern for every ending except these, without lookahead, which esbuild's patterns do not support. */
function otherThan(words: readonly string[]): string {
  const firsts = [...new Set(words.map((word) => word.charAt(0)))].filter(Boolean);
  const continued = firsts.map((first) => {
    const rests = words.filter((word) => word.startsWith(first)).map((word) => word.slice(1));
    return `${first}${otherThan(rests)}${rests.includes('') ? '' : '?'}`;
  });
  return `(?:${[String.raw`[^./\\${firsts.join('')}][^./\\]*`, ...continued].join('|')})`;
}

/**
 * An image gets the ending of what it is, so that browsers and `<Picture>` treat it as that.
 *
 * @param file absolute
 * @param hash of its bytes, in hexadecimal
 * @param bytes the first ones are enough
 * @returns from `out`: `assets/photo-1f3a9c20.jpg`
 */
export function hashedOutput(file: string, hash: string, bytes: Uint8Array): string {
  const { name, ext } = path.parse(file);
  const ending = ext.toLowerCase();
  const format = IS_IMAGE.test(ending) ? formatOfImage(bytes) : undefined;
  const right = format === undefined || MORE_ENDINGS[format]?.includes(ending) ? ending : `.${format}`;
  return `assets/${name.replace(/[^\w.-]+/g, '-')}-${hash.slice(0, 8)}${right}`;
}

/** Besides the name of the format. */
const MORE_ENDINGS: Readonly<Record<string, readonly string[]>> = { jpeg: ['.jpg', '.jfif'], png: ['.apng'] };
