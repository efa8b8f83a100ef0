import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { findContentPolicy } from '../build/inspect-page.ts';

/** What keeps open pages in step with the site. */
export interface Live {
  /** Its addresses start with this. New with each start, so that nobody else can guess it. */
  readonly prefix: string;
  /** Answers a request for one of them. */
  readonly answer: (pathname: string, response: ServerResponse) => Promise<void>;
  /** A page as it is shown: with the script that keeps it in step. */
  readonly dress: (html: string) => string;
  /**
   * Tells open pages what is wrong; without errors, that there is a new site.
   *
   * @param change how it differs from the last one: by nothing, by the address of its stylesheet, or by more
   */
  readonly update: (errors: string, change: Change) => void;
  readonly close: () => void;
}

/** How a site differs from the one before. */
export type Change = 'nothing' | 'everything' | { readonly styles: string };

/** More open pages than this are not kept in step: each holds a connection. */
const MOST_PAGES = 50;

/** A silent connection is taken for a dead one by some proxies. In ms. */
const HEARTBEAT = 20_000;

export function goLive(): Live {
  const prefix = `/sitegen-${randomUUID()}/`;
  const connections = new Set<ServerResponse>();
  let builds = 0;
  let errors = '';
  let styles = '';

  const message = () => `data: ${JSON.stringify({ site: siteName(), styles, errors })}\n\n`;
  const siteName = () => `${prefix.slice(9, 17)}-${builds}`;
  const send = (text: string) => connections.forEach((connection) => connection.write(text));
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT).unref();

  return {
    prefix,
    answer: async (pathname, response) => {
      if (pathname === `${prefix}reload.js`) {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(await readFile(new URL('./reload-client.js', import.meta.url)));
      } else if (pathname === `${prefix}events` && connections.size < MOST_PAGES) {
        response.setHeader('Content-Type', 'text/event-stream');
        response.write(message());
        connections.add(response);
        response.on('close', () => connections.delete(response));
      } else {
        response.writeHead(404).end();
      }
    },
    dress: (html) => {
      const script = `<script type="module" src="${prefix}reload.js?site=${siteName()}"></script>\n`;
      return letEventsThrough(html) + script;
    },
    update: (newErrors, change) => {
      errors = newErrors;
      if (change === 'everything') builds += 1;
      if (change !== 'nothing') styles = change === 'everything' ? '' : change.styles;
      send(message());
    },
    close: () => {
      clearInterval(heartbeat);
      connections.forEach((connection) => connection.end());
    },
  };
}

/** A page's own policy may forbid connections. While the page is being written, it may have this one. */
function letEventsThrough(html: string): string {
  const found = findContentPolicy(html);
  if (found === undefined) return html;
  const directives = found.policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const [, ...sources] = directives.find(([name]) => name === 'connect-src') ??
    directives.find(([name]) => name === 'default-src') ?? ['', '*'];
  const others = directives.filter(([name]) => name !== '' && name !== 'connect-src');
  const connect = ['connect-src', ...sources.filter((source) => source !== "'none'"), "'self'"];
  const policy = [...others, connect].map((directive) => directive.join(' ')).join('; ');
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`;
  return html.slice(0, found.start) + tag + html.slice(found.end);
}
