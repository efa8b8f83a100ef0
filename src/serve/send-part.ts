import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import parseRange from 'range-parser';

/**
 * Sends the part of a file that a `Range` asks for. What asks for several, or is not understood, gets the whole, which a server
 * may always send: https://www.rfc-editor.org/rfc/rfc9110#section-14.2
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
  const ranges = range === undefined ? undefined : parseRange(size, range);
  if (ranges === -1) {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return;
  }
  const [part, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  const isPart = part !== undefined && others.length === 0;
  const { start, end } = isPart ? part : { start: 0, end: size - 1 };
  response.writeHead(isPart ? 206 : 200, {
    ...(isPart && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    'Content-Length': end - start + 1,
  });
  if (response.req.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(file, { start, end }), response);
}
