import type { Asset, Config } from '../core/model.ts';
import { isListed } from '../api/error-pages.ts';

/** The maximum number of URLs in one file: https://www.sitemaps.org/protocol.html */
const LIMIT = 50_000;

/** What decides whether a page is in the sitemap. */
interface Listed {
  readonly route: { readonly path: string; readonly output: string };
  readonly noindex: boolean;
}

/**
 * Generates `sitemap.xml`, with the pages that search engines may list, and a `robots.txt` that refers to it. Both need
 * absolute URLs, so there is neither without a `site`. A file of the same name in `public` takes precedence.
 */
export function generateSitemap(config: Config, pages: readonly Listed[], publicFiles: readonly string[]): Asset[] {
  const { site, base } = config;
  if (site === undefined) return [];
  const root = new URL(base, site);
  const listed = pages.filter(({ route, noindex }) => isListed({ ...route, noindex }));
  const addresses = listed.map(({ route }) => new URL(route.path.slice(1), root).href);
  const files = toFiles(addresses, root.href);
  // robots.txt counts only at the root of a host: https://www.rfc-editor.org/rfc/rfc9309#section-2.3
  if (base === '/') files['robots.txt'] = `User-agent: *\nAllow: /\n\nSitemap: ${root.href}sitemap.xml\n`;
  return Object.entries(files)
    .filter(([output]) => !publicFiles.includes(output))
    .map(([output, text]) => ({ output, contents: Buffer.from(text) }));
}

function toFiles(addresses: readonly string[], root: string): Record<string, string> {
  if (addresses.length <= LIMIT) return { 'sitemap.xml': toXml('urlset', 'url', addresses) };
  const count = Math.ceil(addresses.length / LIMIT);
  const names = Array.from({ length: count }, (_, index) => `sitemap-${index + 1}.xml`);
  const parts = names.map((name, index) => {
    return [name, toXml('urlset', 'url', addresses.slice(index * LIMIT, (index + 1) * LIMIT))];
  });
  const index = names.map((name) => root + name);
  return { 'sitemap.xml': toXml('sitemapindex', 'sitemap', index), ...Object.fromEntries(parts) };
}

function toXml(list: string, entry: string, addresses: readonly string[]): string {
  const entries = addresses.map((address) => `  <${entry}><loc>${escapeXml(address)}</loc></${entry}>\n`);
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  return `${start}${entries.join('')}</${list}>\n`;
}

/** A URL has `<`, `>` and `"` percent-encoded. */
function escapeXml(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
