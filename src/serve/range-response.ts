import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** The first and the last byte of a part. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Sends the part of a file that a `Range` asks for.
 *
 * @param file absolute
 * @param size in bytes
 */
export async function sendPart(
  response: ServerResponse,
  file: string,
  size: number,
  range: string | undefined,
): Promise<void> {
  const part = readRange(range, size);
  if (part === 'none') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return;
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  response.writeHead(part === undefined ? 200 : 206, {
    ...(part && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    'Content-Length': end - start + 1,
  });
  if (response.req.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(file, { start, end }), response);
}

/**
 * What asks for several parts, or is not understood, gets the whole, which a server may always send:
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 *
 * @returns nothing for the whole; `none` when there is no byte of what is asked for
 */
function readRange(range: string | undefined, size: number): Part | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'none' : { start, end };
}
