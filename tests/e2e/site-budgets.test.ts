import { load } from 'cheerio';
import { brotliCompressSync } from 'node:zlib';
import type { Request } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest, type Open } from '../helpers/site.ts';
import { ADDRESSES, NOT_FOUND_ERRORS, pathOf, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

interface Loaded {
  readonly path: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Everything that comes with a page, including icons and manifest, whether the browser has requested them or not. */
async function loadPage(open: Open, address: string): Promise<Loaded[]> {
  const { page, requests } = await open(address, { expects: NOT_FOUND_ERRORS });
  await untilHydrated(page);
  const asked = requests.filter((request) => request.resourceType() !== 'other');
  const links = await page
    .locator('link[rel~=icon], link[rel=manifest]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  return Promise.all([...asked.map(answerTo), ...links.map(fetchLinked)]);
}

async function answerTo(request: Request): Promise<Loaded> {
  const response = (await request.response())!;
  const [headers, body] = await Promise.all([response.allHeaders(), response.body()]);
  return { path: pathOf(request.url()), type: request.resourceType(), headers, body };
}

async function fetchLinked(url: string): Promise<Loaded> {
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  return { path: pathOf(url), type: 'linked', headers: Object.fromEntries(response.headers), body };
}

/** The hash in the name of a script depends on the folder of sitegen, and changes the size of a page by up to 37 bytes. */
function withoutHashes(body: Buffer): Buffer {
  return Buffer.from(body.toString('latin1').replace(/-[\dA-Z]{8}(?=\.js)/g, ''), 'latin1');
}

/** Bytes transferred. Fonts and bitmaps are already compressed. */
function weigh(all: readonly Loaded[], ...types: readonly string[]): number {
  const chosen = all.filter(({ type }) => types.length === 0 || types.includes(type));
  return chosen
    .map(({ path, body }) => (/\.(woff2|png)$/.test(path) ? body : brotliCompressSync(withoutHashes(body))))
    .reduce((sum, { length }) => sum + length, 0);
}

describe('a page', () => {
  test.for(ADDRESSES)('%s is small', async (address, { open, expect }) => {
    const all = await loadPage(open, address);
    expect(weigh(all, 'document')).toBeGreaterThan(1000);
    expect(weigh(all, 'document'), 'HTML').toBeLessThanOrEqual(7_500);
    expect(weigh(all, 'stylesheet')).toBeGreaterThan(1000);
    expect(weigh(all, 'document', 'stylesheet'), 'HTML and CSS').toBeLessThanOrEqual(14_000); // ten packets
    expect(weigh(all, 'font'), 'fonts').toBeLessThanOrEqual(18_000);
    expect(weigh(all, 'script'), 'JavaScript').toBeLessThanOrEqual(9_300); // including 6,500 for the islands runtime
    expect(weigh(all), 'all in all').toBeLessThanOrEqual(50_000);
  });

  test.for(ADDRESSES)(
    '%s contains no source maps, styles, handlers or inlined files',
    async (address, { open, expect }) => {
      const all = await loadPage(open, address);
      const mapped = all.filter(({ headers, body }) => headers['sourcemap'] ?? body.includes('sourceMappingURL='));
      expect(mapped.map(({ path }) => path)).toEqual([]);
      const textOf = (type: string) => all.find((loaded) => loaded.type === type)!.body.toString();
      const $ = load(textOf('document'));
      expect($('style').text()).toMatch(
        /^@media \(prefers-reduced-motion:no-preference\)\{@view-transition\{[^{}]*\}\}$/,
      );
      const elements = $('html, html *').toArray();
      expect(elements.length).toBeGreaterThan(50);
      const forbidden = elements
        .flatMap(({ attribs }) => Object.entries(attribs))
        .filter(([name, value]) => /^(style|on\w+)$/.test(name) || /^(style$|data:|javascript:)/i.test(value));
      expect(forbidden).toEqual([]);
      expect(textOf('stylesheet')).not.toMatch(/url\(["']?data:/);
    },
  );
});
