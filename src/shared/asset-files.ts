import path from 'node:path';

/** Endings of files that esbuild or another plugin loads as code. */
const CODE = 'cjs css cts js json jsx less mjs mts node sass scss styl ts tsx'.split(' ');

/** Matches the names of all other files, such as `LICENSE`. */
export const IS_ASSET = new RegExp(String.raw`(?:^|[/\\])[^./\\]+$|\.${otherThan(CODE)}$`, 'i');

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
 * @param file absolute
 * @param hash of its bytes, in hexadecimal
 * @returns from `out`: `assets/photo-1f3a9c20.jpg`
 */
export function hashedOutput(file: string, hash: string): string {
  const { name, ext } = path.parse(file);
  return `assets/${name.replace(/[^\w.-]+/g, '-')}-${hash.slice(0, 8)}${ext.toLowerCase()}`;
}
