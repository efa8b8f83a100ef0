import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { createRequestHandler, type HandlerOptions } from './request-handler.ts';

export interface ServerOptions extends HandlerOptions {
  /** 0 takes any free port. Default: 3000, or the next free one. */
  readonly port: number | undefined;
  /** Called when handling a request fails unexpectedly. */
  readonly onError: (error: unknown) => void;
}

export interface Server {
  /** The address of the home page: `http://127.0.0.1:3000/`. */
  readonly url: string;
  /** Stops the server, and ends open connections. */
  readonly close: () => Promise<void>;
}

const DEFAULT_PORT = 3000;
/** How many ports to try before giving up. */
const PORTS = 20;

/** In ms. Without limits, a client that sends nothing would keep its connection open forever. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };

/**
 * Starts the HTTP server of `sitegen serve`, for a built site or for a preview. It answers as hosts do: unknown addresses get
 * the `404.html` with status 404, and `/contact` redirects to `/contact/`.
 *
 * @throws {SitegenError} when the port is in use
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const handle = createRequestHandler(options);
  const server = createServer(TIMEOUTS, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The client has closed the connection.
      if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) options.onError(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  const port = await listen(server, options);
  const name = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${name}:${port}${options.base}`,
    close: () =>
      new Promise((resolve) => {
        options.liveReload?.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns the port it listens on */
async function listen(server: HttpServer, { port, host, onNotice }: ServerOptions): Promise<number> {
  const first = port ?? DEFAULT_PORT;
  const last = port === undefined ? first + PORTS - 1 : first;
  for (let candidate = first; candidate <= last; candidate += 1) {
    if (await tryToListen(server, candidate, host)) {
      if (candidate > first)
        onNotice(`Port ${first} is already in use, perhaps by another sitegen: this is ${candidate}.`);
      return (server.address() as AddressInfo).port;
    }
  }
  const inUse = first === last ? `Port ${first} is already in use` : `Ports ${first} to ${last} are already in use`;
  throw new SitegenError(`${inUse}.\nTry: choose another port with --port, or use --port 0 for any free one.`);
}

async function tryToListen(server: HttpServer, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') resolve(false);
      else reject(new SitegenError(`Cannot listen on ${host}, port ${port}: ${cause.message}`, { cause }));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}
