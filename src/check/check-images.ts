import path from 'node:path';
import { readSize } from '../compile/read-asset.ts';
import { IS_IMAGE } from '../shared/image-size.ts';
import { decodePath, withBase } from '../shared/address.ts';
import { formatsOf } from '../shared/pictures.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { warning, type Code, type Diagnostic } from '../shared/diagnostics.ts';
import { statIfExists } from '../shared/files.ts';
import { formatBytes } from '../shared/format.ts';
import type { Config, PageProblem } from '../shared/model.ts';
import type { PageFacts, PageImage } from '../shared/page-facts.ts';
import type { Output } from '../site/output.ts';
import { TARGETS } from './html/targets.ts';

/** A larger image takes a second on a fast phone. In bytes. */
const HEAVY = 500_000;

/** Pixels per CSS pixel, in each direction. Phones have up to three, but above two, no one sees a difference. */
const DENSITY = 2;

export interface CheckImages {
  readonly config: Config;
  readonly pages: readonly PageFacts[];
  readonly outputs: readonly Output[];
}

interface ImageFile {
  readonly bytes: number;
  /** Absent for drawings. */
  readonly size?: Required<PageImage>['size'] | undefined;
}

/** Files that are read at a time. */
const CONCURRENCY = 8;

/**
 * Finds images of the site that have no size, and files that are larger than needed. While `serve` watches, pages show originals,
 * so their files are not checked.
 */
export async function checkImages({ config, pages, outputs }: CheckImages): Promise<PageProblem[]> {
  const sources = new Map(
    outputs.flatMap(({ output, contents = {} }) => ('file' in contents ? [[output, contents.file] as const] : [])),
  );
  const withImages = pages.filter(({ images }) => images.length > 0);
  const shown = withImages.flatMap(({ route, images }) =>
    images.flatMap((image) => {
      const output = outputOf(config, route.path, image.src);
      return output !== undefined && sources.has(output) && IS_IMAGE.test(output) ? [{ route, image, output }] : [];
    }),
  );
  const checked = config.mode === 'development' ? [] : shown.filter(({ image }) => !image.hasOthers);
  const names = [...new Set(checked.map(({ output }) => output))];
  const read = await mapConcurrently(names, CONCURRENCY, async (output) => {
    return [output, await readImageFile(sources.get(output) ?? '')] as const;
  });
  const files = new Map(read);
  return shown.flatMap(({ route, image, output }) =>
    [...describeMissingSize(image, config), ...describeImage(image, files.get(output))].map((diagnostic) => {
      const target = TARGETS.image(image);
      return { route, diagnostic: { ...diagnostic, place: { file: route.source }, target } };
    }),
  );
}

/** @returns the file that an image of a page refers to, from `out` */
function outputOf({ base, assetPrefix }: Config, page: string, src: string): string | undefined {
  const isAsset = src.startsWith(`${assetPrefix}assets/`);
  const address = `http://localhost${withBase(base, page)}`;
  if (!URL.canParse(src, address)) return undefined;
  const { pathname } = new URL(src, address);
  if (!isAsset && !pathname.startsWith(base)) return undefined;
  return decodePath(isAsset ? src.slice(assetPrefix.length) : pathname.slice(base.length));
}

async function readImageFile(file: string): Promise<ImageFile | undefined> {
  const stat = statIfExists(file);
  if (stat === undefined) return undefined; // deleted meanwhile
  return { bytes: stat.size, ...(!file.toLowerCase().endsWith('.svg') && { size: await readSize(file) }) };
}

function describeMissingSize({ src, size, isExplained }: PageImage, { checks }: Pick<Config, 'checks'>): Diagnostic[] {
  if (size !== undefined || (isExplained && checks['image-address'] !== 'off')) return [];
  const message = `The image "${src}" has no \`width\` and \`height\`, so the page shifts while it loads.`;
  const hint = 'import it and write <img {...photo} alt="" />, or add both attributes';
  return [warning('image-size-missing', message, { hint })];
}

/** @param file `undefined` if it is not checked */
export function describeImage({ src, size: shown, hasOthers }: PageImage, file: ImageFile | undefined): Diagnostic[] {
  if (file === undefined || hasOthers) return [];
  const report = (code: Code, message: string) => [
    warning(code, `The image "${src}" ${message}`, { hint: `${betterThan(src)}, or export a smaller file` }),
  ];
  const { bytes, size } = file;
  const needed = shown && { width: shown.width * DENSITY, height: shown.height * DENSITY };
  if (size && needed && needed.width > 0 && size.width * size.height > needed.width * needed.height) {
    const pixels = `${size.width} by ${size.height} pixels`;
    const enough = `${needed.width} by ${needed.height} are enough for a sharp screen`;
    return report('image-heavy', `has ${pixels}, and is shown in ${shown.width} by ${shown.height}: ${enough}.`);
  }
  return bytes > HEAVY ? report('image-heavy', `has ${formatBytes(bytes).trim()}.`) : [];
}

/** Formats that `<Picture>` does not encode. */
const BETTER: Readonly<Record<string, string>> = {
  '.apng': 'show the animation as a <video>',
  '.gif': 'show the animation as a <video>',
  '.svg': 'simplify the drawing, for example with SVGO',
};

function betterThan(src: string): string {
  const file = src.replace(/[?#].*/, '').toLowerCase();
  if (formatsOf(file).length > 0) return 'use <Picture>';
  return BETTER[path.posix.extname(file)] ?? 'convert it to JPEG or PNG, and use <Picture>';
}
