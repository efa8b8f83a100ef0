import { expect, test } from 'vitest';
import type { HostName, HostedSite } from '../../src/api/host.ts';
import { findInexpressible } from '../../src/check/check-hosts.ts';
import { hostFilesOf } from '../../src/hosts/host-files.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';

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

const ALL = Object.keys(HOSTS) as HostName[];
const FILES: readonly HostName[] = ['cloudflare', 'cloudflare-workers', 'netlify'];

test.each<[string, string, readonly HostName[]]>([
  ['/sq[uare]/', '/?q={z}&r=$1', []],
  ['/a:b/', '/', FILES],
  ['/a/', '/b:c/', []],
  ['/a/', 'https://example.org:8443/', []],
  ['/a/', 'http://example.org/', ['cloudflare', 'cloudflare-workers']],
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

test.each<[HostName, string]>([
  ['apache', 'ErrorDocument 500 /docs/500.html\n'],
  ['nginx', 'error_page 500 502 503 504 /docs/500.html;\n'],
])('%s is told of a 500.html', (host, setting) => {
  const textOf = (site: HostedSite) => hostFilesOf(host, site)[0]?.text;

  expect(textOf({ ...SITE, base: '/docs/', hasFailurePage: true })).toContain(setting);
  expect(textOf({ ...SITE, base: '/docs/' })).not.toContain('500');
});

test('Cloudflare Pages and Netlify read the same files', () => {
  const site = { ...SITE, redirects: [{ from: '/a/', to: 'http://example.org/' }] };
  const cloudflare = hostFilesOf('cloudflare', site);
  const netlify = hostFilesOf('netlify', site);

  expect(cloudflare).toEqual(netlify);
  expect(netlify[1]?.text).toContain('/a/ http://example.org/ 301\n');
});
