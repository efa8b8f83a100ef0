/** Compares the responses of a live site with its files. Pure. */
import { isHashed } from '../hosts/file-metadata.ts';
import { error, warning, type Diagnostic, type Place } from '../shared/diagnostics.ts';
import { reasonOf, type LiveAnswer } from './fetch-live.ts';
import type { SiteFile } from './site-files.ts';

/** A file of the site, and the response of its address. */
export interface CheckedFile {
  readonly file: SiteFile;
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
export function checkAnswer(checked: CheckedFile): Diagnostic[] {
  const { file, place, address, answer } = checked;
  const status = (message: string, hint: string) => [error('live-status', message, { place, hint })];
  if (answer.status === 0) return status(`${address} does not respond: ${reasonOf(answer)}.`, 'check the host');
  if (file.location !== undefined) {
    const found = wrongRedirect(file.location, checked);
    return found === undefined ? [] : status(found, 'deploy again');
  }
  const location = answer.headers.get('Location');
  if (answer.status >= 300 && answer.status < 400 && location !== null)
    return status(`${address} redirects to ${location}.`, 'configure the host to serve the file itself');
  if (answer.status !== 200)
    return status(`${address} returns status ${answer.status}.`, 'deploy again, and check the rules of the host');
  return [...checkBody(checked), ...checkType(checked), ...checkCache(checked)];
}

/**
 * An unknown address must have the status 404: search engines would list it otherwise.
 *
 * @param page the page that should be shown there, if the site has one
 */
export function checkMissing(page: SiteFile | undefined, unknown: Omit<CheckedFile, 'file'>): Diagnostic[] {
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

function checkBody({ file: { file, md5, size }, place, address, answer }: CheckedFile): Diagnostic[] {
  if (answer.md5 === md5) return [];
  const sizes = answer.size === size ? `the same size, ${size} bytes` : `${answer.size} bytes instead of ${size}`;
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

/** Browsers revalidate files with hashed names on each visit unless the host says that they never change. */
function checkCache({ file: { file, cacheControl }, place, address, answer }: CheckedFile): Diagnostic[] {
  const actual = answer.headers.get('Cache-Control');
  if (!isHashed(file) || /\bimmutable\b/.test(actual ?? '')) return [];
  const sent = actual === null ? 'has no Cache-Control' : `has the Cache-Control "${actual}"`;
  const hint = `configure the host to send "${cacheControl}" for all files in assets/`;
  return [error('live-cache', `${address} ${sent}, although its name changes with its contents.`, { place, hint })];
}

/** `text/html; charset=utf-8` -> `text/html` */
function essenceOf(type: string): string {
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  return SAME_TYPES[essence] ?? essence;
}

/** Headers that protect visitors, and that pages should be sent with. */
const PROTECTION = ['X-Content-Type-Options', 'Content-Security-Policy'];

/** Reports each missing header once for all pages. */
export function checkProtection(checked: readonly CheckedFile[]): Diagnostic[] {
  const pages = checked.filter(({ file, answer }) => file.file.endsWith('.html') && answer.status === 200);
  return PROTECTION.flatMap((name) => {
    const unprotected = pages.filter(({ answer }) => !answer.headers.has(name));
    const [first] = unprotected;
    if (first === undefined) return [];
    const more = unprotected.length === 1 ? '' : `, and ${unprotected.length - 1} more,`;
    const hint = 'configure the host to send it; an S3 website cannot, CloudFront in front of it can';
    return [warning('live-header', `${first.address}${more} came without the header ${name}.`, { hint })];
  });
}
