import { closeSync, createReadStream, fstatSync, openSync, type BigIntStats, type ReadStream } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import sirv from 'sirv';
import type { Encoding, Host } from '../api/host.ts';
import { canCompress, isCompressible, SUFFIXES } from '../hosts/compression.ts';
import { encodePath } from '../shared/address.ts';
import { findFile, ifPresent, isMissing } from './find-file.ts';

/** First and last byte of a range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open site file: whatever happens to its path, size and bytes are those of one file. */
export interface OpenedFile {
  /** Its size when it was opened, in bytes. */
  readonly size: number;
  readonly headers: OutgoingHttpHeaders;
  /** The encoding that the host would compress it with on the fly. */
  readonly compressAs?: Encoding;
  /** Its bytes, once. These may be more or fewer than there were when it was opened. */
  readonly read: (range: ByteRange) => Readable;
  readonly close: () => void;
}

/**
 * @param file from `out`
 * @returns `undefined` if the file no longer exists
 */
export type OpenFile = (file: string, request: IncomingMessage) => Promise<OpenedFile | undefined>;

/**
 * Opens files as a request asks for them: a compressed copy, or the file.
 *
 * @param out the site's folder, absolute
 * @param as the host to emulate: decides on compression
 */
export function createFileOpener(out: string, as: Host | undefined): OpenFile {
  // `dev` reads the folder at each request, because a build replaces it.
  const sendBySirv = sirv(out, { dev: true, dotfiles: true, extensions: [] });

  return async (file, { headers: { range, 'accept-encoding': accepted } }) => {
    const isEncoded = as !== undefined && as.compression !== 'nothing' && range === undefined;
    if (!isEncoded) return (range === undefined && (await openBySirv(sendBySirv, file))) || openDescriptor(out, file);
    const encodings = encodingsFor(as, file, accepted);
    const encoded = as.compression === 'itself' ? undefined : openSibling(out, file, encodings);
    if (encoded !== undefined) return encoded;
    const compressAs = as.compression === 'itself' ? encodings.find(canCompress) : undefined;
    const opened = (compressAs === undefined && (await openBySirv(sendBySirv, file))) || openDescriptor(out, file);
    if (opened === undefined) return undefined;
    const encoding = compressAs && { 'Content-Encoding': compressAs };
    return {
      ...opened,
      ...(compressAs && { compressAs }),
      headers: { ...opened.headers, Vary: 'Accept-Encoding', ...encoding },
    };
  };
}

/** A compressed copy next to the file. */
function openSibling(out: string, file: string, encodings: readonly Encoding[]): OpenedFile | undefined {
  for (const encoding of encodings) {
    const opened = openDescriptor(out, file + SUFFIXES[encoding]);
    const headers = { ...opened?.headers, Vary: 'Accept-Encoding', 'Content-Encoding': encoding };
    if (opened !== undefined) return { ...opened, headers };
  }
  return undefined;
}

/** Opens a file without compression. */
export function openDescriptor(out: string, file: string): OpenedFile | undefined {
  const real = findFile(out, file);
  const fd = real === undefined ? undefined : ifPresent(() => openSync(real, 'r'));
  if (fd === undefined) return undefined;
  const stat = fstatSync(fd, { bigint: true });
  const close = () => closeSync(fd);
  if (!stat.isFile()) {
    close(); // a folder has taken its place
    return undefined;
  }
  return {
    size: Number(stat.size),
    headers: { 'Last-Modified': stat.mtime.toUTCString(), ETag: tagOf(stat), 'Cache-Control': 'no-store' },
    read: ({ start, end }) => createReadStream('', { fd, start, end }),
    close,
  };
}

/** Weak, because the clock of a file system ticks every few milliseconds. Every change of a file sets its `ctime`. */
function tagOf({ ino, size, ctimeNs }: BigIntStats): string {
  return `W/"${[ino, size, ctimeNs].map((number) => number.toString(36)).join('-')}"`;
}

/** Range requests and these characters crash sirv 3.0.2, or cause it to send another file. */
const BREAKS_SIRV = /[;?:@&=+$,#%\\]/;

/**
 * Lets sirv find and read a file. Its response is intercepted, because it announces the size that the path had before sirv
 * opened the file, and then sends whatever it reads.
 */
function openBySirv(sendBySirv: ReturnType<typeof sirv>, file: string): Promise<OpenedFile | undefined> | undefined {
  if (BREAKS_SIRV.test(file)) return undefined;
  return new Promise((resolve, reject) => {
    let headers: OutgoingHttpHeaders = {};
    const fail = (error: unknown) => (isMissing(error) ? resolve(undefined) : reject(error));
    const bytes = new PassThrough();
    const response = Object.assign(bytes, {
      getHeader: () => undefined,
      setHeader: () => response,
      writeHead: (_status: number, found: OutgoingHttpHeaders) => void (headers = found),
    });
    bytes.once('pipe', (source: ReadStream) => {
      source.once('open', (fd: number) => {
        const close = () => void bytes.destroy();
        const stat = fstatSync(fd, { bigint: true });
        resolve({ size: Number(stat.size), headers: { ...headers, ETag: tagOf(stat) }, read: () => bytes, close });
      });
      source.on('error', (error) => (fail(error), bytes.destroy(error)));
      bytes.once('close', () => source.destroy());
    });
    bytes.on('error', () => {}); // its reader has received the error
    try {
      const request = { url: encodePath(`/${file}`), headers: {} };
      sendBySirv(request as never, response as never, () => resolve(undefined));
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * The encodings that both the browser accepts and the host sends for a file, in the host's order of preference.
 *
 * @param accepted the request's `Accept-Encoding`
 */
function encodingsFor({ encodings }: Host, file: string, accepted = ''): Encoding[] {
  if (!isCompressible(file)) return [];
  const names = accepted.split(',').flatMap((entry) => {
    const [name = '', quality = ''] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name];
  });
  return encodings.filter((encoding) => names.includes(encoding) || names.includes('*'));
}
