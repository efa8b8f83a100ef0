import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createEarlyPages } from './early-pages.ts';
import type { PriorityPages } from '../render/priority-pages.ts';
import type { DevelopmentIslands } from '../core/build-result.ts';
import { createDevelopmentScripts, type ServedScripts } from '../bundle/development-islands.ts';
import { findFile, pageFilesFor } from './find-file.ts';
import { relaxPagePolicy } from './relax-content-policy.ts';

/** Keeps open pages up to date with the site. */
export interface LiveReload {
  /** Its addresses start with this. Random for each start, so that other sites cannot guess it. */
  readonly prefix: string;
  /** Pages open in a browser, and how to show them before the whole site is built. */
  readonly priorityPages: () => PriorityPages;
  /** A page rendered while the whole site is not built yet, or cannot be built, by its file from `out`. */
  readonly earlyPage: (output: string) => string | undefined;
  readonly scripts: ServedScripts;
  /** Answers a request whose path starts with `prefix`. */
  readonly answer: (pathname: string, response: ServerResponse) => Promise<void>;
  /** Adds the reload client to a page. @param output its file from `out` */
  readonly injectClient: (html: string, output?: string) => string;
  /**
   * Reports errors to open pages, which stay as they are, or a new site when there are none.
   *
   * @param change how the site differs from the previous one
   * @param islands of a site without errors
   */
  readonly update: (errors: string, change: SiteChange, islands?: DevelopmentIslands) => void;
  readonly close: () => void;
}

/**
 * How a site differs from the previous one: not at all, by the address of its stylesheet only, by files that pages refer to by
 * addresses that stay the same, or otherwise.
 */
export type SiteChange = 'nothing' | 'everything' | 'files' | { readonly styles: string };

export interface LiveReloadOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The site's folder, absolute. */
  readonly out: string;
  /** The path the site is served under. */
  readonly base: string;
  /** Opens a file: `/project/templates/pages/contact.tsx:5:10`. */
  readonly openEditor: (place: string) => Promise<void>;
}

export function createLiveReload({ root, out, base, openEditor }: LiveReloadOptions): LiveReload {
  const prefix = `/sitegen-${randomUUID()}/`;
  const scripts = createDevelopmentScripts();
  const id = prefix.slice(9, 17);
  const status = createStatus(id, scripts.version);
  const clients = trackClients();
  const earlyPages = createEarlyPages(out, id);
  const eventFor = (outputs: readonly string[]) => status.event(earlyPages.nameOf(outputs));

  return {
    prefix,
    answer: async (pathname, response) => {
      if (pathname === `${prefix}reload.js`) return sendClient(response);
      const place = isFromHere(response) ? placeIn(root, pathname, `${prefix}open/`) : undefined;
      if (place !== undefined) return openEditor(place).finally(() => response.writeHead(204).end());
      const outputs = pageFilesFor(pathname.slice(`${prefix}events${base}`.length));
      if (!pathname.startsWith(`${prefix}events/`)) return void response.writeHead(404).end();
      clients.add(response, outputs, eventFor(outputs));
    },
    priorityPages: () => ({
      outputs: clients.outputs(),
      show: (output, html) => {
        if (earlyPages.add(output, html)) clients.send(eventFor, output);
      },
    }),
    earlyPage: earlyPages.read,
    scripts,
    injectClient: (html, output = '') =>
      addScript(html, `${prefix}reload.js?${status.query(earlyPages.nameOf([output], html))}`),
    update: (errors, change, islands) => {
      status.update(errors, change);
      if (errors === '') earlyPages.publish();
      if (errors === '') scripts.update(islands);
      clients.send(eventFor);
    },
    close: clients.close,
  };
}

/**
 * The state that reload-client.ts receives: what it shows, by a name, and the errors of the last build.
 *
 * @param islands the version of their scripts
 */
function createStatus(id: string, islands: () => string) {
  let builds = 0;
  let errors = '';
  let styles = '';
  let files = 0;
  const siteName = () => `${id}-${builds}`;
  return {
    /** What a page shows. @param page its name, if it has one of its own */
    query: (page = siteName()): string => `site=${page}&amp;files=${files}`,
    event: (page = siteName()): string =>
      `data: ${JSON.stringify({ site: page, files: `${files}`, styles, islands: islands(), errors })}\n\n`,
    update: (newErrors: string, change: SiteChange): void => {
      errors = newErrors;
      if (change === 'everything' || change === 'files') builds += 1;
      if (change === 'files') files += 1;
      if (change !== 'nothing') styles = typeof change === 'object' ? change.styles : '';
    },
  };
}

async function sendClient(response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'text/javascript');
  response.end(await readFile(new URL('./reload-client.js', import.meta.url)));
}

/** First in the head: what follows may be left open, forbid scripts, or change what addresses are relative to. */
function addScript(html: string, address: string): string {
  const script = `<script type="module" src="${address}"></script>`;
  const relaxed = relaxPagePolicy(html);
  const [head] = /<head(?:\s[^>]*)?>/i.exec(relaxed) ?? [];
  return head === undefined ? `${relaxed}${script}\n` : relaxed.replace(head, () => head + script);
}

/** `/sitegen-…/open/templates/pages/contact.tsx:5:10` -> `/project/templates/pages/contact.tsx:5:10`, if it is in the project. */
function placeIn(root: string, pathname: string, prefix: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined;
  const [, file = '', position] = /^(.*?)((?::\d+){0,2})$/.exec(pathname.slice(prefix.length)) ?? [];
  const found = findFile(root, file);
  return found && found + position;
}

/** With `--host`, others may see the site, but not open windows on this machine. */
function isFromHere({ req }: ServerResponse): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(req.socket.remoteAddress ?? '');
}

/** Browsers open six connections to a server. If open pages hold all of them, none loads anything more. */
const MAX_STREAMS = 4;

/** How often other pages ask, and all of them while the server is away, in ms. */
const ASK_INTERVAL = 1000;

/** Some proxies close a silent connection. In ms. */
const HEARTBEAT = 20_000;

/** Open pages, each with its event stream and the files in `out` that it may be. */
interface Clients {
  readonly add: (stream: ServerResponse, outputs: readonly string[], firstEvent: string) => void;
  /** The files of all of them. */
  readonly outputs: () => ReadonlySet<string>;
  /**
   * @param eventFor receives the files that a page may be
   * @param output limits it to pages that may be this file
   */
  readonly send: (eventFor: (outputs: readonly string[]) => string, output?: string) => void;
  readonly close: () => void;
}

function trackClients(): Clients {
  const streams = new Map<ServerResponse, readonly string[]>();
  const send: Clients['send'] = (eventFor, output) => {
    for (const [stream, outputs] of streams) {
      if (output === undefined || outputs.includes(output)) stream.write(eventFor(outputs));
    }
  };
  const heartbeat = setInterval(() => send(() => ': still here\n\n'), HEARTBEAT).unref();
  return {
    add: (stream, outputs, firstEvent) => {
      stream.setHeader('Content-Type', 'text/event-stream');
      stream.setHeader('X-Accel-Buffering', 'no'); // nginx in front of it would wait for more
      const address = ({ req }: ServerResponse) => req.socket.remoteAddress;
      const others = [...streams.keys()].filter((other) => address(other) === address(stream));
      stream.write(`retry: ${ASK_INTERVAL}\n${firstEvent}`);
      if (others.length >= MAX_STREAMS) {
        stream.end();
        return;
      }
      streams.set(stream, outputs);
      stream.on('close', () => streams.delete(stream));
    },
    outputs: () => new Set([...streams.values()].flat()),
    send,
    close: () => {
      clearInterval(heartbeat);
      for (const stream of streams.keys()) stream.end();
    },
  };
}
