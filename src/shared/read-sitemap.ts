/**
 * Reads the addresses of sitemaps: https://www.sitemaps.org/protocol.html. Everything in them is a stranger's: sizes and numbers
 * are limited, each file is read once, and nothing is requested from another site.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { scanXml } from './scan-xml.ts';

/** A response with status 200, or why there is none: `it responds with 404`. */
export type Fetched =
  { readonly bytes: Uint8Array; /** After redirects. */ readonly address: string } | { readonly failure: string };

/** @param maxBytes a longer response is a failure */
export type FetchBytes = (address: string, maxBytes: number) => Promise<Fetched>;

const LIMITS = {
  /** How many files are read. An index can name 50,000. */
  files: 1000,
  /** Of each file, when it is decompressed. The protocol allows 50 MiB. */
  fileBytes: 50 * 1024 * 1024,
  /** Of all files. */
  allBytes: 500e6,
  addresses: 1_000_000,
  /** After that, nothing more is requested. */
  seconds: 600,
};

export type SitemapLimits = Readonly<typeof LIMITS>;

export interface ReadSitemap {
  /** The home page of a live site, or one of its sitemaps: `https://www.example.com/`, `https://www.example.com/wp-sitemap.xml`. */
  readonly url: string;
  /** See `createFetch` in fetch-live.ts. */
  readonly fetchBytes: FetchBytes;
  readonly limits?: Partial<SitemapLimits>;
}

export interface SitemapAddresses {
  /** Absolute, each once, in the order of the sitemaps. All are of the site. */
  readonly addresses: readonly string[];
  /** Parts that were not read, in full sentences. Without addresses, they say why. */
  readonly problems: readonly string[];
}

/** Reads all sitemaps of a live site, with those that indexes name, one after the other. */
export async function readSitemap({ url, fetchBytes, limits }: ReadSitemap): Promise<SitemapAddresses> {
  const { files, fileBytes, allBytes, addresses, seconds } = { ...LIMITS, ...limits };
  const read = async (address: string): Promise<Sitemap> => {
    const fetched = await fetchBytes(address, fileBytes);
    return 'bytes' in fetched ? parseSitemap(fetched.bytes, address, fileBytes) : failed(address, fetched.failure);
  };
  const found = new Set<string>();
  const known = new Set<string>();
  const failures: string[] = [];
  const left = new Map<string, number>();
  const leave = (what: string) => left.set(what, (left.get(what) ?? 0) + 1);
  const addTo = (all: Set<string>, most: number, elsewhere: string, beyond: string) => (address: string) => {
    if (!isSameSite(address, url)) leave(elsewhere);
    else if (all.size < most || all.has(address)) all.add(address);
    else leave(beyond);
  };
  const ofOthers = `addresses in sitemaps, but not of ${new URL(url).host}`;
  const addPage = addTo(found, addresses, ofOthers, `addresses beyond the first ${addresses}`);
  const furtherFiles = `sitemaps beyond the first ${files}, ${allBytes} bytes or ${seconds} seconds`;
  const addSitemap = addTo(known, files, 'sitemaps on other hosts', furtherFiles);
  const end = performance.now() + seconds * 1000;
  (await findSitemaps(url, fetchBytes, read)).forEach(addSitemap);
  let bytes = 0;
  for (const sitemap of known) {
    if (bytes > allBytes || performance.now() > end) {
      leave(furtherFiles);
      continue;
    }
    const { pages, sitemaps, failure, size } = await read(sitemap);
    bytes += size;
    pages.forEach(addPage);
    sitemaps.forEach(addSitemap); // which are read by this loop, too
    if (failure !== undefined) failures.push(failure);
  }
  const others = [...left]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, number]) => {
      return `Left out: ${number} ${number === 1 ? what.replace(/^(address|sitemap)(?:es|s)/, '$1') : what}.`;
    });
  return { addresses: [...found], problems: [...failures, ...others] };
}

/** True for the same host, also with and without `www.` and encryption: a site often moves between these. */
export function isSameSite(address: string, other: string): boolean {
  return URL.canParse(address) && hostOf(address) === hostOf(other);
}

function hostOf(address: string): string {
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host.replace(/^www\./, '') : address;
}

/** Where generators write their sitemaps, if `robots.txt` names none: most of them, Gatsby and Astro, WordPress. */
const USUAL = ['sitemap.xml', 'sitemap-index.xml', 'wp-sitemap.xml'] as const;

/** @returns the addresses of the sitemaps to read first */
async function findSitemaps(
  url: string,
  fetchBytes: FetchBytes,
  read: (address: string) => Promise<Sitemap>,
): Promise<string[]> {
  if (/\.(xml|txt|gz)$/.test(new URL(url).pathname)) return [url];
  const home = url.replace(/[?#].*$/s, '').replace(/\/?$/, '/');
  // At the root of the host: https://www.rfc-editor.org/rfc/rfc9309#section-2.3. Longer files need not be read.
  const robots = await fetchBytes(new URL('/robots.txt', url).href, 500 * 1024);
  const text = 'bytes' in robots ? decode(robots.bytes) : '';
  const named = text.split(/\r\n?|\n/).flatMap((line) => /^\s*sitemap\s*:\s*(\S+)/i.exec(line)?.[1] ?? []);
  const known = named.filter((address) => isSameSite(address, url));
  if (known.length > 0) return known;
  const usual = USUAL.map((name) => new URL(name, home).href);
  for (const address of usual) if ((await read(address)).failure === undefined) return [address];
  return usual.slice(0, 1);
}

/** The contents of a sitemap file. */
export interface Sitemap {
  /** Absolute addresses of pages, as URLs spell them. */
  readonly pages: readonly string[];
  /** The same of other sitemaps, which an index names. */
  readonly sitemaps: readonly string[];
  /** In characters. */
  readonly size: number;
  /** Why it was not read, in a full sentence. */
  readonly failure?: string;
}

/** @param name for messages. @param maxBytes after it is decompressed */
export async function parseSitemap(bytes: Uint8Array, name: string, maxBytes = LIMITS.fileBytes): Promise<Sitemap> {
  const plain = await decompress(bytes, maxBytes);
  if (typeof plain === 'string') return failed(name, plain);
  const text = decode(plain);
  const size = text.length;
  // A sitemap can also be a list of addresses.
  if (!text.trimStart().startsWith('<')) return { pages: listUrls(text), sitemaps: [], size };
  const { root, addresses } = scanSitemap(text);
  if (root === 'urlset') return { pages: addresses, sitemaps: [], size };
  if (root === 'sitemapindex') return { pages: [], sitemaps: addresses, size };
  return failed(name, `it is no sitemap, because its root is <${root.slice(0, 40)}>`);
}

function failed(name: string, reason: string): Sitemap {
  return { pages: [], sitemaps: [], size: 0, failure: `The sitemap ${name} was not read: ${reason}.` };
}

async function decompress(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    return error instanceof RangeError ? `it has more than ${maxBytes} bytes` : 'its compression is damaged';
  }
}

/** Line by line, because an array of all lines could be far larger than the text. */
function listUrls(text: string): string[] {
  const urls: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+/g)) urls.push(...toUrl(line));
  return urls;
}

/** Without a byte order mark. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Remembers the last tag only, however deep a document is. The prefix of the root is the prefix of the others. */
function scanSitemap(text: string) {
  const addresses: string[] = [];
  let root: string | undefined;
  let loc = '';
  let written: string | undefined;
  const addText = (content: string) => {
    if (written !== undefined && written.length < MAX_ADDRESS) written += content;
  };
  const onTag = (name: string) => {
    if (root === undefined) {
      root = name.slice(name.indexOf(':') + 1);
      loc = `${name.slice(0, name.length - root.length)}loc`;
    }
    written = name === loc ? '' : undefined;
  };
  scanXml(text, {
    onopentagname: (start, end) => onTag(text.slice(start, end)),
    onclosetag: (start, end) => {
      if (written !== undefined && text.slice(start, end) === loc) addresses.push(...toUrl(written));
      written = undefined;
    },
    ontext: (start, end) => addText(text.slice(start, end)),
    ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
    oncdata: (start, end, offset) => addText(text.slice(start, end - offset)),
  });
  return { root: root ?? '', addresses };
}

/** In characters: https://www.sitemaps.org/protocol.html#locdef. The rest of a longer one is not kept. */
const MAX_ADDRESS = 2048;

/** A fragment is not part of an address. */
function toUrl(text: string): string[] {
  const address = text.trim();
  if (address.length > MAX_ADDRESS || !/^https?:/i.test(address) || !URL.canParse(address)) return [];
  const url = new URL(address);
  url.hash = '';
  return [url.href];
}
