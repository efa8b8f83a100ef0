import { readFileSync } from 'node:fs';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';
import { memoize } from '../shared/memo.ts';

/** The only function of https://github.com/thx/resvg-js that is used. */
interface Resvg {
  renderAsync(svg: string, options: object): Promise<{ asPng(): Uint8Array }>;
}

/** To another file. */
const REFERENCE = /<(?:\w+:)?(?:image|feImage|use)\s[^>]*?\bhref\s*=\s*["']\s*(?!data:|#)([^"'\s]+)/;

export interface Drawing {
  readonly svg: string;
  /** Of the PNG, in pixels; its height follows from the SVG. */
  readonly width: number;
  /** Absolute paths. System fonts are not used, so that every machine draws the same image. */
  readonly fonts: readonly string[];
  /** A colour; default: transparent. */
  readonly background?: string;
}

/**
 * Draws an SVG as PNG, off the main thread.
 *
 * @param memo the folder in which drawings are stored, absolute
 * @throws {SitegenError} when @resvg/resvg-js is not installed
 * @throws {Error} when it is not an SVG, or refers to another file: that would depend on the working directory, and might never
 *   end
 */
export async function drawPng(memo: string, { svg, width, fonts, background }: Drawing): Promise<Uint8Array> {
  const other = REFERENCE.exec(svg)?.[1];
  if (other !== undefined) throw new Error(`The drawing refers to "${other}". Include it as a data: URL.`);
  const { Resvg, version } = loadResvg();
  const key = ['png', version, `${width}`, background ?? '', svg, ...fonts.map((font) => readFileSync(font))];
  return memoize(memo, key, async () => {
    const image = await Resvg.renderAsync(svg, {
      fitTo: { mode: 'width', value: width },
      font: { loadSystemFonts: false, fontFiles: fonts },
      ...(background !== undefined && { background }),
    });
    return image.asPng();
  });
}

/** @returns the height of a PNG, in pixels: https://www.w3.org/TR/png-3/#11IHDR */
export function heightOf(png: Uint8Array): number {
  return new DataView(png.buffer, png.byteOffset).getUint32(20);
}

function loadResvg(): { readonly Resvg: Resvg; readonly version: string } {
  try {
    const { version } = loadPackage('@resvg/resvg-js/package.json') as { readonly version: string };
    return { Resvg: loadPackage('@resvg/resvg-js') as Resvg, version };
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    const message =
      'templates/card.tsx and templates/icon.svg need the package @resvg/resvg-js, which is not installed.\n' +
      'Try: npm install --save-dev @resvg/resvg-js';
    throw new SitegenError(message, { cause });
  }
}
