import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** First and last byte of a range. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Sends the part of a file that a `Range` header requests; without one, the whole file.
 *
 * @param file absolute
 * @param size in bytes
 */
export async function sendRange(
  response: ServerResponse,
  file: string,
  size: number,
  header: string | undefined,
): Promise<void> {
  const range = parseRange(header, size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  response.writeHead(range === undefined ? 200 : 206, {
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    'Content-Length': end - start + 1,
  });
  if (response.req.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(file, { start, end }), response);
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
