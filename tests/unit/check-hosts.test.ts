import { expect, test } from 'vitest';
import type { HostName } from '../../src/api/host.ts';
import { checkHosts } from '../../src/check/check-hosts.ts';
import type { Config } from '../../src/shared/model.ts';
import type { Output } from '../../src/site/output.ts';

const CONFIG = { base: '/', headers: {}, redirects: [], elsewhere: [], trailingSlash: true } as unknown as Config;

const files = (count: number, size: number, folderOf = (at: number) => `${at % 10}/`): Output[] =>
  Array.from({ length: count }, (_, at) => {
    // Not a real file: a size is all that is asked for.
    return { kind: 'public', output: `${folderOf(at)}${at}.bin`, contents: { length: size } } as unknown as Output;
  });

test.each<[HostName, Output[], string[]]>([
  ['cloudflare', files(20_000, 1), []],
  [
    'cloudflare',
    files(20_001, 1),
    [
      'The site has 20001 files, but Cloudflare Pages accepts at most 20000 on its free plan, and 100000 on paid plans.',
    ],
  ],
  ['cloudflare', files(100_001, 1), ['The site has 100001 files, but Cloudflare Pages accepts at most 100000.']],
  [
    'cloudflare-workers',
    files(100_000, 1),
    [
      'The site has 100000 files, but Cloudflare Workers accepts at most 20000 on its free plan, and 100000 on paid plans.',
    ],
  ],
  ['cloudflare-workers', files(1, 26_214_400), []],
  [
    'cloudflare-workers',
    files(1, 26_214_401),
    ['"0/0.bin" has 26214401 bytes, but Cloudflare Workers accepts at most 26214400 per file.'],
  ],
  ['netlify', files(60_000, 1), []],
  ['netlify', files(54_000, 1, () => ''), []],
  ['netlify', files(54_001, 1, () => ''), ['"/" has 54001 files, but Netlify accepts at most 54000 per folder.']],
  [
    'netlify',
    files(54_001, 1, () => 'a/b/'),
    ['"a/b/" has 54001 files, but Netlify accepts at most 54000 per folder.'],
  ],
  ['github', files(1000, 1_000_000), []],
  ['github', files(1001, 1_000_000), ['The site has 1001000000 bytes, but GitHub Pages accepts at most 1000000000.']],
  ['vercel', files(100_001, 30_000_000), []],
])('checkHosts compares the files of a site with the limits of %s', (host, outputs, expected) => {
  const found = checkHosts({ config: { ...CONFIG, hosts: [host] }, pages: [], outputs });

  expect(found.map(({ code, severity }) => [code, severity])).toEqual(expected.map(() => ['host-limit', 'warning']));
  expect(found.map(({ message }) => message)).toEqual(expected);
});

test.each<[HostName[], string[]]>([
  [['netlify'], []],
  [['cloudflare-workers'], []],
  [['netlify', 'cloudflare-workers'], ['Netlify cannot send "/de/404.html"']],
])('with the hosts %j, error pages of folders are seen by visitors but for %j', (hosts, expected) => {
  const pages = [{ route: { path: '/de/404.html' } }] as unknown as Parameters<typeof checkHosts>[0]['pages'];
  const found = checkHosts({ config: { ...CONFIG, hosts }, pages, outputs: [] });

  expect(found.map(({ message }) => message.replace(/ for the unknown.*/, ''))).toEqual(expected);
});
