import { expect, test } from 'vitest';
import type { HostName } from '../../src/api/host.ts';
import { checkHosts } from '../../src/check/check-hosts.ts';
import type { Config } from '../../src/shared/model.ts';
import type { Output } from '../../src/site/output.ts';

const CONFIG = {
  root: '/site',
  out: '/site/out',
  base: '/',
  headers: {},
  redirects: [],
  gone: [],
  elsewhere: [],
  trailingSlash: true,
} as unknown as Config;

interface Files {
  readonly count: number;
  /** Of each, in bytes. */
  readonly size?: number;
}

const list = ({ count, size = 1 }: Files): Output[] =>
  Array.from({ length: count }, (_, at) => {
    const output = `${at % 10}/${at}.bin`;
    // Not a real file: a size is all that is asked for.
    return { kind: 'public', output, contents: { length: size } } as unknown as Output;
  });

test.each<[HostName, Files, string[]]>([
  ['cloudflare', { count: 20_000 }, []],
  [
    'cloudflare',
    { count: 20_001 },
    ['The site has 20001 files, but Cloudflare Pages accepts at most 20000 on its free plan.'],
  ],
  ['cloudflare-workers', { count: 1, size: 26_214_400 }, []],
  [
    'cloudflare-workers',
    { count: 1, size: 26_214_401 },
    ['"0/0.bin" has 26214401 bytes, but Cloudflare Workers accepts at most 26214400 per file.'],
  ],
  ['vercel', { count: 1001, size: 30_000_000 }, []],
])('checkHosts compares the files of a site with the limits of %s: %j', (host, files, expected) => {
  const found = checkHosts({ config: { ...CONFIG, hosts: [host] }, pages: [], outputs: list(files) });

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
