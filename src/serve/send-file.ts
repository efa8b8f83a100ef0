import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { hashOf } from '../shared/hash.ts';
import { compress } from '../hosts/compression.ts';
import type { ByteRange, OpenedFile } from './open-file.ts';

const REFUSALS = { 400: 'Bad request', 403: 'Forbidden', 404: 'Not found', 405: 'Method not allowed', 410: 'Gone' };

/** The error code for a file that was truncated while it was sent. Only ending the connection can report that. */
export const TRUNCATED = 'SITEGEN_TRUNCATED';

/**
 * Sends a file, or the part of it that a `Range` header requests. If the file is shorter than announced, the connection ends,
 * because the client would read the next response as the rest.
 *
 * @throws an error with the code `TRUNCATED`
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  file: OpenedFile,
): Promise<void> {
  const { size, compressAs } = file;
  addHeaders(response, file);
  if (status === 200 && isKnown(request, response)) {
    file.close();
    return sendNotModified(response);
  }
  if (compressAs !== undefined) {
    const body = await compress(compressAs, await readWhole(file), 'fast');
    return sendBody(request, response, status, body);
  }
  const isPartWanted = status === 200 && isCurrent(request.headers['if-range']?.toString(), response);
  const range = isPartWanted ? parseRange(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    file.close();
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  response.writeHead(range === undefined ? status : 206, {
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    'Content-Length': length,
  });
  if (request.method === 'HEAD' || length === 0) {
    file.close();
    response.end();
  } else await pipeline(file.read({ start, end }), limitTo(length), response);
}

/** Adds the headers that the response does not have yet. */
function addHeaders(response: ServerResponse, { headers }: OpenedFile): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
}

/** @throws an error with the code `TRUNCATED` */
export async function readWhole(file: OpenedFile): Promise<Buffer> {
  if (file.size === 0) return (file.close(), Buffer.alloc(0));
  return buffer(limitTo(file.size)(file.read({ start: 0, end: file.size - 1 })));
}

/** Passes on exactly `size` bytes. Throws if there are fewer. */
function limitTo(size: number): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (source) {
    let missing = size;
    for await (const chunk of source) {
      yield chunk.subarray(0, missing);
      missing -= chunk.length;
      if (missing <= 0) return;
    }
    throw Object.assign(new Error('A file has become shorter while it was sent.'), { code: TRUNCATED });
  };
}

/**
 * The rest of a changed file would not fit the part that the client has: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
 *
 * @param validator `If-Range`: the date or the tag of the file that the client has a part of. Weak tags never match
 */
function isCurrent(validator: string | undefined, response: ServerResponse): boolean {
  if (validator === undefined) return true;
  const current = [response.getHeader('ETag'), response.getHeader('Last-Modified')];
  return current.includes(validator) && !validator.startsWith('W/');
}

/**
 * A request for several ranges, or an invalid one, gets the whole file, which a server may always send:
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 *
 * @returns `undefined` for the whole file; `unsatisfiable` when the file has no byte in the range
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}

/**
 * True if the client has the content: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2. `If-Modified-Since` is ignored, as
 * a server may: a file that is saved twice within a second would have the same date.
 */
function isKnown({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const wanted = headers['if-none-match'];
  if (wanted === undefined) return false;
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  const tags = wanted.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
  return tags.some((tag) => tag === '*' || opaque(tag) === opaque(String(response.getHeader('ETag'))));
}

function sendNotModified(response: ServerResponse): void {
  for (const name of ['Content-Type', 'Content-Encoding']) response.removeHeader(name);
  response.writeHead(304).end();
}

export function sendBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  if (status === 200) {
    if (!response.hasHeader('ETag')) response.setHeader('ETag', `"${hashOf(body)}"`);
    if (isKnown(request, response)) return sendNotModified(response);
  }
  response.writeHead(status, { 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function sendRefusal(response: ServerResponse, status: keyof typeof REFUSALS, reason?: string): void {
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(reason ?? REFUSALS[status]);
}
