import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { compress, SUFFIXES } from '../hosts/compression.ts';
import type { Encoding, Host } from '../api/host.ts';
import { encodingsFor } from './negotiate-encoding.ts';
import { findFile } from './find-file.ts';
import { sendRange } from './range-response.ts';

const REFUSALS = { 400: 'Bad request', 403: 'Forbidden', 404: 'Not found', 405: 'Method not allowed' };

/** @param file from `out` */
type SendFile = (request: IncomingMessage, response: ServerResponse, status: number, file: string) => Promise<void>;

/**
 * @param out the site's folder, absolute
 * @param as the host to emulate: decides on compression
 */
export function createFileSender(out: string, as: Host | undefined): SendFile {
  // `dev` reads the folder at each request, because a build replaces it.
  const sendWhole = sirv(out, { dev: true, dotfiles: true, extensions: [] });

  return async (request, response, status, file) => {
    const { range } = request.headers;
    if (as !== undefined && as.compression !== 'nothing' && range === undefined) {
      response.setHeader('Vary', 'Accept-Encoding');
      const encoded = await findEncoded(out, as, file, request.headers['accept-encoding']);
      if (encoded !== undefined) {
        response.setHeader('Content-Encoding', encoded.encoding);
        return sendBody(request, response, status, encoded.body);
      }
    }
    if (status !== 200) return sendBody(request, response, status, await readFile(path.join(out, file)));
    // Range requests and these characters crash sirv 3.0.2, or make it send another file.
    const isForSirv = range === undefined && !/[;?:@&=+$,#%\\]/.test(file);
    if (!isForSirv) return sendRange(response, path.join(out, file), findFile(out, file)?.size ?? 0, range);
    request.url = `/${encodeURI(file)}`;
    // sirv does not handle errors of the file stream either.
    response.once('pipe', (stream) => stream.once('error', () => response.destroy()));
    sendWhole(request, response, () => sendRefusal(response, 404));
  };
}

/** A file compressed as the host would send it. */
async function findEncoded(
  out: string,
  host: Host,
  file: string,
  accepted: string | undefined,
): Promise<{ readonly encoding: Encoding; readonly body: Buffer } | undefined> {
  for (const encoding of encodingsFor(host, file, accepted)) {
    const sibling = file + SUFFIXES[encoding];
    const body =
      host.compression === 'itself'
        ? await compress(encoding, await readFile(path.join(out, file)), 'fast')
        : findFile(out, sibling) && (await readFile(path.join(out, sibling)));
    if (body) return { encoding, body };
  }
  return undefined;
}

export function sendBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function sendRefusal(response: ServerResponse, status: keyof typeof REFUSALS): void {
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(REFUSALS[status]);
}
