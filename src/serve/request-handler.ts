import type { IncomingMessage, ServerResponse } from 'node:http';
import { isElsewhere } from '../api/elsewhere.ts';
import { answerOf, type Answer, type HostRequest } from '../hosts/answer.ts';
import type { Headers as HeaderFields, Host, HostedSite } from '../api/host.ts';
import { mediaTypeOf } from '../hosts/file-metadata.ts';
import { headersOf } from '../hosts/headers.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import { findFile, lookUntilStable } from './find-file.ts';
import { checkRequest } from './check-request.ts';
import { createRedirectNotices } from './redirect-notices.ts';
import { findContentPolicies } from '../check/html/inspect-html.ts';
import { relaxContentPolicy, reportedPolicy } from './relax-content-policy.ts';
import { createFileOpener, openDescriptor, type OpenedFile } from './open-file.ts';
import { readWhole, sendBody, sendFile, sendRefusal } from './send-file.ts';
import type { LiveReload } from './live-reload.ts';

/** Browsers cache nothing, and other sites cannot read what is served here. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface HandlerOptions {
  /** The built site, absolute. */
  readonly out: string;
  /** The path the site is served under: `/`, `/docs/`. */
  readonly base: string;
  /** The address the server listens on. */
  readonly host: string;
  /** Keeps open pages up to date. Absent: files are served byte for byte. */
  readonly liveReload: LiveReload | undefined;
  /** The host to emulate. Absent: what works on every host. */
  readonly as: Host | undefined;
  /** The current site as that host would know it. */
  readonly site: () => HostedSite;
  /** Called once for each address that a host would not answer with the page itself. */
  readonly onNotice: (notice: string) => void;
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The response to a request. */
interface Found {
  readonly answer: Answer;
  /** A script of islands, for development. */
  readonly script?: Uint8Array;
  /** The file of the answer. */
  readonly opened?: OpenedFile | undefined;
}

type Find = (request: IncomingMessage, checked: HostRequest) => Promise<Found | undefined>;

function createFinder({ out, liveReload, as, site }: HandlerOptions): Find {
  const openFile = createFileOpener(out, as);
  const exists = (file: string) => liveReload?.scripts.has(file) === true || findFile(out, file) !== undefined;
  return async (request, checked) => {
    const answer = answerOf(as ?? STRICTEST, site(), checked, exists);
    if (answer.file === undefined) return { answer };
    const script = await liveReload?.scripts.read(answer.file, checked.query !== '');
    if (script !== undefined) return { answer, script };
    const isInjected = liveReload !== undefined && isPage(answer.file);
    const opened = isInjected ? openDescriptor(out, answer.file) : await openFile(answer.file, request);
    return opened && { answer, opened };
  };
}

/** @returns a function that answers a request, and rejects if a file cannot be read or was truncated meanwhile */
export function createRequestHandler(options: HandlerOptions): RequestHandler {
  const { out, base, host, liveReload, as, site } = options;
  const reportRedirect = createRedirectNotices(options.onNotice, as);
  const find = createFinder(options);

  return async (request, response) => {
    response.setHeaders(new Headers(HEADERS));
    const checked = checkRequest(request, host);
    if ('refusal' in checked) return sendRefusal(response, checked.refusal);
    const { pathname } = checked;
    if (liveReload && pathname.startsWith(liveReload.prefix)) return liveReload.answer(pathname, response);
    if (base !== '/' && (pathname === '/' || `${pathname}/` === base)) return redirect(response, 302, base);
    await answer(request, response, checked);
  };

  async function answer(request: IncomingMessage, response: ServerResponse, checked: HostRequest): Promise<void> {
    const { pathname } = checked;
    const found = await lookUntilStable(out, () => find(request, checked), closeFile);
    const { answer: answered, script, opened }: Found = found ?? { answer: { status: 404 } };
    const { status, location, file } = answered;
    const isOthers = status === 404 && isElsewhere(site().elsewhere, pathname);
    reportRedirect(pathname, answered, isOthers);
    if (isOthers) return sendElsewhere(request, response, opened);
    const headers = as && headersOf(as, site(), file ?? '404.html');
    if (headers) replaceHeaders(response, headers, liveReload);
    if (location !== undefined) return redirect(response, status, location);
    if (file === undefined) return sendNotFound(request, response, liveReload);
    response.setHeader('Content-Type', mediaTypeOf(file));
    if (script !== undefined) return sendScript(request, response, script);
    if (opened === undefined) return;
    if (liveReload === undefined || !isPage(file)) return sendFile(request, response, status, opened);
    const html = (await readWhole(opened)).toString();
    reportTrustedTypes(response, html, headers);
    sendBody(request, response, status, Buffer.from(liveReload.injectClient(html)));
  }
}

/** @param headers of the emulated host */
function reportTrustedTypes(response: ServerResponse, html: string, headers: HeaderFields = {}): void {
  const [, inHeader = ''] = Object.entries(headers).find(([name]) => isPolicy(name)) ?? [];
  const reported = reportedPolicy([...findContentPolicies(html).map(({ policy }) => policy), inHeader]);
  if (reported !== undefined) response.setHeader('Content-Security-Policy-Report-Only', reported);
}

/** The site's own error page would be misleading: on the real host, another server answers. */
function sendElsewhere(request: IncomingMessage, response: ServerResponse, opened: OpenedFile | undefined): void {
  opened?.close();
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  sendBody(request, response, 404, Buffer.from('Another server answers this address (`elsewhere` in the config).\n'));
}

/** It has the name of another script, which the emulated host would let browsers cache. */
function sendScript(request: IncomingMessage, response: ServerResponse, script: Uint8Array): void {
  response.setHeader('Cache-Control', 'no-store');
  sendBody(request, response, 200, Buffer.from(script));
}

function closeFile({ opened }: Found): void {
  opened?.close();
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { Location: location }).end();
}

/** With live reload, a page that does not exist yet shows errors, and reloads once it exists. */
function sendNotFound(request: IncomingMessage, response: ServerResponse, liveReload: LiveReload | undefined): void {
  if (liveReload === undefined) return sendRefusal(response, 404);
  response.setHeader('Content-Type', mediaTypeOf('404.html'));
  const html = '<!doctype html><title>404</title>Not found\n';
  sendBody(request, response, 404, Buffer.from(liveReload.injectClient(html)));
}

/** Sends an emulated host's headers instead of ours. */
function replaceHeaders(response: ServerResponse, headers: HeaderFields, liveReload: LiveReload | undefined): void {
  for (const name of Object.keys(HEADERS)) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, isPolicy(name) && liveReload !== undefined ? relaxContentPolicy(value) : value);
  }
}

function isPage(file: string): boolean {
  return file.endsWith('.html');
}

function isPolicy(name: string): boolean {
  return name.toLowerCase() === 'content-security-policy';
}
