import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { NO_ERRORS, type ShownErrors } from './error-log.ts';
import { relaxPagePolicy } from './relax-content-policy.ts';
import { findFile } from './send-file.ts';

/** Keeps open pages up to date with the site. */
export interface LiveReload {
  /** The start of its addresses. Random for each server, so that other sites cannot guess it. */
  readonly prefix: string;
  /** Answers a request whose path starts with `prefix`. */
  readonly answer: (pathname: string, response: ServerResponse) => Promise<void>;
  /** Identifies the current sources. Changes with each `refresh`. */
  readonly site: () => string;
  /** Adds the reload client to a page. */
  readonly injectClient: (html: string, page: InjectedPage) => string;
  /** Makes open pages fetch themselves again. @param hasNewFiles true if files with unchanged addresses may have changed */
  readonly refresh: (hasNewFiles: boolean) => void;
  /** Shows errors over open pages. */
  readonly show: (errors: ShownErrors) => void;
  /** True if pages are open. */
  readonly isWatched: () => boolean;
  readonly close: () => void;
}

interface InjectedPage {
  /** The `site()` that the page shows. */
  readonly site: string;
  /** True if a reload should have compiled the project again: Firefox requests it like a link. */
  readonly isReused?: boolean;
  /** True if the page has errors, and is shown as it was before. */
  readonly isOld?: boolean;
}

/**
 * @param root of the project, absolute
 * @param openEditor opens a file: `/project/templates/pages/contact.tsx:5:10`
 */
export function createLiveReload(root: string, openEditor: (place: string) => Promise<void>): LiveReload {
  const prefix = `/sitegen-${randomUUID()}/`;
  const id = prefix.slice(9, 17);
  const clients = trackClients();
  let changes = 0;
  let files = 0;
  let errors = NO_ERRORS;
  const siteName = () => `${id}-${changes}`;
  const event = () => `data: ${JSON.stringify({ site: siteName(), files: `${files}`, errors })}\n\n`;

  return {
    prefix,
    answer: async (pathname, response) => {
      if (pathname === `${prefix}reload.js`) return sendClient(response);
      const place = isFromHere(response) ? placeIn(root, pathname, `${prefix}open/`) : undefined;
      if (place !== undefined) return openEditor(place).finally(() => response.writeHead(204).end());
      if (pathname.startsWith(`${prefix}events/`)) clients.add(response, event());
      else response.writeHead(404).end();
    },
    site: siteName,
    injectClient: (html, { site, isReused = false, isOld = false }) => {
      const query = `site=${site}&amp;files=${files}${isReused ? '&amp;reused' : ''}${isOld ? '&amp;old' : ''}`;
      return addScript(html, `${prefix}reload.js?${query}`);
    },
    refresh: (hasNewFiles) => {
      changes += 1;
      if (hasNewFiles) files += 1;
      clients.send(event());
    },
    show: (newErrors) => {
      if (isDeepStrictEqual(newErrors, errors)) return;
      errors = newErrors;
      clients.send(event());
    },
    isWatched: clients.isAny,
    close: clients.close,
  };
}

async function sendClient(response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'text/javascript');
  response.end(await readFile(new URL('./reload-client.js', import.meta.url)));
}

/** First in the head: later elements may be left open, forbid scripts, or change what addresses are relative to. */
function addScript(html: string, address: string): string {
  const script = `<script type="module" src="${address}"></script>`;
  const relaxed = relaxPagePolicy(html);
  const [head] = /<head(?:\s[^>]*)?>/i.exec(relaxed) ?? [];
  return head === undefined ? `${relaxed}${script}\n` : relaxed.replace(head, () => head + script);
}

/** `/sitegen-…/open/templates/pages/contact.tsx:5:10` -> `/project/templates/pages/contact.tsx:5:10`, if in the project. */
function placeIn(root: string, pathname: string, prefix: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined;
  const [, file = '', position] = /^(.*?)((?::\d+){0,2})$/.exec(pathname.slice(prefix.length)) ?? [];
  const found = findFile(root, file);
  return found && found + position;
}

/** With `--host`, other machines can see the site, but must not open windows on this one. */
export function isFromHere({ req }: ServerResponse): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(req.socket.remoteAddress ?? '');
}

/** Browsers open six connections to a server. If open pages hold all of them, nothing else can load. */
const MAX_STREAMS = 4;

/** How often other pages poll, and all of them while the server is unreachable, in ms. */
const ASK_INTERVAL = 1000;

/** The event streams of open pages. */
function trackClients() {
  const streams = new Set<ServerResponse>();
  return {
    isAny: () => streams.size > 0,
    add: (stream: ServerResponse, firstEvent: string): void => {
      stream.setHeader('Content-Type', 'text/event-stream');
      stream.setHeader('X-Accel-Buffering', 'no'); // nginx, as a proxy, would buffer the stream
      const address = ({ req }: ServerResponse) => req.socket.remoteAddress;
      const others = [...streams].filter((other) => address(other) === address(stream));
      stream.write(`retry: ${ASK_INTERVAL}\n${firstEvent}`);
      if (others.length >= MAX_STREAMS) {
        stream.end();
        return;
      }
      streams.add(stream);
      stream.on('close', () => streams.delete(stream));
    },
    send: (event: string): void => streams.forEach((stream) => stream.write(event)),
    close: (): void => streams.forEach((stream) => stream.end()),
  };
}
