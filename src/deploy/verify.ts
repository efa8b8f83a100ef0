import path from 'node:path';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { SitegenError, reasonOfRequest } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { IMMUTABLE, isHashed } from '../hosts/file-metadata.ts';
import type { Host } from '../api/host.ts';
import { siteHeaders } from '../hosts/headers.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { redirectOutput, targetOf } from '../hosts/redirects.ts';
import { hasErrors, type Diagnostic, error, warning, type Place } from '../shared/diagnostics.ts';
import type { Config } from '../shared/model.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { encodePath, pathOfOutput } from '../shared/address.ts';
import { toPosix } from '../shared/paths.ts';
import { mapConcurrently, allowManyListeners } from '../shared/concurrency.ts';
import { lockSite } from './lock-site.ts';
import { listSiteFiles, type SiteFile } from './site-files.ts';

export interface VerifyOptions {
  readonly config: Config;
  /** The address of the home page: `https://www.example.com/`, `https://example.com/docs/`. */
  readonly url: string;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, known: number) => void;
}

export interface VerifyResult {
  readonly ok: boolean;
  /** How many files were compared. */
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** What was not compared, in full sentences. */
  readonly notes: readonly string[];
  /** The response of a page's address without its trailing slash. `undefined` if no page has one but the home page. */
  readonly withoutSlash:
    { readonly address: string; readonly status: number; readonly location: string | null } | undefined;
}

/**
 * Compares a live site with the last build.
 *
 * @throws {SitegenError} when there is no build, or the site does not respond at all
 */
export async function verify({ config, url, ...options }: VerifyOptions): Promise<VerifyResult> {
  const { out, base, assetPrefix, trailingSlash } = config;
  const assets = assetPrefix === base ? url : new URL(assetPrefix, url).href;
  const { concurrency, signal, onProgress = () => {} } = options;
  const release = await lockSite(out);
  const files = await listSiteFiles(config).finally(release);
  const stop = allowManyListeners(signal);
  const ask = (address: string) => fetchLive(address, stop);
  await ensureResponse(url, ask);

  // Hosts show error pages only instead of other pages.
  const toCheck = files.filter(({ file }) => !isErrorPage(file));
  const targets = new Map(config.redirects.map((redirect) => [redirectOutput(redirect), targetOf(config, redirect)]));
  const placeOf = (file: string) => ({ file: toPosix(path.relative(config.root, path.join(out, file))) });
  let done = 0;
  const checked = await mapConcurrently(toCheck, concurrency, async (file): Promise<CheckedFile> => {
    const address = addressOf(file.file, isHashed(file.file) ? assets : url, trailingSlash);
    const answer = await ask(address);
    onProgress((done += 1), toCheck.length);
    const md5 = file.size > MAX_BODY ? await md5OfBeginning(path.join(out, file.file)) : file.md5;
    return { file: { ...file, md5 }, target: targets.get(file.file), place: placeOf(file.file), address, answer };
  });
  const unknown = new URL(`sitegen-verify-${Date.now().toString(36)}${trailingSlash ? '/' : ''}`, url).href;
  const page = files.find(({ file }) => file === '404.html');
  const notFound = checkMissing(page, { place: placeOf('404.html'), address: unknown, answer: await ask(unknown) });
  const headers = checkHeaders(config, checked);
  const diagnostics = [...checked.flatMap(checkAnswer), ...notFound, ...headers.diagnostics];
  const withoutSlash = trailingSlash ? await askWithoutSlash(toCheck, url, ask) : undefined;
  return { ok: !hasErrors(diagnostics), files: checked.length, diagnostics, notes: headers.notes, withoutSlash };
}

async function ensureResponse(url: string, ask: (address: string) => Promise<LiveAnswer>): Promise<void> {
  const answer = await ask(url);
  if (answer.status !== 0) return;
  throw new SitegenError(
    `${url} does not respond: ${reasonOfRequest(answer.failure, TIMEOUT)}.\nTry: check the address and the host.`,
  );
}

/** `contact/index.html` -> `https://example.com/contact/`; `contact.html` -> `https://example.com/contact` */
function addressOf(file: string, url: string, trailingSlash: boolean): string {
  return new URL(`.${encodePath(pathOfOutput(file, trailingSlash))}`, url).href;
}

/** For information: hosts differ in it, and the site's own links have the slash. */
async function askWithoutSlash(
  files: readonly SiteFile[],
  url: string,
  ask: (address: string) => Promise<LiveAnswer>,
): Promise<VerifyResult['withoutSlash']> {
  const page = files.find(({ file, location }) => file.endsWith('/index.html') && location === undefined);
  if (page === undefined) return undefined;
  const address = addressOf(page.file, url, true).slice(0, -1);
  const { status, headers } = await ask(address);
  return { address, status, location: headers.get('Location') };
}

/** A file of the site, and the response of its address. */
interface CheckedFile {
  readonly file: SiteFile;
  /** Where a page leads that replaces a redirect, on hosts that cannot redirect. */
  readonly target: string | undefined;
  /** The file, for diagnostics. */
  readonly place: Place;
  /** The absolute URL that was requested. */
  readonly address: string;
  readonly answer: LiveAnswer;
}

/** Different names of the same type. */
const SAME_TYPES: Readonly<Record<string, string>> = {
  'application/javascript': 'text/javascript',
  'application/xml': 'text/xml',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'audio/x-wav': 'audio/wav',
};

/** How a response differs from the file that was built. */
function checkAnswer(checked: CheckedFile): Diagnostic[] {
  const { file, target, place, address, answer } = checked;
  const status = (message: string, hint: string) => [error('live-status', message, { place, hint })];
  if (answer.status === 0)
    return status(`${address} does not respond: ${reasonOfRequest(answer.failure, TIMEOUT)}.`, 'check the host');
  if (file.location !== undefined) {
    const found = wrongRedirect(file.location, checked);
    return found === undefined ? [] : status(found, 'deploy again');
  }
  if (target !== undefined && wrongRedirect(target, checked) === undefined) return [];
  const location = answer.headers.get('Location');
  if (answer.status >= 300 && answer.status < 400 && location !== null)
    return status(`${address} redirects to ${location}.`, 'configure the host to serve the file itself');
  if (answer.status !== 200)
    return status(`${address} returns status ${answer.status}.`, 'deploy again, and check the rules of the host');
  return [...checkBody(checked), ...checkType(checked)];
}

/**
 * An unknown address must have the status 404: search engines would list it otherwise.
 *
 * @param page the page that should be shown there, if the site has one
 */
function checkMissing(page: SiteFile | undefined, unknown: Omit<CheckedFile, 'file' | 'target'>): Diagnostic[] {
  const { place, address, answer } = unknown;
  const body = page ? checkBody({ ...unknown, file: page, address: `${address}, which does not exist,` }) : [];
  if (answer.status === 404) return body;
  const message = `${address} does not exist, but returns status ${answer.status} instead of 404.`;
  const hint = 'configure 404.html as the error page of the host, with status 404';
  return [error('live-status', message, { place, hint }), ...body];
}

function wrongRedirect(target: string, { address, answer: { status, headers } }: CheckedFile): string | undefined {
  const location = headers.get('Location') ?? '';
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect && new URL(location, address).href === new URL(target, address).href) return undefined;
  const actual = location === '' ? `returns status ${status}` : `redirects to ${location}`;
  return `${address} ${actual} instead of redirecting to ${target}.`;
}

function checkBody({ file: { file, md5, size }, place, address, answer }: Omit<CheckedFile, 'target'>): Diagnostic[] {
  const length = answer.isCut ? announcedLength(answer) : answer.size;
  if (answer.md5 === md5 && (length ?? size) === size) return [];
  const actual = length === undefined ? `more than ${MAX_BODY / 1e6} MB` : count(length, 'byte');
  const sizes = length === size ? `the same size, ${count(size, 'byte')}` : `${actual} instead of ${size}`;
  const hint = 'deploy again, clear caches, or turn off services that modify pages in transit';
  return [error('live-body', `${address} returns different contents than ${file}: ${sizes}.`, { place, hint })];
}

function checkType({ file: { type }, place, address, answer }: CheckedFile): Diagnostic[] {
  const actual = answer.headers.get('Content-Type');
  if (essenceOf(actual ?? '') === essenceOf(type)) return [];
  const sent = actual === null ? 'has no Content-Type' : `has the Content-Type "${actual}"`;
  const hint = `configure the host to send "${type}"`;
  return [error('live-type', `${address} ${sent} instead of "${type}".`, { place, hint })];
}

/** `text/html; charset=utf-8` -> `text/html` */
function essenceOf(type: string): string {
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  return SAME_TYPES[essence] ?? essence;
}

/** Headers that protect visitors: hosts should send them with pages. */
const PROTECTION = ['X-Content-Type-Options', 'Content-Security-Policy'];

/** Reports missing headers once for all files. If one of several hosts cannot set them, they are expected only if any are sent. */
function checkHeaders(config: Config, checked: readonly CheckedFile[]): Pick<VerifyResult, 'diagnostics' | 'notes'> {
  const sent = checked.filter(({ file, answer }) => file.location === undefined && answer.status === 200);
  const pages = sent.filter(({ file }) => file.file.endsWith('.html'));
  const expected = PROTECTION.filter((name) => name in siteHeaders(config.headers, new Set()));
  const hosts = config.hosts.map((name) => HOSTS[name]);
  const protects = pages.some(({ answer }) => expected.some((name) => answer.headers.has(name)));
  const caches = sent.some(isImmutable);
  const findUnable = (settable: readonly Host['headers'][], isSent: boolean) => {
    const unable = hosts.filter(({ headers }) => !settable.includes(headers));
    return unable.length === hosts.length || !isSent ? unable[0] : undefined;
  };
  const unprotected = findUnable(['all', 'all-alike'], protects);
  const uncached = findUnable(['all', 'all-alike', 'stored'], protects || caches);
  const host = uncached ?? unprotected;
  const names = [...(uncached ? ['Cache-Control'] : []), ...(unprotected ? expected : [])];
  return {
    diagnostics: [...(uncached ? [] : checkCache(sent)), ...(unprotected ? [] : checkProtection(pages, expected))],
    notes:
      host && names.length > 0
        ? [`${host.title} cannot set ${new Intl.ListFormat('en').format(names)}, so they were not compared.`]
        : [],
  };
}

function isImmutable({ answer }: CheckedFile): boolean {
  return /\bimmutable\b/.test(answer.headers.get('Cache-Control') ?? '');
}

/** Browsers revalidate files with hashed names on each visit unless the host says that they never change. */
function checkCache(sent: readonly CheckedFile[]): Diagnostic[] {
  const wrong = sent.filter((checked) => isHashed(checked.file.file) && !isImmutable(checked));
  const hint = `configure the host to send "${IMMUTABLE}" for all files in assets/; if it cannot, name it in \`hosts\` of the config`;
  const values = new Set(wrong.map(({ answer }) => answer.headers.get('Cache-Control')));
  return [...values].flatMap((value) => {
    const alike = wrong.filter(({ answer }) => answer.headers.get('Cache-Control') === value);
    const [first] = alike;
    if (first === undefined) return [];
    const actual = value === null ? 'without Cache-Control' : `with the Cache-Control "${value}"`;
    const message = `${first.address}${andMore(alike)} came ${actual}, although the names of files in assets/ change with their contents.`;
    return [error('live-cache', message, { place: first.place, hint })];
  });
}

function checkProtection(pages: readonly CheckedFile[], expected: readonly string[]): Diagnostic[] {
  return expected.flatMap((name) => {
    const unprotected = pages.filter(({ answer }) => !answer.headers.has(name));
    const [first] = unprotected;
    if (first === undefined) return [];
    const hint = 'configure the host to send it; an S3 website cannot, CloudFront in front of it can';
    return [
      warning('live-header', `${first.address}${andMore(unprotected)} came without the header ${name}.`, { hint }),
    ];
  });
}

function andMore({ length }: readonly unknown[]): string {
  return length === 1 ? '' : `, and ${length - 1} more,`;
}

import sitegen from '../../package.json' with { type: 'json' };

/** The response of an address, or why there is none. */
interface LiveAnswer {
  /** 0: no response. */
  readonly status: number;
  readonly headers: Headers;
  /** The hash of the decoded body, in hexadecimal digits. */
  readonly md5: string;
  /** The size of the decoded body, in bytes. */
  readonly size: number;
  /** True if the body is longer than `MAX_BODY`, and only its beginning was read. */
  readonly isCut: boolean;
  /** Why there is no response. */
  readonly failure?: unknown;
}

/** In ms. */
const TIMEOUT = 20_000;

/** Does not follow redirects. Without a response, tries once more. */
async function fetchLive(address: string, signal: AbortSignal): Promise<LiveAnswer> {
  const first = await fetchOnce(address, signal);
  return first.status === 0 ? fetchOnce(address, signal) : first;
}

async function fetchOnce(address: string, signal: AbortSignal): Promise<LiveAnswer> {
  try {
    const headers = { 'User-Agent': `sitegen/${sitegen.version} (compares a site with its files)` };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(address, { headers, redirect: 'manual', signal: limit });
    const { status, headers: received, body } = response;
    return { status, headers: received, ...(await hashBeginning(body ?? [])) };
  } catch (failure) {
    signal.throwIfAborted();
    return { status: 0, headers: new Headers(), md5: '', size: 0, isCut: false, failure };
  }
}

/** How much of a body is read, in bytes: it may never end, and a short compressed one may be long when it is decoded. */
const MAX_BODY = 64e6;

/** Hashes up to `MAX_BODY` bytes, and closes the connection if there are more. */
async function hashBeginning(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Pick<LiveAnswer, 'md5' | 'size' | 'isCut'>> {
  const hash = createHash('md5');
  let size = 0;
  let isCut = false;
  for await (const chunk of body) {
    const part = chunk.subarray(0, MAX_BODY - size);
    hash.update(part);
    size += part.length;
    isCut = part.length < chunk.length;
    if (isCut) break;
  }
  return { md5: hash.digest('hex'), size, isCut };
}

async function md5OfBeginning(file: string): Promise<string> {
  const { md5 } = await hashBeginning(createReadStream(file) as AsyncIterable<Uint8Array>);
  return md5;
}

/** The size of a body that was not read to its end, if the host sends it as it is. */
function announcedLength({ headers }: LiveAnswer): number | undefined {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? undefined : Number(length);
}
