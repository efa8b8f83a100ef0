import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { mapConcurrently } from '../shared/concurrency.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { memoize } from '../shared/memo.ts';
import type { Asset, SourceFile } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { outputOf, SETTINGS, type UsedPicture } from '../shared/pictures.ts';
import { writeAssets, type Target } from '../publish/write-files.ts';
import { createEncoder, type Encoder } from './encoder-process.ts';
import { versionOfSharp } from './sharp.ts';

export interface EncodePictures {
  /** Absolute. */
  readonly root: string;
  /** The pictures of all pages. */
  readonly pictures: readonly UsedPicture[];
  /** The files that pages import: photographs are among them. */
  readonly assets: readonly Asset[];
  readonly target: Target;
  /** The folder for results: see `memo.ts`. */
  readonly memo: string;
  readonly signal: AbortSignal | undefined;
}

/** Paths are from `out`. */
export interface EncodedPictures {
  /** All of them. Those of a photograph that cannot be encoded would exist, too. */
  readonly files: readonly string[];
  /** The new and changed ones. */
  readonly written: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Publishes the files of every `<Picture>`: encoded, or as a build before has encoded them. */
export async function encodePictures(options: EncodePictures): Promise<EncodedPictures> {
  const { pictures, assets, signal } = options;
  const version = versionOfSharp();
  if (pictures.length === 0 || version === undefined) return { files: [], written: [], diagnostics: [] };
  const files = pictures.flatMap((picture) => picture.formats.map((format) => outputOf(picture, format, version)));
  const sources = new Map(assets.map(({ output, contents }) => [output, contents] as const));
  const encoder = createEncoder(signal);
  try {
    // The results of earlier builds are read while others are encoded.
    const done = await mapConcurrently(pictures, encoder.size + 2, async (picture) => {
      const source = sources.get(picture.photograph);
      if (source === undefined || source instanceof Uint8Array) return { failure: describeUnknown(picture) };
      return encodeWidth(options, { picture, source, version, encoder });
    });
    const failures = done.flatMap(({ failure }) => failure ?? []);
    return {
      files,
      written: done.flatMap(({ written = [] }) => written),
      // One for each photograph, not for each of its widths.
      diagnostics: [...new Map(failures.map((failure) => [failure.place?.file, failure])).values()],
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
}

type EncodedWidth = Partial<Pick<EncodedPictures, 'written'>> & { readonly failure?: Diagnostic };

/** The result of the encoder if it has none. */
class Failure extends Error {}

async function encodeWidth(
  { root, memo, target }: EncodePictures,
  { picture, source, version, encoder }: EncodeWidth,
): Promise<EncodedWidth> {
  const { file, length } = source;
  const { photograph, width, formats } = picture;
  const settings = JSON.stringify(formats.map((format) => [format, SETTINGS[format]]));
  try {
    const key = ['upright picture', version, photograph, `${length}`, `${width}`, settings];
    const kept = await memoize(memo, key, async () => {
      const reply = await encoder.encode({ file, width, formats });
      if ('failure' in reply) throw new Failure(reply.failure);
      return serialize(reply.files);
    });
    const contents = deserialize(kept) as readonly Uint8Array[];
    const assets = formats.map((format, index) => {
      return { output: outputOf(picture, format, version), contents: contents[index] ?? new Uint8Array() };
    });
    return { written: await writeAssets(target, assets) };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const name = toPosix(path.relative(root, file));
    const message = `The photograph "${name}" cannot be encoded: ${failure.message.trim().replace(/[.:]+$/, '')}.\nOn ${picture.page}.`;
    return { failure: error('image-failed', message, { place: { file: name } }) };
  }
}

function describeUnknown({ photograph, page }: UsedPicture): Diagnostic {
  const message = `<Picture> has "/${photograph}" as its \`src\`, which is not an imported image.\nOn ${page}.`;
  return error('image-failed', message, { hint: "import it: import photo from './photo.jpg'" });
}
