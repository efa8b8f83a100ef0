import { SitegenError, hasCode } from '../core/errors.ts';
import { loadPackage } from '../core/load-package.ts';

/** The only function of https://github.com/thx/resvg-js that is used. */
interface Resvg {
  renderAsync(
    svg: string,
    options: object,
  ): Promise<{ readonly width: number; readonly height: number; asPng(): Uint8Array }>;
}

/** To another file. */
const REFERENCE = /<(?:\w+:)?(?:image|feImage|use)\s[^>]*?\bhref\s*=\s*["']\s*(?!data:|#)([^"'\s]+)/;

/**
 * Draws an SVG as PNG, off the main thread.
 *
 * @param width of the PNG in pixels; its height follows from the SVG
 * @param fonts absolute paths. System fonts are not used, so that every machine draws the same image
 * @param background a colour; default: transparent
 * @throws {SitegenError} when @resvg/resvg-js is not installed
 * @throws {Error} when it is not an SVG, or refers to another file: that would depend on the working directory, might never
 *   end, and nobody would notice when it changes
 */
export async function drawPng(
  svg: string,
  width: number,
  fonts: readonly string[],
  background?: string,
): Promise<{ png: Uint8Array; height: number }> {
  const other = REFERENCE.exec(svg)?.[1];
  if (other !== undefined) throw new Error(`The drawing refers to "${other}". Include it as a data: URL.`);
  const image = await loadResvg().renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: fonts },
    ...(background !== undefined && { background }),
  });
  return { png: image.asPng(), height: image.height };
}

function loadResvg(): Resvg {
  try {
    return loadPackage('@resvg/resvg-js') as Resvg;
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    const message =
      'templates/card.tsx and templates/icon.svg need the package @resvg/resvg-js, which is not installed.\n' +
      'Try: npm install --save-dev @resvg/resvg-js';
    throw new SitegenError(message, { cause });
  }
}
