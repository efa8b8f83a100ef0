import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf, type Answer, type HostRequest } from '../hosts/answer.ts';
import type { Headers as HeaderFields, Host, HostedSite } from '../api/host.ts';
import { mediaTypeOf } from '../hosts/file-metadata.ts';
import { headersOf } from '../hosts/headers.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { findContentPolicies } from '../check/html/inspect-html.ts';
import { encodePath, isElsewhere } from '../shared/address.ts';
import { isHtml } from '../shared/paths.ts';
import { findFile, lookUntilStable } from './find-file.ts';
import { checkRequest } from './check-request.ts';
import { createHostCheck } from './host-names.ts';
import { relaxContentPolicy, reportedPolicy } from './relax-content-policy.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import type { SendAsset } from './send-asset.ts';
import { readWhole, sendBody, sendFile, sendRefusal } from './send-file.ts';
import type { ScriptError } from './island-errors.ts';
import { isFromHere, type LiveReload } from './live-reload.ts';

/** Browsers cache nothing, and other sites cannot read what is served here. A `Map`, because `Headers` is slow to load in Node. */
const HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]);

export interface HandlerOptions {
  /** The path the site is served under: `/`, `/docs/`. */
  readonly base: string;
  /** The address the server listens on. */
  readonly host: string;
  /** Other host names to answer to. */
  readonly allowedHosts: readonly string[];
  readonly find: FindAnswer;
  /** Keeps open pages up to date. Absent: files are served byte for byte. */
  readonly liveReload: PreviewClient | undefined;
  /** The host to emulate. Default: only what works on every host. */
  readonly as: Host | undefined;
  /** Called once for each address that a host would not answer with the page itself. */
  readonly onNotice: (notice: string) => void;
}

/** Answers what open pages request besides the site. */
interface PreviewClient extends LiveReload {
  readonly findSent: FindAnswer;
  /** Sends a hashed asset as it is. @returns false if there is none */
  readonly sendAsset: SendAsset;
  /** Describes an error of a script in an open page, if it concerns an island. */
  readonly onScriptError: (failure: ScriptError) => Diagnostic | undefined;
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Finds what a host would send. */
export type FindAnswer = (request: IncomingMessage, checked: HostRequest) => Promise<Found>;

/** The response to a request: a page, bytes in memory, or an open file; none of them if there is no such file. */
export interface Found {
  readonly answer: Answer;
  /** The site, as the host knows it. */
  readonly site: HostedSite;
  /** Without `html` if it cannot be rendered. */
  readonly page?: { readonly html?: string };
  readonly bytes?: Uint8Array;
  readonly opened?: OpenedFile | undefined;
}

/** Finds files of a built site. @param out its folder, absolute */
export function createFolderFinder(out: string, as: Host | undefined, site: HostedSite): FindAnswer {
  const exists = (file: string) => findFile(out, file) !== undefined;
  const find = (request: IncomingMessage, checked: HostRequest): Found | undefined => {
    const answer = answerOf(as ?? STRICTEST, site, checked, exists);
    if (answer.file === undefined) return { answer, site };
    const opened = openFile(out, answer.file, request, as);
    return opened && { answer, site, opened };
  };
  return async (request, checked) => {
    const found = await lookUntilStable(out, () => find(request, checked), closeFile);
    return found ?? { answer: { status: 404 }, site };
  };
}

/** @returns a function that answers a request, and rejects if a file cannot be read or was truncated meanwhile */
export function createRequestHandler(options: HandlerOptions): RequestHandler {
  const { base, host, allowedHosts, liveReload, as, find } = options;
  const checkHost = createHostCheck(host, allowedHosts);
  const reportRedirect = createRedirectNotices(options.onNotice, as);

  return async (request, response) => {
    response.setHeaders(HEADERS);
    const checked = checkRequest(request, checkHost);
    if ('refusal' in checked) return sendRefusal(response, checked.refusal, checked.reason);
    const { pathname } = checked;
    if (liveReload && pathname.startsWith(liveReload.prefix))
      return answerClient(request, response, checked, liveReload);
    // sirv looks up the path of the request, and knows neither bases nor hosts.
    if (liveReload && base === '/' && as === undefined && liveReload.sendAsset(request, response)) return;
    const isBase = as === undefined && `${pathname}/` === base;
    if (base !== '/' && (pathname === '/' || isBase)) return redirect(response, 302, base);
    await answer(request, response, checked);
  };

  async function answer(request: IncomingMessage, response: ServerResponse, checked: HostRequest): Promise<void> {
    const { pathname } = checked;
    const found = await find(request, checked);
    const { site, bytes, opened, page } = found;
    const { status, location, file } = found.answer;
    const isOthers = status === 404 && isElsewhere(site.elsewhere, encodePath(pathname));
    reportRedirect(pathname, found.answer, isOthers);
    if (isOthers) return sendElsewhere(request, response, opened);
    const headers = as && headersOf(as, site, file ?? '404.html');
    if (headers) replaceHeaders(response, headers, liveReload);
    if (location !== undefined) return redirect(response, status, location);
    if (page !== undefined) return sendPage(request, response, status, page.html, headers);
    response.setHeader('Content-Type', mediaTypeOf(file ?? ''));
    if (bytes !== undefined) return sendBytes(request, response, bytes);
    if (opened === undefined) return sendMissing(request, response, status === 410 ? 410 : 404);
    if (liveReload === undefined || !isHtml(file ?? '')) return sendFile(request, response, status, opened);
    const html = (await readWhole(opened)).toString();
    return sendPage(request, response, status, liveReload.injectClient(html, { site: liveReload.site() }), headers);
  }

  /** A page that does not exist yet, or cannot be rendered, shows errors, and loads itself again once it can be. */
  function sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    html: string | undefined,
    headers: HeaderFields | undefined,
  ): void {
    response.setHeader('Content-Type', mediaTypeOf('index.html'));
    if (html !== undefined) reportTrustedTypes(response, html, headers);
    const isFailed = html === undefined && status === 200;
    const shown = html ?? placeholderPage(isFailed ? 'The page has errors' : 'Not found', liveReload);
    sendBody(request, response, isFailed ? 500 : status, Buffer.from(shown));
  }

  function sendMissing(request: IncomingMessage, response: ServerResponse, status: 404 | 410): void {
    if (liveReload === undefined) return sendRefusal(response, status);
    sendPage(request, response, status, undefined, undefined);
  }
}

function placeholderPage(text: string, liveReload: PreviewClient | undefined): string {
  const html = `<!doctype html><title>${text}</title>${text}\n`;
  return liveReload === undefined ? html : liveReload.injectClient(html, { site: liveReload.site() });
}

/** Requests of the script in open pages. */
async function answerClient(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, query }: HostRequest,
  liveReload: PreviewClient,
): Promise<void> {
  const { prefix } = liveReload;
  if (pathname === `${prefix}island-error` && isFromHere(response)) return answerError(response, query, liveReload);
  const sent = `${prefix}sent`;
  if (!pathname.startsWith(`${sent}/`)) return liveReload.answer(pathname, response);
  const { page } = await liveReload.findSent(request, { pathname: pathname.slice(sent.length), query });
  if (page?.html === undefined) return sendRefusal(response, 404);
  response.setHeader('Content-Type', mediaTypeOf('index.html'));
  sendBody(request, response, 200, Buffer.from(page.html));
}

function answerError(response: ServerResponse, query: string, { onScriptError }: PreviewClient): void {
  const asked = new URLSearchParams(query);
  const [message = '', stack = '', page = ''] = ['message', 'stack', 'page'].map((name) => asked.get(name) ?? '');
  const described = onScriptError({ message, stack, page });
  response.writeHead(described === undefined ? 204 : 200, { 'Content-Type': 'application/json' });
  response.end(described && JSON.stringify(described));
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

/** The bytes may differ in the next version, but the emulated host would let browsers cache them. */
function sendBytes(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): void {
  response.setHeader('Cache-Control', 'no-store');
  sendBody(request, response, 200, Buffer.from(bytes));
}

function closeFile({ opened }: Found): void {
  opened?.close();
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { Location: location }).end();
}

/** Sends an emulated host's headers instead of ours. */
function replaceHeaders(
  response: ServerResponse,
  headers: HeaderFields,
  liveReload: HandlerOptions['liveReload'],
): void {
  for (const name of HEADERS.keys()) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, isPolicy(name) && liveReload !== undefined ? relaxContentPolicy(value) : value);
  }
}

function isPolicy(name: string): boolean {
  return name.toLowerCase() === 'content-security-policy';
}

/** Addresses to remember: a scanner may request any number of them. */
const MAX_ADDRESSES = 1000;

/**
 * Reports addresses that hosts redirect or serve differently, which goes unnoticed in a browser.
 *
 * @param as the emulated host, if any
 * @returns reports each address once
 */
function createRedirectNotices(onNotice: (notice: string) => void, as: Host | undefined) {
  const reported = new Set<string>();

  /** @param isOthers true if another server answers the address */
  return (pathname: string, answer: Answer, isOthers: boolean): void => {
    if (reported.has(pathname) || reported.size === MAX_ADDRESSES) return;
    const notice = isOthers
      ? `Another server answers ${pathname} (\`elsewhere\` in the config); here it is 404.`
      : noticeFor(pathname, answer, as);
    if (notice === undefined) return;
    reported.add(pathname);
    onNotice(notice);
  };
}

function noticeFor(pathname: string, { status, location, file }: Answer, as: Host | undefined): string | undefined {
  if (location !== undefined) {
    const redirects = as === undefined ? 'Hosts redirect' : `${as.title} redirects`;
    const code = as === undefined ? '' : ` (${status})`;
    return `${redirects} ${pathname} to ${location}${code}. In links, write the target.`;
  }
  const isFolder = status === 200 && file?.endsWith('/index.html') === true;
  if (!isFolder || /\/(index\.html)?$/.test(pathname)) return undefined;
  const serves = as === undefined ? 'Hosts serve' : `${as.title} serves`;
  return `${serves} the page at ${pathname}; other hosts redirect to ${pathname}/. Link to that address.`;
}
