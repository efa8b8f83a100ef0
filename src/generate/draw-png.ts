import { readFileSync } from 'node:fs';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';
import { installCommand } from '../shared/package-manager.ts';
import { memoize } from '../shared/memo.ts';

/** The parts of https://github.com/thx/resvg-js that are used. */
interface Resvg {
  /** Reads a drawing, without drawing it. */
  readonly Resvg: new (svg: string, options: object) => { readonly width: number; readonly height: number };
  renderAsync(svg: string, options: object): Promise<{ asPng(): Uint8Array }>;
}

/** A reference to another file. */
const REFERENCE = /<(?:\w+:)?(?:image|feImage|use)\s[^>]*?\bhref\s*=\s*["']\s*(?!data:|#)([^"'\s]+)/;

/** The largest PNG that is drawn, in pixels. */
const MAX_DRAWN = 16_000_000;

export interface Drawing {
  readonly svg: string;
  /** The width of the PNG, in pixels; the height follows from the SVG. */
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
 * @throws {Error} when it is not an SVG, or would have too many pixels; or refers to another file: that would depend on the
 *   working directory, and might never end
 */
export async function drawPng(memo: string, { svg, width, fonts, background }: Drawing): Promise<Uint8Array> {
  const other = REFERENCE.exec(svg)?.[1];
  if (other !== undefined) throw new Error(`The drawing refers to "${other}". Include it as a data: URL.`);
  const { Resvg, version } = loadResvg();
  const key = ['png', version, `${width}`, background ?? '', svg, ...fonts.map((font) => readFileSync(font))];
  return memoize(memo, key, async () => {
    const drawn = new Resvg.Resvg(svg, { font: { loadSystemFonts: false } });
    const height = Math.ceil((width * drawn.height) / drawn.width);
    if (width * height > MAX_DRAWN)
      throw new Error(
        `The drawing is ${drawn.width} × ${drawn.height}: as a PNG, it would have ${width} × ${height} pixels, and the pixel limit is ${MAX_DRAWN / 1_000_000} million.`,
      );
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
      `Try: ${installCommand('@resvg/resvg-js')}`;
    throw new SitegenError(message, { cause });
  }
}
