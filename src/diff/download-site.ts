/** Reads the pages of a live site, with their scripts and stylesheets. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodePath, encodePath, pathOfOutput } from '../shared/address.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { hasCode, SitegenError } from '../shared/errors.ts';
import { createFetch } from '../shared/fetch-live.ts';
import { listFiles } from '../shared/files.ts';
import { count, listSome } from '../shared/format.ts';
import { illegalInName, isHtml, isTooLong } from '../shared/paths.ts';
import { readSitemap } from '../shared/read-sitemap.ts';
import { readPage } from './read-page.ts';

export interface DownloadSite {
  /** The home page of the live site: `https://example.com/docs/`. */
  readonly url: string;
  /** An empty folder, absolute. */
  readonly folder: string;
  /** The folder of the new site, whose pages are read, too: not every page is in a sitemap. */
  readonly after: string;
  readonly trailingSlash: boolean;
  readonly signal: AbortSignal;
}

/** Further pages are named in a note. Sizes are in bytes. */
const MAX_PAGES = 20_000;
const MAX_FILE = 10e6;
const MAX_ALL = 1e9;

/** Requests at a time. */
const CONCURRENCY = 4;

/**
 * @returns its base, and notes on files that were not read, in full sentences
 * @throws {SitegenError} if no page can be read
 */
export async function downloadSite({ url, folder, after, trailingSlash, signal }: DownloadSite) {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/?$/, '/');
  const home = origin + base;
  const fetchBytes = createFetch('compares a site', signal);
  const sitemap = await readSitemap({ url: home, fetchBytes, limits: { files: 100, addresses: MAX_PAGES } });
  const known = listFiles(after).filter(isHtml);
  const addresses = known.map((file) => new URL(`.${encodePath(pathOfOutput(file, trailingSlash))}`, home).href);
  const pages = new Map([...sitemap.addresses, ...addresses].flatMap((address) => toFile(address, base)));
  const failed: string[] = [];
  const assets = new Map<string, string>();
  let [size, read] = [0, 0];
  const download = async (file: string, address: string, isPage: boolean): Promise<void> => {
    const fetched = size > MAX_ALL ? { failure: 'the site is too large' } : await fetchBytes(address, MAX_FILE);
    if ('failure' in fetched) {
      if (!/ (404|410)$/.test(fetched.failure)) failed.push(address);
      return;
    }
    const { bytes } = fetched;
    size += bytes.length;
    if (isPage && nameOf(fetched.address) !== nameOf(address)) return; // a redirect to another page
    try {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), bytes);
    } catch (error) {
      // The site has pages below a file: `/a.html` and `/a.html/b/`.
      if (!hasCode(error, 'ENOTDIR', 'EEXIST', 'EISDIR')) throw error;
      return void failed.push(address);
    }
    if (!isPage) return;
    read += 1;
    const { facts } = readPage(Buffer.from(bytes).toString(), { path: pathOfOutput(file, true), base });
    for (const asset of ['script ', 'style '].flatMap((key) => [...(facts.get(key)?.files ?? [])]))
      if (typeof asset === 'string' && /^\/[^/]/.test(asset))
        for (const found of toFile(new URL(`.${asset}`, home).href, base, true)) assets.set(...found);
  };
  const downloadAll = (files: ReadonlyMap<string, string>, isPage: boolean) =>
    mapConcurrently([...files].slice(0, MAX_PAGES), CONCURRENCY, (one) => download(...one, isPage));
  await downloadAll(pages, true);
  if (read === 0) {
    const reason = failed.length > 0 ? 'its pages do not respond' : (sitemap.problems[0] ?? 'it has no pages');
    throw new SitegenError(`Cannot compare with ${home}: ${reason}\nTry: check the address and the host.`);
  }
  await downloadAll(assets, false);
  const left = pages.size - MAX_PAGES;
  const notes = [
    ...sitemap.problems,
    ...(left > 0 ? [`Not compared: ${count(left, 'page')} beyond the first ${MAX_PAGES}.`] : []),
    ...(failed.length > 0 ? [`Not read: ${listSome(failed)}.`] : []),
  ];
  return { base, notes };
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
  const file = isAsset || isHtml(inside) ? inside : `${inside.replace(/(^|\/)$/, '$1index')}.html`;
  const isLegal = !isTooLong(file) && file.split('/').every((name) => name !== '' && illegalInName(name) === undefined);
  return isLegal ? [[file, address]] : [];
}
