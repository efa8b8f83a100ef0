import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sirv from 'sirv';
import { SitegenError, hasCode } from '../errors.ts';
import { guard } from './guard.ts';
import type { Live } from './live.ts';
import { pagesFor } from './pages-for.ts';

export interface ServeOptions {
  /** The built site, absolute. */
  readonly out: string;
  /** The path it lives under: `/`, `/docs/`. */
  readonly base: string;
  /** 0 takes any free port. Absent: 3000, or the next free one. */
  readonly port: number | undefined;
  readonly host: string;
  /** Keeps open pages in step with the site. Absent: files are served byte for byte. */
  readonly live: Live | undefined;
  /** Told of a fault that a request has met. */
  readonly onError: (error: unknown) => void;
}

export interface Server {
  /** Where the site's first page is: `http://127.0.0.1:3000/`. */
  readonly url: string;
  /** Ends open connections, too. */
  readonly close: () => Promise<void>;
}

const DEFAULT_PORT = 3000;
/** How many ports to try before giving up. */
const PORTS = 20;

const REFUSALS = { 400: 'Bad request', 403: 'Forbidden', 404: 'Not found', 405: 'Method not allowed' };

/** Nothing is kept by the browser, and no other site can read what is shown here. */
const HEADERS = new Headers({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/**
 * Serves a built site on this machine: unknown addresses get its `404.html` with status 404, and `/contact` works as
 * `/contact/` does.
 *
 * @throws {SitegenError} when the port is taken
 */
export async function serve(options: ServeOptions): Promise<Server> {
  const files = serveFiles(options.out);
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    answer(request, response, options, files).catch((error: unknown) => {
      // A build has replaced the file between looking and reading.
      if (!hasCode(error, 'ENOENT')) options.onError(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'Retry-After': '1' }).end();
    });
  });
  const port = await listen(server, options);
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${name}:${port}${options.base}`,
    close: () =>
      new Promise((resolve) => {
        options.live?.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type ServeFiles = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** sirv looks at the folder at each request (`dev`), because a build replaces it. */
function serveFiles(out: string): ServeFiles {
  return sirv(out, { dev: true, setHeaders: (response) => void response.setHeaders(HEADERS) });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { out, base, host, live }: ServeOptions,
  files: ServeFiles,
): Promise<void> {
  response.setHeaders(HEADERS);
  const guarded = guard(request, host);
  if ('refusal' in guarded) {
    if (guarded.refusal === 405) response.setHeader('Allow', 'GET, HEAD');
    response.writeHead(guarded.refusal, { 'Content-Type': 'text/plain' }).end(REFUSALS[guarded.refusal]);
    return;
  }
  const { pathname } = guarded;
  if (live && pathname.startsWith(live.prefix)) return live.answer(pathname, response);
  if (base !== '/' && (pathname === '/' || `${pathname}/` === base)) {
    response.writeHead(302, { Location: base }).end();
    return;
  }
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
  if (inside === undefined) return notFound(response, out, live);
  if (live !== undefined) {
    for (const file of pagesFor(inside)) {
      const ahead = live.pageAhead(file);
      const html = ahead ?? (await readIfThere(path.join(out, file)));
      if (html !== undefined) return sendPage(response, 200, live.dress(html, ahead !== undefined));
    }
  }
  // sirv 3.0.2 throws on a range that cannot be satisfied; a server may ignore them all (RFC 9110, section 14.2).
  delete request.headers.range;
  request.url = (request.url ?? '').slice(base.length - 1);
  // It does not look after the file that it reads either.
  response.once('pipe', (file) => file.once('error', () => response.destroy()));
  files(request, response, () => void notFound(response, out, live));
}

async function notFound(response: ServerResponse, out: string, live: Live | undefined): Promise<void> {
  const page = (await readIfThere(path.join(out, '404.html'))) ?? '<!doctype html><title>404</title>Not found\n';
  sendPage(response, 404, live ? live.dress(page) : page);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  const body = Buffer.from(html);
  response.writeHead(status, { 'Content-Type': 'text/html;charset=utf-8', 'Content-Length': body.length }).end(body);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}

/** @returns the port that it listens on */
async function listen(server: HttpServer, { port, host }: ServeOptions): Promise<number> {
  const first = port ?? DEFAULT_PORT;
  const last = port === undefined ? first + PORTS - 1 : first;
  for (let candidate = first; candidate <= last; candidate += 1) {
    if (await tryToListen(server, candidate, host)) return (server.address() as AddressInfo).port;
  }
  const taken = first === last ? `Port ${first} is taken` : `The ports from ${first} to ${last} are taken`;
  throw new SitegenError(`${taken}.\nTry: another one with --port, or --port 0 for any that is free.`);
}

async function tryToListen(server: HttpServer, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') resolve(false);
      else reject(new SitegenError(`The server cannot listen on ${host}, port ${port}: ${cause.message}`, { cause }));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}
