import { expect, test } from 'vitest';
import type { HostName, HostedSite } from '../../src/api/host.ts';
import { headersOf } from '../../src/hosts/headers.ts';
import { hostFilesOf } from '../../src/hosts/host-files.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { findExceeded, findInexpressible } from '../../src/hosts/settings-limits.ts';

const SITE: HostedSite = {
  base: '/',
  out: 'out',
  headers: { 'Content-Security-Policy': "default-src 'self'", 'X-Frame-Options': 'DENY', 'X-Custom': '1' },
  redirects: [],
  errorFolders: [],
  gone: [],
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
  ['cloudflare-workers', { redirects: redirects(1001) }, ['"_redirects" has 2002 lines']],
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

const ALL = Object.keys(HOSTS) as HostName[];
const FILES: readonly HostName[] = ['cloudflare', 'cloudflare-workers', 'netlify'];

test.each<[string, string, readonly HostName[]]>([
  ['X-A', 'it\'s "so"; a, \\b 100% {y} #end', []],
  ['X-A', 'back$lash', ['nginx', 'vercel']],
  ['X-A', '$ 5', ['nginx']],
  ['X-A', 'a${b}', ['apache', 'nginx']],
  ['X-A', 'expr=1', ['apache']],
  ['X-A', 'an: expr=1', []],
  ['X-A', 'a: }', []],
  ['X-A', '"a: b",c', []],
  ['X-A', '{$b}', ['caddy', 'nginx', 'vercel']],
  ['X-A', '}', ['caddy']],
  ['X-A', '{}', []],
  ['X-A', '`\\', ['caddy']],
  ['X-A', '\\"`', ['caddy']],
  ['X-A', '\\"', []],
  ['X-A', '/:splat', FILES],
  ['X-A', 'a,b', []],
  ['X-A', '"a, b", "c","d"', []],
  ['X-A', '"a,b"', FILES],
  ['X-A', 'x="a", y="b ,c"', FILES],
  ['X-A', '"a,  b"', FILES],
  ['X-Frame-Options', 'ALLOW-FROM https://example.org', ['cloudfront']],
  ['x-frame-options', 'sameorigin', []],
  ['X-Content-Type-Options', 'sniff', ['cloudfront']],
  ['Referrer-Policy', 'no-referrer, strict-origin', ['cloudfront']],
  ['Referrer-Policy', 'strict-origin-when-cross-origin', []],
  ['Referrer-Policy', 'strict-no-referrer', ['cloudfront']],
  ['Strict-Transport-Security', 'max-age=1; includeSubDomains; preload', []],
  ['Strict-Transport-Security', 'max-age=1; more', ['cloudfront']],
  ['Strict-Transport-Security', 'includeSubDomains', ['cloudfront']],
])('the header %s: %s is left out and reported by hosts that cannot express it', (name, value, expected) => {
  const site = { ...SITE, headers: { [name]: value } };
  const able = ALL.filter((host) => HOSTS[host].headers.startsWith('all'));

  expect(ALL.filter((host) => findInexpressible(host, site).length > 0)).toEqual(expected);
  expect(able.filter((host) => !(name in headersOf(HOSTS[host], site, 'index.html')))).toEqual(expected);
});

test.each<[string, string, readonly HostName[]]>([
  ['/sq[uare]/', '/?q={z}&r=$1', []],
  ['/a:b/', '/', FILES],
  ['/10:30/', '/', FILES],
  ['/.netlify/x', '/', FILES],
  ['/a/', '/b:c/', []],
  ['/a/', 'https://example.org:8443/', []],
  ['/a/', 'http://example.org/', ['cloudflare', 'cloudflare-workers']],
  ['/a/', '/b/index.html', ['cloudflare-workers']],
  ['/a.html', '/b/index.html', []],
  ['/a/', '/index-of-b.html', []],
  ['/a/', '/?', ['apache']],
  ['/a/', '/?a&', ['apache']],
  ['/a/', '/a&', []],
])('a redirect from %s to %s is left out and reported by hosts that cannot express it', (from, to, expected) => {
  const site = { ...SITE, redirects: [{ from, to }] };

  expect(ALL.filter((host) => findInexpressible(host, site).length > 0)).toEqual(expected);
});

test('Cloudflare Workers refuse rules that Netlify needs, and would publish hidden files', () => {
  const moved = { from: '/b/', to: '/c/' };
  const site = { ...SITE, redirects: [{ from: '/a/', to: 'http://example.org/' }, moved], errorFolders: ['/de/'] };
  const texts = Object.fromEntries(hostFilesOf('cloudflare-workers', site).map(({ name, text }) => [name, text]));

  expect(texts).toEqual({
    _headers: hostFilesOf('netlify', site)[0]?.text,
    _redirects: '/b/ /c/ 301\n/b /c/ 301\n',
    '.assetsignore': '.*\n!.well-known\n',
  });
});

test('Cloudflare Pages and Netlify read the same files', () => {
  const site = { ...SITE, redirects: [{ from: '/a/', to: 'http://example.org/' }] };
  const cloudflare = hostFilesOf('cloudflare', site);
  const netlify = hostFilesOf('netlify', site);

  expect(cloudflare).toEqual(netlify);
  expect(netlify[1]?.text).toContain('/a/ http://example.org/ 301\n');
});
