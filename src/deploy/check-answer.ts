/** What is wrong with the answers of a live site. Pure. */
import { isHashed } from '../hosts/file-metadata.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import { reasonOf, type LiveAnswer } from './fetch-live.ts';
import type { SiteFile } from './site-files.ts';

/** A file of the site, and what its address has answered. */
export interface Checked {
  readonly file: SiteFile;
  /** What was asked for, complete. */
  readonly address: string;
  readonly answer: LiveAnswer;
}

type Problem = Omit<Diagnostic, 'place' | 'severity'>;

/** Names of one and the same type. */
const SAME_TYPES: Readonly<Record<string, string>> = {
  'application/javascript': 'text/javascript',
  'application/xml': 'text/xml',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'audio/x-wav': 'audio/wav',
};

/** What visitors do not get as the build has made it. */
export function checkAnswer({ file, address, answer }: Checked): Problem[] {
  if (answer.status === 0) return [status(`${address} does not answer: ${reasonOf(answer)}.`, 'look at the host')];
  if (file.location !== undefined) return checkRedirect(file.location, address, answer);
  const leads = answer.headers.get('Location');
  if (answer.status >= 300 && answer.status < 400 && leads !== null)
    return [status(`${address} leads to ${leads} in place of answering.`, 'have the host show the file itself')];
  if (answer.status !== 200)
    return [status(`${address} answers with ${answer.status}.`, 'deploy again, and look at the rules of the host')];
  return [
    ...checkBody(file, address, answer),
    ...checkType(file, address, answer),
    ...checkCache(file, address, answer),
  ];
}

/** An address that nobody has is to be told as such, or search engines list it. */
export function checkMissing(page: SiteFile | undefined, address: string, answer: LiveAnswer): Problem[] {
  const shown = page === undefined ? [] : checkBody(page, `${address}, which is no page,`, answer);
  if (answer.status === 404) return shown;
  const message = `${address} is no page, and answers with ${answer.status} in place of 404.`;
  return [status(message, 'make 404.html the error page of the host, with its status'), ...shown];
}

function checkRedirect(location: string, address: string, { status: is, headers }: LiveAnswer): Problem[] {
  const leads = headers.get('Location') ?? '';
  const isRight = is >= 300 && is < 400 && new URL(leads, address).href === new URL(location, address).href;
  if (isRight) return [];
  const said = leads === '' ? `answers with ${is}` : `leads to ${leads}`;
  return [status(`${address} ${said}, and should lead to ${location}.`, 'deploy again')];
}

function checkBody({ file, md5, size }: SiteFile, address: string, answer: LiveAnswer): Problem[] {
  if (answer.md5 === md5) return [];
  const sizes = answer.size === size ? `as many bytes, ${size}` : `${answer.size} bytes in place of ${size}`;
  const hint = 'deploy again, have caches forget it, or switch off what changes pages on their way';
  return [{ code: 'live-body', message: `${address} sends something else than ${file}: ${sizes}.`, hint }];
}

function checkType({ type }: SiteFile, address: string, { headers }: LiveAnswer): Problem[] {
  const sent = headers.get('Content-Type');
  if (essenceOf(sent ?? '') === essenceOf(type)) return [];
  const message = `${address} is sent ${sent === null ? 'without a type' : `as ${sent}`}, and is ${type}.`;
  return [{ code: 'live-type', message, hint: 'have the host send this Content-Type' }];
}

/** Files with hashed names are asked for again on each visit unless the host says that they never change. */
function checkCache({ file, cacheControl }: SiteFile, address: string, { headers }: LiveAnswer): Problem[] {
  const sent = headers.get('Cache-Control');
  if (!isHashed(file) || /\bimmutable\b/.test(sent ?? '')) return [];
  const message = `${address} is sent ${sent === null ? 'without Cache-Control' : `with Cache-Control "${sent}"`}.`;
  return [{ code: 'live-cache', message, hint: `have the host send "${cacheControl}" with all of assets/` }];
}

/** `text/html; charset=utf-8` -> `text/html` */
function essenceOf(type: string): string {
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  return SAME_TYPES[essence] ?? essence;
}

function status(message: string, hint: string): Problem {
  return { code: 'live-status', message, hint };
}

/** Headers that protect visitors, and that pages should be sent with. */
const PROTECTION = ['X-Content-Type-Options', 'Content-Security-Policy'];

/** Which of them are missing, each told once. */
export function checkProtection(checked: readonly Checked[]): Diagnostic[] {
  const pages = checked.filter(({ file, answer }) => file.file.endsWith('.html') && answer.status === 200);
  return PROTECTION.flatMap((name) => {
    const bare = pages.filter(({ answer }) => !answer.headers.has(name));
    const [first] = bare;
    if (first === undefined) return [];
    const more = bare.length === 1 ? '' : ` and ${bare.length - 1} more`;
    const message = `${first.address}${more} came without the header ${name}.`;
    const hint = 'have the host send it; a website of S3 alone cannot, CloudFront before it can';
    return [{ code: 'live-header', severity: 'warning', message, hint }];
  });
}
