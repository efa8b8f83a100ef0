/** Reads the addresses of another version of a site: a live one, a sitemap, a folder of HTML, a list. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathOfOutput, withBase } from '../shared/address.ts';
import { isErrorPage } from '../shared/error-pages.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { createFetch } from '../shared/fetch-live.ts';
import { listFiles, readRegularFile } from '../shared/files.ts';
import { isSameSite, parseSitemap, readSitemap, type SitemapAddresses } from '../shared/read-sitemap.ts';
import { toAddress } from './addresses-file.ts';

export interface ReadSource {
  /** An address of a live site, or an absolute path: a sitemap, a folder, `_redirects` or another list. */
  readonly source: string;
  /** The site's: addresses outside of it are left out. */
  readonly base: string;
  readonly signal: AbortSignal;
}

export interface FoundAddresses {
  /** In their one spelling, without the base, each once. */
  readonly addresses: readonly string[];
  /** What was left out, in full sentences. */
  readonly problems: readonly string[];
}

/** In bytes. */
const MAX_FILE = 100e6;

/** @throws {SitegenError} if the source has no addresses */
export async function readAddressSource({ source, base, signal }: ReadSource): Promise<FoundAddresses> {
  const { addresses: written, problems } = /^https?:\/\//i.test(source)
    ? await readSitemap({ url: source, fetchBytes: createFetch('reads sitemaps', signal) })
    : await readLocal(source, base);
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
    ...(outside > 0 ? [`Left out: ${outside} addresses outside of the base ${base}.`] : []),
    ...(impossible > 0 ? [`Left out: ${impossible} lines that are no addresses, or patterns of them.`] : []),
  ];
  if (found.size > 0) return { addresses: [...found], problems: all };
  throw new SitegenError(`${source} has no addresses.\n${all.join('\n')}`.trimEnd());
}

async function readLocal(file: string, base: string): Promise<SitemapAddresses> {
  if (await isFolder(file)) {
    const pages = listFiles(file).filter(
      (name) => /\.html?$/.test(name) && !isErrorPage(name) && !/(^|\/)\./.test(name),
    );
    return {
      addresses: pages.map((page) =>
        withBase(base, encodeURI(pathOfOutput(page, true)).replace(/[?#]/g, encodeURIComponent)),
      ),
      problems: [],
    };
  }
  const bytes = readRegularFile(file, MAX_FILE);
  if (bytes === undefined) throw new SitegenError(`${file} is not a file of at most ${MAX_FILE / 1e6} MB.`);
  const isXml = bytes[0] === 0x1f || /^[\uFEFF\s]*</.test(bytes.subarray(0, 1000).toString());
  return isXml ? readSitemapFile(bytes, path.basename(file)) : readList(bytes.toString());
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new SitegenError(
      `${file} does not exist.\nTry: name a file or folder, or an address like https://www.example.com/`,
    );
  }
}

async function readSitemapFile(bytes: Uint8Array, name: string): Promise<SitemapAddresses> {
  const { pages, sitemaps, failure } = await parseSitemap(bytes, name, MAX_FILE);
  const others =
    sitemaps.length > 0 ? `${name} names other sitemaps, such as ${sitemaps[0]}: read each with --from.` : [];
  return ofOneSite(pages, [failure ?? [], others].flat());
}

/** The first word of each line: of a redirect, its old address. A line without one is a comment, a condition or a pattern. */
function readList(text: string): SitemapAddresses {
  const words: string[] = [];
  let patterns = 0;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const [word = ''] = line.trim().split(/\s/, 1);
    if (word === '' || word.startsWith('#')) continue;
    if (/\*|\/:/.test(word)) patterns += 1;
    else words.push(word);
  }
  return ofOneSite(words, patterns > 0 ? [`Left out: ${patterns} rules for many addresses, with "*" or ":name".`] : []);
}

/** A list without a host of its own has the host of its first address. */
function ofOneSite(all: readonly string[], problems: readonly string[]): SitemapAddresses {
  const first = all.find((one) => URL.canParse(one));
  const addresses = all.filter((one) => first === undefined || !URL.canParse(one) || isSameSite(one, first));
  const left = all.length - addresses.length;
  const others = left > 0 ? [`Left out: ${left} addresses of other sites than ${new URL(first ?? '').host}.`] : [];
  return { addresses, problems: [...problems, ...others] };
}
