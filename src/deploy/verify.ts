import path from 'node:path';
import { SitegenError } from '../core/errors.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Config } from '../core/model.ts';
import { isErrorPage, toPosix } from '../core/paths.ts';
import { mapConcurrently, allowManyListeners } from '../core/concurrency.ts';
import { checkAnswer, checkMissing, checkProtection, type Checked } from './check-answer.ts';
import { fetchLive, reasonOf, type LiveAnswer } from './fetch-live.ts';
import { holdSite } from './lock-site.ts';
import { listSiteFiles, type SiteFile } from './site-files.ts';

export interface VerifyOptions {
  readonly config: Config;
  /** Where the site's first page is: `https://www.example.com/`, `https://example.com/docs/`. */
  readonly url: string;
  /** So many requests at a time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, known: number) => void;
}

/** What has come of a comparison. */
export interface Verified {
  readonly ok: boolean;
  /** How many files were asked for. */
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
  /** What becomes of a page's address without the slash at its end. Nothing where there is only one page. */
  readonly withoutSlash:
    { readonly address: string; readonly status: number; readonly location: string | null } | undefined;
}

/**
 * Compares a live site with the last build.
 *
 * @throws {SitegenError} when there is no build, or nobody answers at all
 */
export async function verify({ config, url, ...options }: VerifyOptions): Promise<Verified> {
  const { root, out, base, assetPrefix } = config;
  const assets = assetPrefix === base ? url : new URL(assetPrefix, url).href;
  const { concurrency, signal, onProgress = () => {} } = options;
  const release = await holdSite(out);
  const files = await listSiteFiles(root, out).finally(release);
  const stop = allowManyListeners(signal);
  const ask = (address: string) => fetchLive(address, stop);
  await refuseSilence(url, ask);

  // Pages that stand in for others are shown only in their place.
  const asked = files.filter(({ file }) => !isErrorPage(file));
  let done = 0;
  const checked = await mapConcurrently(asked, concurrency, async (file): Promise<Checked> => {
    const address = addressOf(file.file, isHashed(file.file) ? assets : url);
    const answer = await ask(address);
    onProgress((done += 1), asked.length);
    return { file, address, answer };
  });
  const nowhere = new URL(`sitegen-verify-${Date.now().toString(36)}/`, url).href;
  const notFound = files.find(({ file }) => file === '404.html');
  const place = (file: string) => ({ file: toPosix(path.relative(root, path.join(out, file))) });
  const diagnostics: Diagnostic[] = [
    ...checked.flatMap((one) =>
      checkAnswer(one).map((problem): Diagnostic => ({ ...problem, severity: 'error', place: place(one.file.file) })),
    ),
    ...checkMissing(notFound, nowhere, await ask(nowhere)).map((problem): Diagnostic => ({
      ...problem,
      severity: 'error',
      place: place('404.html'),
    })),
    ...checkProtection(checked),
  ];
  const ok = diagnostics.every(({ severity }) => severity !== 'error');
  return { ok, files: checked.length, diagnostics, withoutSlash: await askWithoutSlash(asked, url, ask) };
}

async function refuseSilence(url: string, ask: (address: string) => Promise<LiveAnswer>): Promise<void> {
  const answer = await ask(url);
  if (answer.status !== 0) return;
  throw new SitegenError(`${url} does not answer: ${reasonOf(answer)}.\nTry: look at the address, and at the host.`);
}

/** `contact/index.html` -> `https://example.com/contact/` */
function addressOf(file: string, url: string): string {
  const names = file.replace(/(^|\/)index\.html$/, '$1').split('/');
  return new URL(names.map(encodeURIComponent).join('/'), url).href;
}

/** Hosts differ in it; links of the site do not need it. */
async function askWithoutSlash(
  files: readonly SiteFile[],
  url: string,
  ask: (address: string) => Promise<LiveAnswer>,
): Promise<Verified['withoutSlash']> {
  const page = files.find(({ file, location }) => file.endsWith('/index.html') && location === undefined);
  if (page === undefined) return undefined;
  const address = addressOf(page.file, url).slice(0, -1);
  const { status, headers } = await ask(address);
  return { address, status, location: headers.get('Location') };
}
