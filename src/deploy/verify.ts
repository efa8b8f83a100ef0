/** Compares a live site with the last build. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import sitegen from '../../package.json' with { type: 'json' };
import { IMMUTABLE, isHashed } from '../hosts/file-metadata.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { redirectOutput, targetOf } from '../hosts/redirects.ts';
import { encodePath, pathOfOutput } from '../shared/address.ts';
import { allowManyListeners, mapConcurrently } from '../shared/concurrency.ts';
import { error, type Diagnostic, type Place } from '../shared/diagnostics.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { SitegenError, reasonOfRequest } from '../shared/errors.ts';
import type { Config } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
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

/**
 * @returns how many files were compared
 * @throws {SitegenError} when there is no build, or the site does not respond at all
 */
export async function verify({ config, url, ...options }: VerifyOptions) {
  const { root, out, base, assetPrefix, trailingSlash, redirects } = config;
  const { concurrency, onProgress = () => {} } = options;
  const signal = allowManyListeners(options.signal);
  const release = await lockSite(out);
  const built = await listSiteFiles(config).finally(release);
  // Without the redirects of S3, which are those of the config.
  const pages = new Map(built.filter(({ location }) => location === undefined).map((file) => [file.file, file]));
  const home = await ask(url, signal);
  if (home.status === 0)
    throw new SitegenError(`${url} does not respond: ${home.failure}.\nTry: check the address and the host.`);

  const moved = new Set(redirects.map(redirectOutput)); // the pages that redirect, on hosts that cannot
  const files = [...pages.values()].filter(({ file }) => !moved.has(file) && !isErrorPage(file));
  const assets = assetPrefix === base ? url : new URL(assetPrefix, url).href;
  const under = (address: string, start = url) => new URL(`.${encodePath(address)}`, start).href;
  const placeOf = (file: string) => ({ file: toPosix(path.relative(root, path.join(out, file))) });
  let [done, silent] = [0, 0];
  const checked = await mapConcurrently(files, concurrency, async (file): Promise<Checked> => {
    const address = under(pathOfOutput(file.file, trailingSlash), isHashed(file.file) ? assets : url);
    const answer = silent < MAX_SILENT ? await ask(address, signal, file.size) : NOT_ASKED;
    if (answer.status === 0) silent += 1;
    onProgress((done += 1), files.length);
    return { file, address, answer, place: placeOf(file.file) };
  });
  const redirected = await mapConcurrently(redirects, concurrency, async (redirect) => {
    const page = pages.get(redirectOutput(redirect));
    const address = under(page ? pathOfOutput(page.file, trailingSlash) : redirect.from);
    const target = new URL(targetOf(config, redirect), url).href;
    return checkRedirect(address, target, await ask(address, signal, page?.size), page);
  });
  const unknown = under(`/sitegen-verify-${Date.now().toString(36)}${trailingSlash ? '/' : ''}`);
  const page = pages.get('404.html');
  const missing = checkMissing(unknown, await ask(unknown, signal, page?.size), page, placeOf('404.html'));
  const canCache = config.hosts.every((name) => HOSTS[name].headers !== 'none');
  const cache = canCache ? checkCache(checked) : [];
  return {
    files: files.length,
    diagnostics: [...checked.flatMap(checkFile), ...redirected.flat(), ...missing, ...cache],
  };
}

/** A file of the site, and the response of its address. */
interface Checked {
  readonly file: SiteFile;
  /** The absolute URL that was requested. */
  readonly address: string;
  readonly answer: Answer;
  readonly place: Place;
}

function checkFile(checked: Checked): Diagnostic[] {
  const { file, address, answer, place } = checked;
  if (answer.status !== 200) {
    const hint = 'deploy again, and check the rules of the host';
    return [error('live-status', `${address} ${describe(answer)}.`, { place, hint })];
  }
  const actual = answer.headers.get('Content-Type');
  if (essenceOf(actual ?? '') === essenceOf(file.type)) return checkBody(checked);
  const sent = actual === null ? 'has no Content-Type' : `has the Content-Type "${actual}"`;
  const hint = `configure the host to send "${file.type}"`;
  const message = `${address} ${sent} instead of "${file.type}".`;
  return [...checkBody(checked), error('live-type', message, { place, hint })];
}

function checkBody({ file, address, answer, place }: Checked): Diagnostic[] {
  if (answer.md5 === file.md5) return [];
  const size = answer.size > file.size ? `more than ${file.size}` : answer.size;
  const message = `${address} returns different contents than ${file.file}, with ${size} bytes instead of ${file.size}.`;
  const hint = 'deploy again, clear caches, or turn off services that modify pages in transit';
  return [error('live-body', message, { place, hint })];
}

/** Hosts such as GitHub send the older name. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  'application/javascript': 'text/javascript',
  'application/xml': 'text/xml',
  'image/vnd.microsoft.icon': 'image/x-icon',
};

/** `text/html; charset=utf-8` -> `text/html` */
function essenceOf(type: string): string {
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  return OLD_TYPES[essence] ?? essence;
}

/** @param page that redirects, on hosts that cannot */
function checkRedirect(address: string, target: string, answer: Answer, page: SiteFile | undefined): Diagnostic[] {
  const { status, headers, md5 } = answer;
  const location = headers.get('Location') ?? '';
  const isRedirect = status >= 300 && status < 400 && URL.canParse(location, address);
  if (isRedirect ? new URL(location, address).href === target : status === 200 && page?.md5 === md5) return [];
  const message = `${address} ${describe(answer)} instead of redirecting to ${target}.`;
  return [error('live-status', message, { hint: 'deploy again, and check the redirects of the host' })];
}

/** An unknown address must have the status 404: search engines would list it otherwise. */
function checkMissing(address: string, answer: Answer, file: SiteFile | undefined, place: Place): Diagnostic[] {
  const body = file ? checkBody({ file, address: `${address}, which does not exist,`, answer, place }) : [];
  if (answer.status === 404) return body;
  const message = `${address} does not exist, but ${describe(answer)} instead of 404.`;
  return [
    error('live-status', message, { place, hint: 'configure 404.html as the error page of the host, with status 404' }),
  ];
}

function describe({ status, headers, failure }: Answer): string {
  const location = headers.get('Location');
  if (status === 0) return `does not respond: ${failure}`;
  return location === null ? `returns status ${status}` : `redirects to ${location}`;
}

/** Browsers revalidate files with hashed names on each visit unless the host says that they never change. */
function checkCache(checked: readonly Checked[]): Diagnostic[] {
  const cacheOf = ({ answer }: Checked) => answer.headers.get('Cache-Control') ?? 'no Cache-Control';
  const wrong = checked.filter(
    (one) => isHashed(one.file.file) && one.answer.status === 200 && !/\bimmutable\b/.test(cacheOf(one)),
  );
  const [first] = wrong;
  if (first === undefined) return [];
  const others = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more,`;
  const message = `${first.address}${others} came with "${cacheOf(first)}", although the names of files in assets/ change with their contents.`;
  const hint = `configure the host to send "${IMMUTABLE}" for all files in assets/; if it cannot, name it in \`hosts\` of the config`;
  return [error('live-cache', message, { place: first.place, hint })];
}

/** The response of an address, or why there is none. */
interface Answer {
  /** 0: no response. */
  readonly status: number;
  readonly headers: Headers;
  /** The hash of the decoded body, in hexadecimal digits. */
  readonly md5: string;
  /** How much of the body was read, in bytes. */
  readonly size: number;
  readonly failure?: string;
}

/** Of a response whose body has a few MB, in ms. For more, 100 kB have to arrive each second. */
const TIMEOUT = 20_000;

/** After that many files without a response, the others are not requested. */
const MAX_SILENT = 8;

const NOT_ASKED = { status: 0, headers: new Headers(), md5: '', size: 0, failure: 'not requested, after others' };

/** Reads one byte more than expected of a body, which may never end. Does not follow redirects. Without a response, tries once more. */
async function ask(address: string, signal: AbortSignal, expected = 0, tries = 2): Promise<Answer> {
  const limit = TIMEOUT + Math.floor(expected / 1e5) * 1000;
  try {
    const headers = { 'User-Agent': `sitegen/${sitegen.version} (compares a site with its files)` };
    const stop = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
    const response = await fetch(address, { headers, redirect: 'manual', signal: stop });
    const hash = createHash('md5');
    let size = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      size += chunk.length;
      if (size > expected) break;
    }
    return { status: response.status, headers: response.headers, md5: hash.digest('hex'), size };
  } catch (failure) {
    signal.throwIfAborted();
    if (tries > 1) return ask(address, signal, expected, tries - 1);
    return { status: 0, headers: new Headers(), md5: '', size: 0, failure: reasonOfRequest(failure, limit) };
  }
}
