import { expect, test } from 'vitest';
import type { HostName, HostedSite } from '../../src/api/host.ts';
import { findExceeded } from '../../src/hosts/settings-limits.ts';

const SITE: HostedSite = {
  base: '/',
  headers: { 'Content-Security-Policy': "default-src 'self'", 'X-Frame-Options': 'DENY', 'X-Custom': '1' },
  redirects: [],
  errorFolders: [],
  elsewhere: [],
  trailingSlash: true,
};

const redirects = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from: `/old-${at}/`, to: `/new-${at}/` }));
const headers = (count: number, value = '1') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Header-${at}`, value]));

const BYTES = expect.stringMatching(/^"cloudfront-function.js" has [2-9]\d{4} bytes$/) as string;

test.each<[HostName, Partial<HostedSite>, string[]]>([
  ['cloudflare', { redirects: redirects(1000) }, []],
  ['cloudflare', { redirects: redirects(1001) }, ['"_redirects" has 2002 lines']],
  ['cloudflare', { redirects: [{ from: '/a', to: `/${'b'.repeat(991)}/` }] }, []],
  [
    'cloudflare',
    { redirects: [{ from: '/a', to: `/${'b'.repeat(992)}/` }] },
    ['"_redirects" has a line of 1001 characters'],
  ],
  ['cloudflare', { headers: { 'X-A': 'a'.repeat(2000) } }, ['"_headers" has a line of 2007 characters']],
  ['netlify', { redirects: redirects(6000) }, []],
  ['cloudfront', { redirects: redirects(50) }, []],
  ['cloudfront', { redirects: redirects(1200) }, [BYTES]],
  ['cloudfront', { headers: { ...SITE.headers, ...headers(9) } }, []],
  ['cloudfront', { headers: { ...SITE.headers, ...headers(10) } }, ['The site has 11 custom headers']],
  ['cloudfront', { headers: { 'X-A': 'a'.repeat(1784) } }, ['The header "X-A" has 1784 characters']],
  ['cloudfront', { headers: headers(7, 'a'.repeat(1700)) }, ['All custom headers have 11970 characters']],
  ['vercel', { redirects: redirects(1023) }, []],
  ['vercel', { redirects: redirects(1024) }, ['"vercel.json" has 2050 routes']],
  ['nginx', { redirects: redirects(6000), headers: headers(20, 'a'.repeat(1784)) }, []],
])('findExceeded compares the settings of %s with its limits', (host, site, expected) => {
  const exceeded = findExceeded(host, { ...SITE, ...site }, new Set());

  expect(exceeded.map(({ text }) => text)).toEqual(expected);
});

test('findExceeded ignores a generated file that the site replaces', () => {
  const site = { ...SITE, redirects: redirects(1001) };

  expect(findExceeded('cloudflare', site, new Set(['_redirects']))).toEqual([]);
});
