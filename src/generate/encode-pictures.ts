import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { readSize } from '../compile/read-asset.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { error, warning, type AffectedPages, type Diagnostic } from '../shared/diagnostics.ts';
import { isAnimated, type ImageSize } from '../shared/image-size.ts';
import { memoize } from '../shared/memo.ts';
import type { Asset, SourceFile, Target } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { ANIMATED, MAX_DECODED, MAX_ENCODED, outputOf, SETTINGS, type UsedPicture } from '../shared/pictures.ts';
import { writeAssets } from '../publish/write-files.ts';
import { encodePhotograph, versionOfSharp, type EncodedFiles } from './sharp.ts';

export interface EncodePictures {
  /** Absolute. */
  readonly root: string;
  /** The pictures of all pages. */
  readonly pictures: readonly UsedPicture[];
  /** @returns the contents of a file of the site, by its path from `out` */
  readonly contentsOf: (output: string) => Asset['contents'] | undefined;
  readonly target: Target;
  /** The folder for results: see `memo.ts`. */
  readonly memo: string;
  readonly onProgress: (done: number, known: number, what: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Paths are from `out`. */
export interface EncodedPictures {
  /** All files, including those of photographs that cannot be encoded. */
  readonly files: readonly string[];
  /** New and changed files. */
  readonly written: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Photographs at a time: the threads that Node has for them. */
const CONCURRENCY = 4;

/** Writes the files of every `<Picture>` to the staging folder: newly encoded, or as an earlier build encoded them. */
export async function encodePictures(options: EncodePictures): Promise<EncodedPictures> {
  const { pictures, contentsOf, onProgress } = options;
  let finished = 0;
  const version = versionOfSharp();
  if (pictures.length === 0 || version === undefined) return { files: [], written: [], diagnostics: [] };
  const encode = createEncoder(options.signal);
  const done = await mapConcurrently(pictures, CONCURRENCY, async (picture) => {
    const source = contentsOf(picture.photograph);
    if (source === undefined || source instanceof Uint8Array) return { problem: describeUnimported(picture) };
    const encoded = await writePicture(options, picture, source, version, encode);
    onProgress((finished += 1), pictures.length, 'pictures encoded');
    return encoded;
  });
  const problems = done.flatMap(({ problem }) => problem ?? []);
  return {
    files: pictures.flatMap((picture) => picture.formats.map((format) => outputOf(picture, format, version))),
    written: done.flatMap(({ written = [] }) => written),
    // One for each photograph, not for each of its widths.
    diagnostics: [...new Map(problems.map((problem) => [`${problem.code} ${problem.place?.file}`, problem])).values()],
  };
}

/** Thrown when a picture cannot be encoded. */
class Failure extends Error {}

/** Larger photographs, in pixels, are encoded one at a time: four of the largest would take 8 GB. */
const LARGE = 50_000_000;

type Encode = (file: string, picture: UsedPicture) => Promise<EncodedFiles>;

function createEncoder(signal: AbortSignal | undefined): Encode {
  let last: Promise<unknown> = Promise.resolve();
  return async (file, { width, formats }) => {
    const size = await readSize(file);
    if (size !== undefined) refuseTooLarge(size, width);
    const isLarge = size === undefined || size.width * size.height > LARGE;
    const encode = () => encodePhotograph(file, width, formats, signal);
    const encoded = isLarge ? last.then(encode, encode) : encode();
    if (isLarge) last = encoded;
    return encoded.catch((failure: unknown) => {
      signal?.throwIfAborted();
      throw new Failure(failure instanceof Error ? failure.message : String(failure));
    });
  };
}

async function writePicture(
  { root, memo, target }: EncodePictures,
  picture: UsedPicture,
  { file, length }: SourceFile,
  version: string,
  encode: Encode,
): Promise<Partial<Pick<EncodedPictures, 'written'>> & { readonly problem?: Diagnostic }> {
  const { photograph, width, formats } = picture;
  const name = toPosix(path.relative(root, file));
  const affected = { place: { file: name }, pages: pagesOf(picture) };
  const settings = JSON.stringify(formats.map((format) => [format, SETTINGS[format]]));
  try {
    const key = ['picture and its colours', version, photograph, `${length}`, `${width}`, settings];
    const kept = await memoize(memo, key, async () => {
      if (/\.(?:avif|png)$/.test(photograph) && isAnimated(await readFile(file))) throw new Failure(ANIMATED);
      return serialize(await encode(file, picture));
    });
    const { files, hasPrintColors } = deserialize(kept) as EncodedFiles;
    const assets = formats.map((format, index) => {
      return { output: outputOf(picture, format, version), contents: files[index] ?? new Uint8Array() };
    });
    const written = await writeAssets(target, assets);
    if (!hasPrintColors) return { written };
    const message = `The photograph "${name}" has CMYK colours without a profile, so <Picture> shows other colours than the original.`;
    return { written, problem: warning('image-colors', message, { ...affected, hint: 'convert it to sRGB' }) };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const message = `The photograph "${name}" cannot be encoded: ${failure.message.trim().replace(/[.:]+$/, '')}.`;
    return { problem: error('image-failed', message, affected) };
  }
}

/** @throws {Failure} if it or the picture is too large: an image of a few kilobytes can have any number of pixels */
function refuseTooLarge(size: ImageSize, width: number): void {
  const scale = Math.min(1, width / size.width);
  const picture = { width: Math.round(size.width * scale), height: Math.max(1, Math.round(size.height * scale)) };
  const refuse = ({ width: across, height: down }: ImageSize, most: number, what: string) => {
    if (across * down > most)
      throw new Failure(`${what} ${across} × ${down} pixels, and the pixel limit is ${most / 1_000_000} million`);
  };
  refuse(size, MAX_DECODED, 'it has');
  refuse(picture, MAX_ENCODED, `${width} pixels wide, it would have`);
}

function describeUnimported(picture: UsedPicture): Diagnostic {
  const { photograph } = picture;
  const message = `<Picture> has "/${photograph}" as its \`src\`, which is not an imported image.`;
  const hint = "import it: import photo from './photo.jpg'";
  const pages = pagesOf(picture);
  return error('image-failed', message, {
    hint,
    pages,
    place: pages === undefined ? { file: picture.page } : undefined,
  });
}

/** @returns `undefined` for a picture that only the HTML of an entry shows */
function pagesOf({ page }: UsedPicture): AffectedPages | undefined {
  return page.startsWith('/') ? { paths: [page], count: 1 } : undefined;
}
