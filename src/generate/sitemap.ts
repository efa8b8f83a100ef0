import type { Alternate } from '../shared/page-facts.ts';
import type { Config, GeneratedAsset } from '../shared/model.ts';
import { isListed } from '../shared/error-pages.ts';
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
  const listed = pages.filter(({ route, noindex }) => isListed({ ...route, noindex }));
  const entries = listed.map(({ route, updated, alternates = [] }) => {
    const links = alternates.map(({ lang, path }) => toLink(lang, addressOf(path)));
    return toEntry(addressOf(route.path), updated) + links.join('');
  });
  const files = toFiles(entries, addressOf('/'));
  // robots.txt counts only at the root of a host: https://www.rfc-editor.org/rfc/rfc9309#section-2.3
  if (base === '/') files['robots.txt'] = `User-agent: *\nAllow: /\n\nSitemap: ${addressOf('/sitemap.xml')}\n`;
  return Object.entries(files).map(([output, text]) => ({ output, contents: Buffer.from(text) }));
}

/** @param entries of the pages */
function toFiles(entries: readonly string[], root: string): Record<string, string> {
  const parts = splitEntries(entries).map((part) => toXml('urlset', 'url', part));
  if (parts.length <= 1) return { 'sitemap.xml': parts[0] ?? toXml('urlset', 'url', []) };
  const names = parts.map((_, index) => `sitemap-${index + 1}.xml`);
  const index = names.map((name) => toEntry(root + name));
  const files = names.map((name, at) => [name, parts[at]]);
  return { 'sitemap.xml': toXml('sitemapindex', 'sitemap', index), ...Object.fromEntries(files) };
}

/** With many languages, an entry can exceed a kilobyte. */
function splitEntries(entries: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = Infinity;
  for (const entry of entries) {
    const { length } = `  <url>${entry}</url>\n`; // addresses are ASCII
    const last = parts.at(-1);
    const isFull = last === undefined || last.length === MOST_URLS || bytes + length > MOST_BYTES;
    if (isFull) parts.push([entry]);
    else last.push(entry);
    bytes = isFull ? FRAME_BYTES + length : bytes + length;
  }
  return parts;
}

function toEntry(address: string, updated?: string): string {
  return `<loc>${escapeUrl(address)}</loc>${updated === undefined ? '' : `<lastmod>${updated}</lastmod>`}`;
}

/** https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap */
function toLink(lang: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeUrl(address)}"/>`;
}

function toXml(list: string, name: string, entries: readonly string[]): string {
  const lines = entries.map((entry) => `  <${name}>${entry}</${name}>\n`);
  const xhtml = entries.some((entry) => entry.includes('<xhtml:')) ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>\n`;
  return `${start}${lines.join('')}</${list}>\n`;
}

/** A URL has `<`, `>` and `"` percent-encoded. */
function escapeUrl(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
