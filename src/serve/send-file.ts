/** Finds files in the folders that are served, and sends them. */
import { closeSync, createReadStream, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Encoding, Host } from '../api/host.ts';
import { SUFFIXES, compress, isCompressible } from '../hosts/compression.ts';
import { hasCode } from '../shared/errors.ts';
import { isWithin } from '../shared/paths.ts';

/** A file in a folder that is served. */
export interface ServedFile {
  /** Absolute. */
  readonly folder: string;
  /** From there. */
  readonly name: string;
}

/**
 * The target of a symbolic link that points outside the folder is not served.
 *
 * @returns its real path, absolute; `undefined` if there is no such file
 */
export function findFile(folder: string, name: string): string | undefined {
  return ifPresent(() => {
    const real = realpathSync.native(path.join(folder, name));
    return statSync(real).isFile() && isWithin(realpathSync.native(folder), real) ? real : undefined;
  });
}

/** @returns `undefined` if a file is missing */
export function ifPresent<Result>(find: () => Result): Result | undefined {
  try {
    return find();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return undefined;
    throw error;
  }
}

/** @returns `undefined` if the file no longer exists */
export function readFile({ folder, name }: ServedFile): Buffer | undefined {
  const real = findFile(folder, name);
  return real === undefined ? undefined : ifPresent(() => readFileSync(real));
}

/**
 * Sends a file, or what the emulated host would send for it: a compressed copy, or the compressed contents.
 *
 * @returns false if the file no longer exists
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  file: ServedFile,
  as: Host | undefined,
): Promise<boolean> {
  const { range, 'accept-encoding': accepted } = request.headers;
  if (as === undefined || as.compression === 'nothing' || range !== undefined)
    return sendOpened(request, response, status, file);
  if (!response.hasHeader('Vary')) response.setHeader('Vary', 'Accept-Encoding');
  const copyOf = (encoding: Encoding) => ({ ...file, name: file.name + SUFFIXES[encoding] });
  const isByHost = as.compression === 'itself';
  const canSend = (encoding: Encoding) => isByHost || findFile(file.folder, copyOf(encoding).name) !== undefined;
  const encoding = encodingsFor(as, file.name, accepted).find(canSend);
  if (encoding === undefined) return sendOpened(request, response, status, file);
  response.setHeader('Content-Encoding', encoding);
  if (!isByHost) return sendOpened(request, response, status, copyOf(encoding));
  const contents = readFile(file);
  const body = contents && (await compress(encoding, contents, 'fast'));
  if (body !== undefined) sendBody(request, response, status, body);
  return body !== undefined;
}

/**
 * Sends a file, or the part of it that a `Range` header requests: docs/decisions/0023-the-preview-sends-what-it-opened.md. A client
 * would read the next response as the rest of one that is shorter than announced, so its connection ends.
 */
async function sendOpened(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { folder, name }: ServedFile,
): Promise<boolean> {
  const real = findFile(folder, name);
  const fd = real === undefined ? undefined : ifPresent(() => openSync(real, 'r'));
  if (fd === undefined) return false;
  const { size } = fstatSync(fd);
  const range = status === 200 ? parseRange(request.headers.range, size) : undefined;
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = Math.max(0, end - start + 1);
  if (range === undefined) response.writeHead(status, { 'Content-Length': length });
  else if (length === 0) response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 });
  else response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': length });
  if (request.method === 'HEAD' || length === 0) {
    closeSync(fd);
    response.end();
    return true;
  }
  const stream = createReadStream('', { fd, start, end });
  await pipeline(stream, response);
  if (stream.bytesRead < length) request.socket.destroy();
  return true;
}

/**
 * A request for several ranges, or an invalid one, gets the whole file, which a server may always send:
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 *
 * @returns the first and the last byte, which is before the first if the file has no byte in the range; `undefined` for the whole file
 */
function parseRange(header: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if ((first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first))) return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * The encodings that the browser accepts and the host sends for a file, in the host's order of preference.
 *
 * @param accepted the request's `Accept-Encoding`
 */
function encodingsFor({ encodings }: Host, name: string, accepted = ''): Encoding[] {
  if (!isCompressible(name)) return [];
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.replace(/;.*$/, '').trim());
  return encodings.filter((encoding) => names.includes(encoding) || names.includes('*'));
}

export function sendBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const REFUSALS = { 400: 'Bad request', 403: 'Forbidden', 404: 'Not found', 405: 'Method not allowed', 410: 'Gone' };

export function sendRefusal(response: ServerResponse, status: keyof typeof REFUSALS, reason?: string): void {
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(reason ?? REFUSALS[status]);
}
