import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodePath, encodePath, pathOfOutput } from '../shared/address.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { hasCode, SitegenError } from '../shared/errors.ts';
import { createFetch } from '../shared/fetch-live.ts';
import { count, listSome } from '../shared/format.ts';
import { illegalInName, isHtml, isTooLong } from '../shared/paths.ts';
import { readSitemap } from '../shared/read-sitemap.ts';
import { readPage } from './read-page.ts';

export interface DownloadSite {
  /** The home page of the live site: `https://example.com/docs/`. */
  readonly url: string;
  /** An empty folder, absolute. */
  readonly folder: string;
  /** Pages of the new site, from its folder: not every page is in a sitemap. */
  readonly pages: readonly string[];
  readonly trailingSlash: boolean;
  readonly signal: AbortSignal;
}

/** What is read of a site; other pages are named in a note. In bytes. */
const MAX_PAGES = 20_000;
const MAX_FILE = 10e6;
const MAX_ALL = 1e9;

/** Requests at a time. */
const CONCURRENCY = 4;

/**
 * Reads the pages of a live site with their scripts and stylesheets.
 *
 * @returns what was not read, in full sentences
 * @throws {SitegenError} if no page can be read
 */
export async function downloadSite({
  url,
  folder,
  pages,
  trailingSlash,
  signal,
}: DownloadSite): Promise<readonly string[]> {
  const base = new URL(url).pathname;
  const fetchBytes = createFetch('compares a site', signal);
  const sitemap = await readSitemap({ url, fetchBytes, limits: { files: 100, addresses: MAX_PAGES } });
  const known = pages.map((file) => new URL(`.${encodePath(pathOfOutput(file, trailingSlash))}`, url).href);
  const wanted = new Map([...sitemap.addresses, ...known].flatMap((address) => toFile(address, base)));
  const failed: string[] = [];
  const assets = new Map<string, string>();
  let [size, read] = [0, 0];
  const download = async ([file, address]: readonly [string, string], isAsset = false): Promise<void> => {
    if (size > MAX_ALL) return void failed.push(address);
    const fetched = await fetchBytes(address, MAX_FILE);
    if ('failure' in fetched) return void (/ (404|410)$/.test(fetched.failure) || failed.push(address));
    if (!isAsset && nameOf(fetched.address) !== nameOf(address)) return; // a redirect to another page
    size += fetched.bytes.length;
    if (!(await canWrite(path.join(folder, file), fetched.bytes))) return void failed.push(address);
    read += 1;
    if (isAsset) return;
    const { scripts, styles } = readPage(Buffer.from(fetched.bytes).toString(), {
      path: pathOfOutput(file, true),
      base,
    });
    for (const asset of [...scripts, ...styles]) {
      if (!/^\/[^/]/.test(asset.address)) continue;
      const [found] = toFile(new URL(`.${asset.address}`, url).href, base, true);
      if (found !== undefined) assets.set(...found);
    }
  };
  await mapConcurrently([...wanted].slice(0, MAX_PAGES), CONCURRENCY, (one) => download(one));
  if (read === 0) {
    const reason =
      failed.length > 0 || sitemap.problems.length === 0 ? 'its pages do not respond' : sitemap.problems.join(' ');
    throw new SitegenError(`Cannot compare with ${url}: ${reason}\nTry: check the address and the host.`);
  }
  await mapConcurrently([...assets].slice(0, MAX_PAGES), CONCURRENCY, (one) => download(one, true));
  const left = wanted.size - MAX_PAGES;
  return [
    ...sitemap.problems,
    ...(left > 0 ? [`Not compared: ${count(left, 'page')} beyond the first ${MAX_PAGES}.`] : []),
    ...(failed.length > 0 ? [`Not read: ${listSome(failed)}.`] : []),
  ];
}

/** @returns false if the site has pages below a file: `/a.html` and `/a.html/b/` */
async function canWrite(file: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTDIR', 'EEXIST', 'EISDIR')) return false;
    throw error;
  }
}

/** With or without a slash, and on a host that a redirect may name otherwise. */
function nameOf(address: string): string {
  return new URL(address).pathname.replace(/(\/index)?\.html$|\/$/, '');
}

/** @returns the name of the file for an address of the site, and the address; none if it cannot be the name of a file */
function toFile(address: string, base: string, isAsset = false): (readonly [string, string])[] {
  const { pathname } = new URL(address);
  const inside = pathname.startsWith(base) ? decodePath(pathname.slice(base.length)) : undefined;
  if (inside === undefined) return [];
  const file = isAsset || isHtml(inside) ? inside : inside.replace(/(^|\/)$/, '$1index').replace(/$/, '.html');
  const isLegal = !isTooLong(file) && file.split('/').every((name) => name !== '' && illegalInName(name) === undefined);
  return isLegal ? [[file, address]] : [];
}
