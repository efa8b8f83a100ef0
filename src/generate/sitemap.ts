import type { Alternate } from '../shared/page-facts.ts';
import type { Config, GeneratedAsset } from '../shared/model.ts';
import { isIndexable } from '../shared/error-pages.ts';
import { absoluteUrl } from '../shared/address.ts';

/** Limits of one file: https://www.sitemaps.org/protocol.html */
const MOST_URLS = 50_000;
const MOST_BYTES = 50 * 1024 * 1024;

/** At least the size of the text before the first entry and after the last. */
const FRAME_BYTES = 300;

/** The facts that decide if a page is in the sitemap. */
interface Listed {
  readonly route: { readonly path: string; readonly output: string };
  readonly noindex: boolean;
  readonly updated?: string;
  readonly alternates?: readonly Alternate[];
}

/**
 * Generates `sitemap.xml`, with the pages that search engines may list, and a `robots.txt` that refers to it. Both need
 * absolute URLs, so there is neither without a `site`.
 */
export function generateSitemap(
  { site, base }: Pick<Config, 'site' | 'base'>,
  pages: readonly Listed[],
): GeneratedAsset[] {
  if (site === undefined) return [];
  const addressOf = (path: string) => absoluteUrl(site, base, path);
  const toPageEntry = ({ route, updated, alternates = [] }: Listed): string => {
    const links = alternates.map(({ lang, path }) => toLink(lang, addressOf(path)));
    return toEntry('url', addressOf(route.path), updated, links.join(''));
  };
  const listed = pages.filter(({ route: { output }, noindex }) => isIndexable({ output, noindex }));
  const parts = Array.from(splitEntries(listed, toPageEntry), (part) => toXml('urlset', part));
  const files = toFiles(parts, addressOf('/'));
  // robots.txt counts only at the root of a host: https://www.rfc-editor.org/rfc/rfc9309#section-2.3
  const robots = Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${addressOf('/sitemap.xml')}\n`);
  return [...files, ...(base === '/' ? [{ output: 'robots.txt', contents: robots }] : [])];
}

/** @param parts of the sitemap */
function toFiles(parts: readonly Buffer[], root: string): GeneratedAsset[] {
  const [only = toXml('urlset', []), ...others] = parts;
  if (others.length === 0) return [{ output: 'sitemap.xml', contents: only }];
  const files = parts.map((contents, index) => ({ output: `sitemap-${index + 1}.xml`, contents }));
  const index = files.map(({ output }) => toEntry('sitemap', root + output));
  return [{ output: 'sitemap.xml', contents: toXml('sitemapindex', index) }, ...files];
}

/** With many languages, an entry can exceed a kilobyte. The entries of one part are in memory at a time. */
function* splitEntries(pages: readonly Listed[], toPageEntry: (page: Listed) => string): Generator<readonly string[]> {
  let part: string[] = [];
  let bytes = FRAME_BYTES;
  for (const page of pages) {
    const entry = toPageEntry(page);
    const { length } = entry; // addresses are ASCII
    if (part.length > 0 && (part.length === MOST_URLS || bytes + length > MOST_BYTES)) {
      yield part;
      [part, bytes] = [[], FRAME_BYTES];
    }
    part.push(entry);
    bytes += length;
  }
  if (part.length > 0) yield part;
}

/** @returns a line */
function toEntry(name: string, address: string, updated?: string, links = ''): string {
  const lastmod = updated === undefined ? '' : `<lastmod>${updated}</lastmod>`;
  return `  <${name}><loc>${escapeUrl(address)}</loc>${lastmod}${links}</${name}>\n`;
}

/** https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap */
function toLink(lang: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeUrl(address)}"/>`;
}

function toXml(list: string, entries: readonly string[]): Buffer {
  const text = entries.join('');
  const xhtml = text.includes('<xhtml:') ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>\n`;
  return Buffer.from(`${start}${text}</${list}>\n`);
}

/** A URL has `<`, `>` and `"` percent-encoded. */
function escapeUrl(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
