/** Reads the addresses of another version of a site: a live one, a sitemap, a folder of HTML, a list. */
import path from 'node:path';
import { encodePath, pathOfOutput, withBase } from '../shared/address.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { SitegenError } from '../shared/errors.ts';
import { createFetch } from '../shared/fetch-live.ts';
import { listFiles, readRegularFile, statIfExists } from '../shared/files.ts';
import { count } from '../shared/format.ts';
import { isSameSite, parseSitemap, readSitemap, type SitemapAddresses } from '../shared/read-sitemap.ts';
import { toAddress } from './addresses-file.ts';

export interface ReadSource {
  /** The address of a live site, or a path: of a sitemap, a folder, `_redirects` or another list. */
  readonly source: string;
  /** To resolve a path, absolute. */
  readonly cwd: string;
  /** The site's: addresses outside of it are left out. */
  readonly base: string;
  readonly signal: AbortSignal;
}

/** In bytes. */
const MAX_FILE = 100e6;

/**
 * @returns addresses in their one spelling, without the base
 * @throws {SitegenError} if the source has no addresses
 */
export async function readAddressSource({ source, cwd, base, signal }: ReadSource): Promise<SitemapAddresses> {
  const isLive = /^https?:\/\//i.test(source) && URL.canParse(source);
  const { addresses: written, problems } = isLive
    ? await readSitemap({ url: source, fetchBytes: createFetch('reads sitemaps', signal) })
    : ofOneSite(await readLocal(path.resolve(cwd, source), base));
  const found = new Set<string>();
  let [outside, impossible] = [0, 0];
  for (const one of written) {
    const address = toAddress(one);
    if (address === undefined) impossible += 1;
    else if (address.startsWith(base)) found.add(address.slice(base.length - 1));
    else outside += 1;
  }
  const all = [
    ...problems,
    ...(outside > 0 ? [`Left out: ${count(outside, 'address', 'addresses')} outside of the base ${base}.`] : []),
    ...(impossible > 0
      ? [`Left out: ${count(impossible, 'line')} without an address, or with a pattern of addresses.`]
      : []),
  ];
  if (found.size > 0) return { addresses: [...found], problems: all };
  throw new SitegenError(`${source} has no addresses.\n${all.join('\n')}`.trimEnd());
}

async function readLocal(file: string, base: string): Promise<SitemapAddresses> {
  const stats = statIfExists(file);
  if (stats === undefined)
    throw new SitegenError(
      `${file} does not exist, or may not be read.\nTry: name a file or folder, or an address like https://www.example.com/`,
    );
  if (stats.isDirectory()) {
    const isPage = (name: string) => /\.html?$/.test(name) && !isErrorPage(name) && !/(^|\/)\./.test(name);
    const pages = listFiles(file).filter(isPage);
    return { addresses: pages.map((page) => withBase(base, encodePath(pathOfOutput(page, true)))), problems: [] };
  }
  const bytes = readRegularFile(file, MAX_FILE);
  if (bytes === undefined) throw new SitegenError(`${file} is not a file of at most ${MAX_FILE / 1e6} MB.`);
  const isXml = bytes[0] === 0x1f || /^[\uFEFF\s]*</.test(bytes.subarray(0, 1000).toString());
  if (!isXml) return { addresses: readList(bytes.toString()), problems: [] };
  const name = path.basename(file);
  const { pages, sitemaps, failure = [] } = await parseSitemap(bytes, name, MAX_FILE);
  const others =
    sitemaps.length > 0 ? `${name} names other sitemaps, such as ${sitemaps[0]}: read each with --from.` : [];
  return { addresses: pages, problems: [failure, others].flat() };
}

/** The first word of each line: of a redirect, its old address. Rules for many addresses, with `*` or `:name`, have none. */
function readList(text: string): string[] {
  const words: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const [word = ''] = line.trim().split(/\s/, 1);
    if (word !== '' && !word.startsWith('#')) words.push(/\*|\/:/.test(word) ? '' : word);
  }
  return words;
}

/** A list without a host of its own has the host of its first address. */
function ofOneSite({ addresses: all, problems }: SitemapAddresses): SitemapAddresses {
  const first = all.find((one) => URL.canParse(one));
  const addresses = all.filter((one) => first === undefined || !URL.canParse(one) || isSameSite(one, first));
  const left = all.length - addresses.length;
  const others =
    left > 0
      ? [`Left out: ${count(left, 'address', 'addresses')} of other sites than ${new URL(first ?? '').host}.`]
      : [];
  return { addresses, problems: [...problems, ...others] };
}
