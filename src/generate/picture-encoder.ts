/**
 * The entry of a child process that encodes photographs. libvips works on Node's four threads: in the build's own process, it
 * would delay all file reads. Here it has one thread per processor, and a crash of a codec ends only this process.
 */
import { ANIMATED, MAX_DECODED, SETTINGS } from '../shared/pictures.ts';
import type { EncodedFiles, EncoderReply, EncoderTask } from './encoder-process.ts';
import { loadSharp } from './sharp.ts';

const sharp = loadSharp();
sharp.concurrency(1); // the bytes of an AVIF depend on it
sharp.cache(false);

process.on('message', ({ id, ...task }: EncoderTask & { readonly id: number }) => {
  const send = (reply: EncoderReply) => process.send?.({ id, reply });
  encode(task).then(send, (error: unknown) =>
    send({ failure: error instanceof Error ? error.message : String(error) }),
  );
});

/** Decodes the photograph once for all formats. JPEGs are decoded at a reduced size, which is fast. */
async function encode({ file, width, formats }: EncoderTask): Promise<EncodedFiles> {
  const source = sharp(file, { limitInputPixels: MAX_DECODED });
  const { pages = 1, format, space, hasProfile } = await source.metadata();
  if (pages > 1) throw new Error(ANIMATED);
  const upright = format === 'webp' ? source : source.autoOrient(); // as in `image-size.ts`
  const resized = await upright.resize({ width, withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true });
  const files: Uint8Array[] = [];
  for (const wanted of formats) {
    const { width: actual, height, channels } = resized.info;
    const pixels = sharp(resized.data, { raw: { width: actual, height, channels } });
    files.push(await pixels.toFormat(wanted, SETTINGS[wanted]).toBuffer());
  }
  return { files, hasPrintColors: space === 'cmyk' && !hasProfile };
}
