/** Reads sitemaps of a live site; here, a local server stands in for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/shared/fetch-live.ts';
import { parseSitemap, readSitemap, type SitemapLimits } from '../../src/shared/read-sitemap.ts';

type Files = (origin: string) => Readonly<Record<string, string | Uint8Array>>;

/** Serves files by their paths. A text that starts with `->` is the target of a redirect. */
async function readSite(
  files: Files,
  { at = '/', limits = {} }: { at?: string; limits?: Partial<SitemapLimits> } = {},
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const found = files(origin)[request.url ?? ''];
    if (typeof found === 'string' && found.startsWith('->'))
      response.writeHead(302, { Location: found.slice(2) }).end();
    else response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchBytes = createFetch('tests', new AbortController().signal);
  const { addresses, problems } = await readSitemap({ url: origin + at, fetchBytes, limits });
  const plain = (text: string) => text.replaceAll(origin, '');
  return { addresses: addresses.map(plain), problems: problems.map(plain), asked };
}

const urlset = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((one) => `<url><loc>${one}</loc></url>`).join('\n')}</urlset>`;
const index = (...addresses: string[]) =>
  `<sitemapindex>${addresses.map((one) => `<sitemap><loc>${one}</loc></sitemap>`).join('\n')}</sitemapindex>`;

test('reads the sitemaps that robots.txt names, indexes and compressed files included', async () => {
  const { addresses, problems } = await readSite((origin) => ({
    '/robots.txt': `User-agent: *\r\nDisallow:\r\nSitemap: ${origin}/maps/all.xml\r\n`,
    '/maps/all.xml': index(`${origin}/maps/a.xml`, `${origin}/maps/b.xml.gz`, `${origin}/maps/c.txt`),
    '/maps/a.xml': urlset(`${origin}/`, ` ${origin}/a/?p=1&amp;q=2 `, `<![CDATA[${origin}/caf%C3%A9/]]>`),
    '/maps/b.xml.gz': gzipSync(urlset(`${origin}/b/`, `${origin}/a/?p=1&amp;q=2`)),
    '/maps/c.txt': `\uFEFF${origin}/c/\n${origin}/d/#part\n`,
  }));
  expect(addresses).toEqual(['/', '/a/?p=1&q=2', '/caf%C3%A9/', '/b/', '/c/', '/d/']);
  expect(problems).toEqual([]);
});

test.each([
  ['/', '/sitemap.xml'],
  ['/', '/sitemap-index.xml'],
  ['/blog', '/blog/wp-sitemap.xml'],
  ['/maps/mine.xml', '/maps/mine.xml'],
])('finds a sitemap that robots.txt does not name: %s %s', async (at, file) => {
  const { addresses } = await readSite((origin) => ({ [file]: urlset(`${origin}/one/`) }), { at });
  expect(addresses).toEqual(['/one/']);
});

test('reads names with a prefix, and no addresses of images', async () => {
  const text = `<s:urlset xmlns:s="x"><s:url><s:loc>https://a.example/</s:loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></s:url></s:urlset>`;
  expect(await parseSitemap(Buffer.from(text), 'x')).toMatchObject({ pages: ['https://a.example/'] });
});

test('indexes that name each other are read once', async () => {
  const { asked, addresses } = await readSite((origin) => ({
    '/sitemap.xml': index(`${origin}/sitemap.xml`, `${origin}/b.xml`),
    '/b.xml': index(`${origin}/sitemap.xml`, `${origin}/c.xml`),
    '/c.xml': urlset(`${origin}/c/`),
  }));
  expect(addresses).toEqual(['/c/']);
  expect(asked.toSorted()).toEqual(['/b.xml', '/c.xml', '/robots.txt', '/sitemap.xml', '/sitemap.xml']);
});

test('requests nothing from other sites, and keeps no addresses of theirs', async () => {
  const { addresses, problems } = await readSite((origin) => ({
    '/robots.txt': 'Sitemap: http://127.0.0.1:9/sitemap.xml',
    '/sitemap.xml': index(
      'https://other.example/s.xml',
      'file:///etc/passwd',
      `${origin}/a.xml`,
      `${origin}/moved.xml`,
    ),
    '/a.xml': urlset('https://other.example/', 'javascript:alert(1)', 'not an address', `${origin}/a/`),
    '/moved.xml': '->http://127.0.0.1:9/private',
  }));
  expect(addresses).toEqual(['/a/']);
  expect(problems).toEqual([
    'The sitemap /moved.xml was not read: it redirects to another site, http://127.0.0.1:9/private.',
    expect.stringMatching(/^Left out: 1 address in sitemaps, but not of 127\.0\.0\.1:\d+\.$/),
    'Left out: 1 sitemap on other hosts.',
  ]);
});

test('a bomb is a problem, not a crash', async () => {
  const entities = `<!DOCTYPE urlset [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;&a;">]>`;
  const { addresses, problems } = await readSite(
    (origin) => ({
      '/sitemap.xml': index(
        ...['gz', 'long', 'deep', 'text', 'page', 'loop', 'broken', 'ok'].map((n) => `${origin}/${n}`),
      ),
      '/gz': gzipSync(Buffer.alloc(5_000_000, ' ')),
      '/long': Buffer.alloc(2_000_001, 'x'),
      '/deep': `<urlset>${'<url>'.repeat(300_000)}`,
      '/text': `<urlset>${entities}<url><loc>${origin}/&b;${'y'.repeat(100_000)}</loc></url></urlset>`,
      '/page': '<!doctype html><html><body>Not found</body></html>',
      '/loop': '->/loop',
      '/broken': Buffer.from([0x1f, 0x8b, 1, 2, 3]),
      '/ok': urlset(`${origin}/ok/`),
    }),
    { limits: { fileBytes: 2_000_000 } },
  );
  expect(addresses).toEqual(['/ok/']);
  expect(problems).toEqual([
    'The sitemap /gz was not read: it has more than 2000000 bytes.',
    'The sitemap /long was not read: it has more than 2000000 bytes.',
    'The sitemap /page was not read: it is no sitemap, because its root is <html>.',
    'The sitemap /loop was not read: it redirects more than 5 times.',
    'The sitemap /broken was not read: its compression is damaged.',
  ]);
});

test('reads no more files, bytes and addresses than the limits', async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const files: Files = (origin) => ({
    '/sitemap.xml': index(...numbers.map((n) => `${origin}/${n}.xml`)),
    ...Object.fromEntries(numbers.map((n) => [`/${n}.xml`, urlset(`${origin}/${n}/a/`, `${origin}/${n}/b/`)])),
  });
  const few = await readSite(files, { limits: { files: 6, addresses: 7 } });
  expect(few.addresses).toHaveLength(7);
  expect(few.problems).toEqual([
    'Left out: 3 addresses beyond the first 7.',
    'Left out: 15 sitemaps beyond the first 6, 500000000 bytes or 600 seconds.',
  ]);
  const short = await readSite(files, { limits: { allBytes: 500 } });
  expect(short.asked.length).toBeLessThan(10);
  expect(short.problems.at(-1)).toMatch(/^Left out: \d+ sitemaps beyond/);
});

test('a site that does not answer has no addresses, with the reason', async () => {
  const { addresses, problems } = await readSite(() => ({}));
  expect(addresses).toEqual([]);
  expect(problems).toEqual(['The sitemap /sitemap.xml was not read: it responds with 404.']);
});
