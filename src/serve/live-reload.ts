import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { PriorityPages } from '../render/priority-pages.ts';
import { findContentPolicy } from '../check/inspect-html.ts';
import { pagesFor } from './find-file.ts';

/** What keeps open pages in step with the site. */
export interface Live {
  /** Its addresses start with this. New with each start, so that nobody else can guess it. */
  readonly prefix: string;
  /** The pages that are open, and how they are shown before the site is there. */
  readonly ahead: () => PriorityPages;
  /** A page that is shown before the site is there, by its file from `out`. */
  readonly pageAhead: (output: string) => string | undefined;
  /** Answers a request for one of them. */
  readonly answer: (pathname: string, response: ServerResponse) => Promise<void>;
  /** A page as it is shown: with the script that keeps it in step. */
  readonly dress: (html: string, isAhead?: boolean) => string;
  /** A content security policy with which that script can do its work. */
  readonly widen: (policy: string) => string;
  /**
   * Tells open pages what is wrong; without errors, that there is a new site. Pages are no longer shown ahead.
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

/**
 * @param out the site's folder, absolute
 * @param base the path it lives under
 */
export function goLive(out: string, base: string): Live {
  const prefix = `/sitegen-${randomUUID()}/`;
  /** To open pages, by the files that they may be. */
  const connections = new Map<ServerResponse, readonly string[]>();
  const pagesAhead = new Map<string, string>();
  let builds = 0;
  let errors = '';
  let styles = '';

  const message = (site: string) => `data: ${JSON.stringify({ site, styles, errors })}\n\n`;
  /** For a page of the site to come: whether that has errors is not known yet. */
  const messageAhead = () => `data: ${JSON.stringify({ site: siteName(builds + 1), styles, errors: '' })}\n\n`;
  const siteName = (build: number) => `${prefix.slice(9, 17)}-${build}`;
  const send = (text: string) => [...connections.keys()].forEach((connection) => connection.write(text));
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT).unref();

  return {
    prefix,
    answer: async (pathname, response) => {
      if (pathname === `${prefix}reload.js`) {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(await readFile(new URL('./reload-client.js', import.meta.url)));
      } else if (pathname.startsWith(`${prefix}events/`) && connections.size < MOST_PAGES) {
        const outputs = pagesFor(pathname.slice(`${prefix}events${base}`.length));
        const isAhead = outputs.some((output) => pagesAhead.has(output));
        response.setHeader('Content-Type', 'text/event-stream');
        response.write(isAhead ? messageAhead() : message(siteName(builds)));
        connections.set(response, outputs);
        response.on('close', () => connections.delete(response));
      } else {
        response.writeHead(404).end();
      }
    },
    ahead: () => ({
      outputs: new Set([...connections.values()].flat()),
      show: (output, html) => {
        pagesAhead.set(output, html);
        for (const [connection, outputs] of connections) {
          if (outputs.includes(output)) connection.write(messageAhead());
        }
      },
    }),
    pageAhead: (output) => pagesAhead.get(output),
    dress: (html, isAhead = false) => {
      const name = siteName(isAhead ? builds + 1 : builds);
      return `${letEventsThrough(html)}<script type="module" src="${prefix}reload.js?site=${name}"></script>\n`;
    },
    widen,
    update: (newErrors, change) => {
      errors = newErrors;
      const isAsShown = [...pagesAhead].every(([output, html]) => holds(path.join(out, output), html));
      // Pages that have been shown ahead have the next name already. When they have become others, nobody has it.
      if (!isAsShown) builds += 2;
      else if (change === 'everything') builds += 1;
      pagesAhead.clear();
      if (change !== 'nothing') styles = change === 'everything' ? '' : change.styles;
      send(message(siteName(builds)));
    },
    close: () => {
      clearInterval(heartbeat);
      [...connections.keys()].forEach((connection) => connection.end());
    },
  };
}

function holds(file: string, text: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}

/** A page's own policy may forbid connections. While the page is being written, it may have this one. */
function letEventsThrough(html: string): string {
  const found = findContentPolicy(html);
  if (found === undefined) return html;
  const policy = widen(found.policy).replaceAll('"', '&quot;');
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.slice(0, found.start) + tag + html.slice(found.end);
}

function widen(policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const rule =
    directives.find(([name]) => name === 'connect-src') ?? directives.find(([name]) => name === 'default-src');
  if (rule === undefined) return policy;
  const [, ...sources] = rule;
  const others = directives.filter(([name]) => name !== '' && name !== 'connect-src');
  const connect = ['connect-src', ...sources.filter((source) => !/^'(none|self)'$/.test(source)), "'self'"];
  return [...others, connect].map((directive) => directive.join(' ')).join('; ');
}
