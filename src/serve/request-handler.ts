import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { compress, SUFFIXES } from '../hosts/compression.ts';
import { answerOf, type Answer } from '../hosts/answer.ts';
import type { Host, HostedSite } from '../api/host.ts';
import { mediaTypeOf } from '../hosts/file-metadata.ts';
import { headersOf } from '../hosts/headers.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import { encodingsFor } from './negotiate-encoding.ts';
import { findFile } from './find-file.ts';
import { guard } from './check-request.ts';
import { noteOnce } from './redirect-notices.ts';
import { sendPart } from './range-response.ts';
import type { Live } from './live-reload.ts';

const REFUSALS = { 400: 'Bad request', 403: 'Forbidden', 404: 'Not found', 405: 'Method not allowed' };

/** Nothing is kept by the browser, and no other site can read what is shown here. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface AnswerOptions {
  /** The built site, absolute. */
  readonly out: string;
  /** The path it lives under: `/`, `/docs/`. */
  readonly base: string;
  /** The address that is listened on. */
  readonly host: string;
  /** Keeps open pages in step with the site. Absent: files are served byte for byte. */
  readonly live: Live | undefined;
  /** The host that it answers like. Absent: as strictly as any of them. */
  readonly as: Host | undefined;
  /** What that host would have been told of the site that is there now. */
  readonly site: () => HostedSite;
  /** Told, once for each address, where a host would not answer with the page itself. */
  readonly onNote: (note: string) => void;
}

type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** @returns answers a request; it fails when a file is gone between looking and reading */
export function answerRequests({ out, base, host, live, as, site, onNote }: AnswerOptions): AnswerRequest {
  // It looks at the folder at each request (`dev`), because a build replaces it.
  const sendWhole = sirv(out, { dev: true, dotfiles: true, extensions: [] });
  const note = noteOnce(onNote, as);
  const has = (file: string) => live?.pageAhead(file) !== undefined || findFile(out, file) !== undefined;

  return async (request, response) => {
    response.setHeaders(new Headers(HEADERS));
    const guarded = guard(request, host);
    if ('refusal' in guarded) return refuse(response, guarded.refusal);
    const { pathname, query } = guarded;
    if (live && pathname.startsWith(live.prefix)) return live.answer(pathname, response);
    if (base !== '/' && (pathname === '/' || `${pathname}/` === base)) {
      response.writeHead(302, { Location: base }).end();
      return;
    }
    const answer = answerOf(as ?? STRICTEST, site(), { pathname, query }, has);
    note(pathname, answer);
    await send(request, response, answer);
  };

  async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    const { status, location, file } = answer;
    if (as !== undefined) setHostHeaders(response, file ?? '404.html');
    if (location !== undefined) {
      response.writeHead(status, { Location: location }).end();
      return;
    }
    if (file === undefined) return sendNothing(request, response);
    response.setHeader('Content-Type', mediaTypeOf(file));
    const found = findFile(out, file);
    if (live !== undefined && file.endsWith('.html')) {
      const ahead = live.pageAhead(file);
      const html = ahead ?? (await readFile(path.join(out, file), 'utf8'));
      return sendBody(request, response, status, Buffer.from(live.dress(html, ahead !== undefined)));
    }
    if (await sendEncoded(request, response, status, file)) return;
    if (status !== 200) return sendBody(request, response, status, await readFile(path.join(out, file)));
    // Of what sirv 3.0.2 makes of these it dies, or sends something else.
    const isForSirv = request.headers.range === undefined && !/[;?:@&=+$,#%\\]/.test(file);
    if (!isForSirv) return sendPart(response, path.join(out, file), found?.size ?? 0, request.headers.range);
    request.url = `/${encodeURI(file)}`;
    // It does not look after the file that it reads either.
    response.once('pipe', (stream) => stream.once('error', () => response.destroy()));
    sendWhole(request, response, () => refuse(response, 404));
  }

  /** A page of which nothing is there yet tells why, once that is known. */
  function sendNothing(request: IncomingMessage, response: ServerResponse): void {
    if (live === undefined) return refuse(response, 404);
    response.setHeader('Content-Type', mediaTypeOf('404.html'));
    sendBody(request, response, 404, Buffer.from(live.dress('<!doctype html><title>404</title>Not found\n')));
  }

  function setHostHeaders(response: ServerResponse, file: string): void {
    if (as === undefined) return;
    for (const name of Object.keys(HEADERS)) response.removeHeader(name);
    for (const [name, value] of Object.entries(headersOf(as, site(), file))) {
      const isPolicy = name.toLowerCase() === 'content-security-policy';
      response.setHeader(name, isPolicy && live !== undefined ? live.widen(value) : value);
    }
  }

  /** @returns whether it has */
  async function sendEncoded(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    file: string,
  ): Promise<boolean> {
    if (as === undefined || as.compression === 'nothing' || request.headers.range !== undefined) return false;
    response.setHeader('Vary', 'Accept-Encoding');
    for (const encoding of encodingsFor(as, file, request.headers['accept-encoding'])) {
      const sibling = file + SUFFIXES[encoding];
      const body =
        as.compression === 'itself'
          ? await compress(encoding, await readFile(path.join(out, file)), 'fast')
          : has(sibling) && (await readFile(path.join(out, sibling)));
      if (!body) continue;
      response.setHeader('Content-Encoding', encoding);
      sendBody(request, response, status, body);
      return true;
    }
    return false;
  }
}

function sendBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, refusal: keyof typeof REFUSALS): void {
  if (refusal === 405) response.setHeader('Allow', 'GET, HEAD');
  response.writeHead(refusal, { 'Content-Type': 'text/plain' }).end(REFUSALS[refusal]);
}
