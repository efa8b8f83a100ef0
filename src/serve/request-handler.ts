import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Headers as HeaderFields, Host } from '../api/host.ts';
import { findContentPolicies } from '../check/html/inspect-html.ts';
import type { Answer, HostRequest } from '../hosts/answer.ts';
import { mediaTypeOf } from '../hosts/file-metadata.ts';
import { headersOf } from '../hosts/headers.ts';
import { encodePath, isElsewhere } from '../shared/address.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { isHtml } from '../shared/paths.ts';
import type { FindAnswer, FoundAnswer } from './answers.ts';
import { checkRequest, createHostCheck } from './check-request.ts';
import type { ScriptError } from './island-errors.ts';
import { isFromHere, type LiveReload } from './live-reload.ts';
import { relaxContentPolicy, reportedPolicy } from './relax-content-policy.ts';
import { readFile, sendBody, sendFile, sendRefusal } from './send-file.ts';
import type { ServedFiles } from './served-files.ts';

/** Browsers cache nothing, and other sites cannot read what is served here. A `Map`, because `Headers` is slow to load in Node. */
const HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]);

const ELSEWHERE = 'Another server answers this address (`elsewhere` in the config).\n';

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
interface PreviewClient extends LiveReload, Pick<ServedFiles, 'sendAsset'> {
  /** Finds a page as it was sent last. */
  readonly findSent: (asked: HostRequest) => FoundAnswer;
  /** Describes an error of a script in an open page, if it concerns an island. */
  readonly onScriptError: (failure: ScriptError) => Diagnostic | undefined;
}

/** @returns a function that answers a request, and rejects if a file cannot be read */
export function createRequestHandler(
  options: HandlerOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
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
    const { site } = found;
    const { status, location, file = '404.html' } = found.answer;
    const isOthers = status === 404 && isElsewhere(site.elsewhere, encodePath(pathname));
    reportRedirect(pathname, found.answer, isOthers);
    // The site's own error page would be misleading: on the real host, another server answers.
    if (isOthers) {
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      return sendBody(request, response, 404, Buffer.from(ELSEWHERE));
    }
    const headers = as && headersOf(as, site, file);
    if (headers) setHostHeaders(response, headers);
    if (location !== undefined) return redirect(response, status, location);
    await sendFound(request, response, found, headers);
  }

  async function sendFound(
    request: IncomingMessage,
    response: ServerResponse,
    { answer: { status, file: name = '' }, page, bytes, file }: FoundAnswer,
    headers: HeaderFields | undefined,
  ): Promise<void> {
    if (page !== undefined) return sendPage(request, response, status, page.html, headers);
    response.setHeader('Content-Type', mediaTypeOf(name));
    if (bytes !== undefined) return sendBytes(request, response, bytes);
    if (file !== undefined && liveReload !== undefined && isHtml(name)) {
      const html = readFile(file)?.toString();
      const shown = html && liveReload.injectClient(html, { site: liveReload.site() });
      return sendPage(request, response, shown === undefined ? 404 : status, shown, headers);
    }
    if (file === undefined || !(await sendFile(request, response, status, file, as)))
      sendMissing(request, response, status === 410 ? 410 : 404);
  }

  function sendMissing(request: IncomingMessage, response: ServerResponse, status: 404 | 410): void {
    if (liveReload === undefined) return sendRefusal(response, status);
    sendPage(request, response, status, undefined, undefined);
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

  /** Sends an emulated host's headers instead of ours. */
  function setHostHeaders(response: ServerResponse, headers: HeaderFields): void {
    for (const name of HEADERS.keys()) if (name !== 'Cache-Control') response.removeHeader(name);
    for (const [name, value] of Object.entries(headers)) {
      response.setHeader(name, isPolicy(name) && liveReload !== undefined ? relaxContentPolicy(value) : value);
    }
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
  const { page } = liveReload.findSent({ pathname: pathname.slice(sent.length), query });
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

/** The bytes may differ in the next version, but the emulated host would let browsers cache them. */
function sendBytes(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): void {
  response.setHeader('Cache-Control', 'no-store');
  sendBody(request, response, 200, Buffer.from(bytes));
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { Location: location }).end();
}

function isPolicy(name: string): boolean {
  return name.toLowerCase() === 'content-security-policy';
}

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
    const notice = reported.has(pathname) ? undefined : noticeFor(pathname, answer, isOthers, as);
    if (notice === undefined) return;
    reported.add(pathname);
    onNotice(notice);
  };
}

function noticeFor(pathname: string, { status, location, file }: Answer, isOthers: boolean, as: Host | undefined) {
  if (isOthers) return `Another server answers ${pathname} (\`elsewhere\` in the config); here it is 404.`;
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
