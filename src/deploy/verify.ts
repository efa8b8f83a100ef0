import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { hasErrors, type Diagnostic } from '../shared/diagnostics.ts';
import type { Config } from '../shared/model.ts';
import { isErrorPage } from '../api/error-pages.ts';
import { toPosix } from '../shared/paths.ts';
import { mapConcurrently, allowManyListeners } from '../shared/concurrency.ts';
import { checkAnswer, checkMissing, checkProtection, type CheckedFile } from './check-answer.ts';
import { fetchLive, reasonOf, type LiveAnswer } from './fetch-live.ts';
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
  const { root, out, base, assetPrefix, trailingSlash } = config;
  const assets = assetPrefix === base ? url : new URL(assetPrefix, url).href;
  const { concurrency, signal, onProgress = () => {} } = options;
  const release = await lockSite(out);
  const files = await listSiteFiles(root, out).finally(release);
  const stop = allowManyListeners(signal);
  const ask = (address: string) => fetchLive(address, stop);
  await ensureResponse(url, ask);

  // Hosts show error pages only instead of other pages.
  const toCheck = files.filter(({ file }) => !isErrorPage(file));
  const placeOf = (file: string) => ({ file: toPosix(path.relative(root, path.join(out, file))) });
  let done = 0;
  const checked = await mapConcurrently(toCheck, concurrency, async (file): Promise<CheckedFile> => {
    const address = addressOf(file.file, isHashed(file.file) ? assets : url, trailingSlash);
    const answer = await ask(address);
    onProgress((done += 1), toCheck.length);
    return { file, place: placeOf(file.file), address, answer };
  });
  const unknown = new URL(`sitegen-verify-${Date.now().toString(36)}${trailingSlash ? '/' : ''}`, url).href;
  const page = files.find(({ file }) => file === '404.html');
  const notFound = checkMissing(page, { place: placeOf('404.html'), address: unknown, answer: await ask(unknown) });
  const diagnostics = [...checked.flatMap(checkAnswer), ...notFound, ...checkProtection(checked)];
  const withoutSlash = trailingSlash ? await askWithoutSlash(toCheck, url, ask) : undefined;
  return { ok: !hasErrors(diagnostics), files: checked.length, diagnostics, withoutSlash };
}

async function ensureResponse(url: string, ask: (address: string) => Promise<LiveAnswer>): Promise<void> {
  const answer = await ask(url);
  if (answer.status !== 0) return;
  throw new SitegenError(`${url} does not respond: ${reasonOf(answer)}.\nTry: check the address and the host.`);
}

/** `contact/index.html` -> `https://example.com/contact/`; `contact.html` -> `https://example.com/contact` */
function addressOf(file: string, url: string, trailingSlash: boolean): string {
  const inside = file.replace(/(^|\/)index\.html$/, '$1');
  const names = (trailingSlash ? inside : inside.replace(/\.html$/, '')).split('/');
  return new URL(names.map(encodeURIComponent).join('/'), url).href;
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
