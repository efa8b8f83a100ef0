/** Sends the hashed assets of a preview. Other files may change while they are sent: see `open-file.ts`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { mediaTypeOf } from '../hosts/file-metadata.ts';

/** @returns false if there is no such asset */
export type SendAsset = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * sirv announces the size that a file had before it was opened, so every file must appear whole, and never change.
 *
 * @param folder absolute
 */
export function createAssetSender(folder: string): SendAsset {
  // `dev` looks for files at each request, because versions add files.
  const send = sirv(folder, { dev: true, etag: true, extensions: [], setHeaders: prepare });
  return (request, response) => {
    // Some ranges end the process, and most names with other characters are not found: sirv 3.0.2.
    const isPlain = request.headers.range === undefined && /^\/assets\/[\w.-]+$/.test(request.url ?? '');
    if (isPlain) send(request, response, () => {});
    return response.headersSent;
  };
}

/** sirv neither handles errors while it reads a file, which would end the process, nor closes it if the client is gone. */
function prepare(response: ServerResponse, pathname: string): void {
  response.setHeader('Content-Type', mediaTypeOf(pathname));
  response.once('pipe', (source: Readable) => {
    source.once('error', () => response.destroy());
    response.once('close', () => source.destroy());
  });
}
