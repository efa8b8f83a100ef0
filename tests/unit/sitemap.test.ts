import { expect, test } from 'vitest';
import { generateSitemap } from '../../src/generate/sitemap.ts';

const CONFIG = { site: 'https://example.org', base: '/docs/' };

const ALTERNATES = Array.from({ length: 20 }, (_, index) => ({ lang: 'de', path: `/${index}/${'long'.repeat(250)}/` }));

function generate(count: number, alternates?: typeof ALTERNATES): [name: string, urls: number, bytes: number][] {
  const pages = Array.from({ length: count }, (_, index) => {
    const route = { path: `/${index}/`, output: `${index}/index.html` };
    return { route, noindex: false, ...(alternates && { alternates }) };
  });
  return generateSitemap(CONFIG, pages).map(({ output, contents }) => {
    const text = contents instanceof Uint8Array ? Buffer.from(contents).toString() : '';
    return [output, text.split('<url>').length - 1, contents.length];
  });
}

test('a sitemap is split after 50,000 addresses', () => {
  expect(generate(50_000).map(([name, urls]) => [name, urls])).toEqual([['sitemap.xml', 50_000]]);
  expect(generate(50_001).map(([name, urls]) => [name, urls])).toEqual([
    ['sitemap.xml', 0],
    ['sitemap-1.xml', 50_000],
    ['sitemap-2.xml', 1],
  ]);
});

test('a sitemap is split before it exceeds 50 MiB, and contains every page once', () => {
  const [, ...parts] = generate(3000, ALTERNATES);

  expect(parts.length).toBeGreaterThan(1);
  expect(parts.reduce((sum, [, urls]) => sum + urls, 0)).toBe(3000);
  expect(parts.filter(([, , bytes]) => bytes > 50 * 1024 * 1024)).toEqual([]);
  expect(parts[0]?.[2]).toBeGreaterThan(49 * 1024 * 1024);
});
