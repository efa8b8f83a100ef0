import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { readSize } from '../compile/read-image.ts';
import { createBudget, mapConcurrently, type Budget } from '../shared/concurrency.ts';
import { error, warning, type AffectedPages, type Diagnostic } from '../shared/diagnostics.ts';
import { isAnimated, type ImageSize } from '../shared/image-size.ts';
import { memoize } from '../shared/memo.ts';
import type { Asset, SourceFile } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { ANIMATED, MAX_DECODED, MAX_ENCODED, outputOf, SETTINGS, type UsedPicture } from '../shared/pictures.ts';
import { writeAssets, type Target } from '../publish/write-files.ts';
import { createEncoder, type EncodedFiles, type Encoder } from './encoder-process.ts';
import { versionOfSharp } from './sharp.ts';

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

/** Writes the files of every `<Picture>` to the staging folder: newly encoded, or as an earlier build encoded them. */
export async function encodePictures(options: EncodePictures): Promise<EncodedPictures> {
  const { pictures, contentsOf, onProgress, signal } = options;
  let finished = 0;
  const version = versionOfSharp();
  if (pictures.length === 0 || version === undefined) return { files: [], written: [], diagnostics: [] };
  const files = pictures.flatMap((picture) => picture.formats.map((format) => outputOf(picture, format, version)));
  const encoder = createEncoder(signal);
  const memory = createBudget(MEMORY);
  try {
    // The results of earlier builds are read while others are encoded.
    const done = await mapConcurrently(pictures, encoder.size + 2, async (picture) => {
      const source = contentsOf(picture.photograph);
      if (source === undefined || source instanceof Uint8Array) return { problem: describeUnimported(picture) };
      const encoded = await encodeWidth(options, { picture, source, version, encoder, memory });
      onProgress((finished += 1), pictures.length, 'pictures encoded');
      return encoded;
    });
    const problems = done.flatMap(({ problem }) => problem ?? []);
    return {
      files,
      written: done.flatMap(({ written = [] }) => written),
      // One for each photograph, not for each of its widths.
      diagnostics: [
        ...new Map(problems.map((problem) => [`${problem.code} ${problem.place?.file}`, problem])).values(),
      ],
    };
  } finally {
    await encoder.stop();
  }
}

interface EncodeWidth {
  readonly picture: UsedPicture;
  /** The photograph. */
  readonly source: SourceFile;
  readonly version: string;
  readonly encoder: Encoder;
  readonly memory: Budget;
}

/** The memory that the encoder may use, in bytes: enough for the largest photograph in the largest width. */
const MEMORY = 2_000_000_000;

/** Bytes per decoded and per encoded pixel, measured with interlaced photographs and AVIF, which take the most. */
const BYTES = { decoded: 4, encoded: 25 } as const;

type EncodedWidth = Partial<Pick<EncodedPictures, 'written'>> & { readonly problem?: Diagnostic };

/** Thrown when a picture cannot be encoded. */
class Failure extends Error {}

async function encodeWidth(
  { root, memo, target }: EncodePictures,
  { picture, source, version, encoder, memory }: EncodeWidth,
): Promise<EncodedWidth> {
  const { file, length } = source;
  const { photograph, width, formats } = picture;
  const name = toPosix(path.relative(root, file));
  const affected = { place: { file: name }, pages: pagesOf(picture) };
  const settings = JSON.stringify(formats.map((format) => [format, SETTINGS[format]]));
  try {
    const key = ['picture and its colours', version, photograph, `${length}`, `${width}`, settings];
    const kept = await memoize(memo, key, async () => {
      if (/\.(?:avif|png)$/.test(photograph) && isAnimated(await readFile(file))) throw new Failure(ANIMATED);
      const needed = memoryFor(await readSize(file), width);
      const reply = await memory.run(needed, () => encoder.encode({ file, width, formats }));
      if ('failure' in reply) throw new Failure(reply.failure);
      return serialize(reply);
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

/**
 * @param size of the photograph; `undefined` if only the encoder can read it
 * @throws {Failure} if it or the picture is too large: an image of a few kilobytes can have any number of pixels
 */
function memoryFor(size: ImageSize | undefined, width: number): number {
  if (size === undefined) return MEMORY;
  const scale = Math.min(1, width / size.width);
  const picture = { width: Math.round(size.width * scale), height: Math.max(1, Math.round(size.height * scale)) };
  const limit = ({ width: across, height: down }: ImageSize, most: number, what: string) => {
    if (across * down > most)
      throw new Failure(`${what} ${across} × ${down} pixels, and the pixel limit is ${most / 1_000_000} million`);
    return across * down;
  };
  const decoded = limit(size, MAX_DECODED, 'it has');
  return decoded * BYTES.decoded + limit(picture, MAX_ENCODED, `${width} pixels wide, it would have`) * BYTES.encoded;
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
