/**
 * Subsets the site's font to the characters its pages use: `npm run font`. The results are committed in templates/fonts/.
 * Run it again for a new version of the typeface, or when the text needs a character that is not in the list.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { root } from './copy-site.mjs';

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const SIGNS = '\u00a0£€©·×½–—‘’“”•…';
/** For names of people and places. Other letters come from the fallback font. */
const LETTERS = 'ÁÉÓÖàáâäçèéêëíîïñóôöøúûü';

/** Kerning and tabular lining figures. Nothing else is used, and everything else adds 3 kB. */
const FEATURES = ['kern', 'lnum', 'tnum'];
const LARGEST = 18_000;

const require = createRequire(import.meta.url);
const archivo = path.dirname(require.resolve('@fontsource-variable/archivo/package.json'));
const full = readFileSync(path.join(archivo, 'files/archivo-latin-wght-normal.woff2'));
const fonts = path.join(root, 'templates/fonts');

/** @param wght a weight, or the range of a variable font */
async function write(name, targetFormat, wght) {
  const options = { targetFormat, variationAxes: { wght }, keepFeatures: FEATURES };
  const font = await subsetFont(full, ASCII + SIGNS + LETTERS, options);
  writeFileSync(path.join(fonts, name), font);
  console.log(`${name}  ${font.length} bytes`);
  return font.length;
}

const size = await write('archivo.woff2', 'woff2', { min: 400, max: 700 });
// The renderer of share cards reads neither woff2 nor variable fonts.
await write('archivo-400.ttf', 'truetype', 400);
await write('archivo-700.ttf', 'truetype', 700);
copyFileSync(path.join(archivo, 'LICENSE'), path.join(fonts, 'OFL.txt'));
if (size > LARGEST) throw new Error(`archivo.woff2 must not exceed ${LARGEST} bytes.`);
