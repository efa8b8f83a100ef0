import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { lookup } from 'mrmime';
import { listen } from './listen.ts';

/** Served before the page's scripts; under its policy, like every script of the site. */
const RECORDER = `window.logged = [];
for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
  const print = console[level];
  console[level] = (...args) => {
    if (!String(args[0]).includes('React DevTools')) logged.push(args.map((one) => (one instanceof Error ? String(one) : one)));
    print.apply(console, args);
  };
}
addEventListener('error', ({ message }) => logged.push(['exception: ' + message]));
addEventListener('unhandledrejection', ({ reason }) => logged.push(['exception: ' + reason]));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => logged.push(['policy: ' + violatedDirective + ' ' + blockedURI]));
`;

const RECORDER_PATH = '/recorder.js';

/** A server of a built site. Unlike `sitegen serve`, it lets browsers keep pages, and changes nothing but for the recorder. */
interface OutServer {
  readonly url: string;
  /** Holds back scripts whose address matches, until the returned function is called. */
  readonly hold: (scripts: RegExp) => () => void;
  /** The paths requested so far. The list grows. */
  readonly requests: readonly string[];
}

/** Serves `out/` until the end of the test. */
export async function serveOut(folder: string): Promise<OutServer> {
  const requests: string[] = [];
  const holds: { readonly scripts: RegExp; readonly released: Promise<void> }[] = [];
  const answer = async (pathname: string, response: ServerResponse) => {
    await holds.find(({ scripts }) => scripts.test(pathname))?.released;
    const wanted = path.join(folder, decodeURI(pathname).replace(/\/$/, '/index.html'));
    const isFound = existsSync(wanted) || pathname === RECORDER_PATH;
    const type = isFound ? lookup(wanted) : 'text/html';
    const body =
      pathname === RECORDER_PATH ? RECORDER : await readFile(isFound ? wanted : path.join(folder, '404.html'));
    response.writeHead(isFound ? 200 : 404, { 'content-type': `${type};charset=utf-8` });
    response.end(
      type === 'text/html' ? String(body).replace('<head>', `<head><script src="${RECORDER_PATH}"></script>`) : body,
    );
  };
  const origin = await listen(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site');
    requests.push(pathname);
    answer(pathname, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    url: `${origin}/`,
    requests,
    hold: (scripts) => {
      let release = () => {};
      holds.push({ scripts, released: new Promise<void>((resolve) => (release = resolve)) });
      return release;
    },
  };
}
