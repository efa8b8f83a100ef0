import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SitegenError, hasCode } from '../core/errors.ts';
import { answerRequests, type AnswerOptions } from './request-handler.ts';

export interface ServeOptions extends AnswerOptions {
  /** 0 takes any free port. Absent: 3000, or the next free one. */
  readonly port: number | undefined;
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

/** Who has not asked within these times, in ms, is not waited for: connections that say nothing would be there for ever. */
const PATIENCE = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };

/**
 * Serves a built site on this machine, as hosts do: unknown addresses get its `404.html` with status 404, and `/contact`
 * leads on to `/contact/`.
 *
 * @throws {SitegenError} when the port is taken
 */
export async function serve(options: ServeOptions): Promise<Server> {
  const answer = answerRequests(options);
  const server = createServer(PATIENCE, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A build has replaced the file between looking and reading, or nobody waits for the answer any more.
      if (!hasCode(error, 'ENOENT', 'ERR_STREAM_PREMATURE_CLOSE')) options.onError(error);
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
