import { closeSync, createReadStream, fstatSync, openSync, type BigIntStats } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Encoding, Host } from '../api/host.ts';
import { isCompressible, SUFFIXES } from '../hosts/compression.ts';
import { findFile, ifPresent } from './find-file.ts';

/** First and last byte of a range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open site file. Its size and bytes belong together, whatever happens to its path. */
export interface OpenedFile {
  /** Its size when it was opened, in bytes. */
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The encoding that the host would compress it with on the fly. */
  readonly compressAs?: Encoding;
  /** Reads its bytes, once. There may be more or fewer than when it was opened. */
  readonly read: (range: ByteRange) => Readable;
  readonly close: () => void;
}

/**
 * Opens a file, or a compressed copy of it that the request accepts.
 *
 * @param out the folder of the file, absolute
 * @param file from there
 * @param as the host to emulate: decides on compression
 * @returns `undefined` if the file no longer exists
 */
export function openFile(
  out: string,
  file: string,
  { headers: { range, 'accept-encoding': accepted } }: IncomingMessage,
  as: Host | undefined,
): OpenedFile | undefined {
  const isEncoded = as !== undefined && as.compression !== 'nothing' && range === undefined;
  if (!isEncoded) return openDescriptor(out, file);
  const encodings = encodingsFor(as, file, accepted);
  const encoded = as.compression === 'itself' ? undefined : openSibling(out, file, encodings);
  if (encoded !== undefined) return encoded;
  const compressAs = as.compression === 'itself' ? encodings[0] : undefined;
  const opened = openDescriptor(out, file);
  if (opened === undefined) return undefined;
  const encoding = compressAs && { 'Content-Encoding': compressAs };
  return {
    ...opened,
    ...(compressAs && { compressAs }),
    headers: { ...opened.headers, Vary: 'Accept-Encoding', ...encoding },
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

/**
 * The encodings that the browser accepts and the host sends for a file, in the host's order of preference.
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
