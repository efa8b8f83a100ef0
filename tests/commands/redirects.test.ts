/** `redirects` in the config. */
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const configWith = (config: object) => `export default ${JSON.stringify(config)};`;

test('writes redirect pages for hosts without redirects', async () => {
  const redirects = {
    '/old/': '/new/',
    '/shop': 'https://shop.example.com/?a=1&b=2',
    '/été/': '/new/#part',
    '/r%26d/': '/new/',
  };
  const project = await makeProject({
    'sitegen.config.ts': configWith({ site: 'https://example.com', base: '/docs/', redirects }),
    'templates/pages/new.tsx': page('New', '<p id="part">part</p>'),
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  const leads = async (file: string) => {
    const $ = load(await project.read(`out/${file}`));
    return [$('meta[http-equiv=refresh]').attr('content'), $('a').attr('href'), $('link[rel=canonical]').attr('href')];
  };
  expect(await leads('old/index.html')).toEqual(['0; url=/docs/new/', '/docs/new/', 'https://example.com/docs/new/']);
  const shop = 'https://shop.example.com/?a=1&b=2';
  expect(await leads('shop/index.html')).toEqual([`0; url=${shop}`, shop, shop]);
  expect((await leads('été/index.html'))[1]).toBe('/docs/new/#part');
  expect((await leads('r&d/index.html'))[1]).toBe('/docs/new/');
  expect(await project.read('out/sitemap.xml')).not.toContain('old');
});

test('writes configuration and no pages for hosts that support redirects', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({ redirects: { '/old/': '/' }, hosts: ['netlify', 'cloudflare', 'nginx'] }),
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  expect(await project.read('out/_redirects')).toBe('/old/ / 301\n/old / 301\n');
  expect(await project.read('.sitegen/hosts/nginx.conf')).toContain(
    'location = "/old" { return 301 "/$is_args$args"; }',
  );
  expect(await project.list('out/old')).toEqual([]);
});

test('reports all mistakes', async () => {
  const redirects = {
    '/here/': '/',
    '/file.txt': '/',
    '/gone/': '/nowhere/',
    '/slash/': '/there',
    '/chain/': '/moved/',
    '/moved/': '/there/',
    '/itself/': '/itself/',
    '/one/': '/other/',
    '/other/': '/one/',
  };
  const project = await makeProject({
    'sitegen.config.ts': configWith({ redirects }),
    'templates/pages/here.tsx': page('Here', ''),
    'templates/pages/there.tsx': page('There', ''),
    'public/file.txt': 'x',
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(code).toBe(1);
  expect(diagnostics.map((found) => [found.code, ...(found.message.match(/"[^"]*"/g) ?? [])].join(' '))).toEqual([
    'redirect-clash "/here/"',
    'redirect-clash "/file.txt"',
    'redirect-broken "/gone/" "/nowhere/"',
    'redirect-broken "/slash/" "/there"',
    'redirect-chain "/chain/" "/moved/" "/there/"',
    'redirect-chain "/itself/"',
    'redirect-chain "/one/" "/other/" "/one/"',
    'redirect-chain "/other/" "/one/" "/other/"',
  ]);
  expect(diagnostics.slice(4).map(({ hint }) => hint)).toEqual([
    "write `'/chain/': '/there/'`",
    ...Array.from({ length: 3 }, () => 'redirect to a page'),
  ]);
  expect(diagnostics[3]?.hint).toContain('"/there/"');
  expect(await project.list('out')).toEqual([]);
});

test('a link that causes a redirect is a warning', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({ redirects: { '/old/': '/new/' } }),
    'templates/pages/index.tsx': page(
      'Home',
      '<a href="/old/">one</a> <a href="/old#x">two</a> <a href="/new">three</a>',
    ),
    'templates/pages/new.tsx': page('New', ''),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/^warning link-redirect/gm)).toHaveLength(3);
  expect(stderr.match(/Try: write "\/new\/"/g)).toHaveLength(3);
});

test('warns about files that a configured host does not accept', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({ hosts: ['cloudflare'] }),
    'public/film.mp4': '',
  });
  await truncate(path.join(project.root, 'public/film.mp4'), 26 * 1024 * 1024);

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/(?<=^warning host-limit\n\s*)\S.*/gm)).toEqual([
    '"film.mp4" has 27262976 bytes, but Cloudflare Pages accepts at most 26214400 per file.',
  ]);
});

test('a build reports and leaves out what a host cannot express', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({
      hosts: ['nginx', 'netlify'],
      redirects: { '/a:b/': '/', '/sq[uare]/': 'https://example.org/?y={z}' },
    }),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/(?<=^warning host-limit\n\s*)\S.*/gm)).toEqual(['Netlify cannot redirect "/a:b/" to "/".']);
  const nginx = await project.read('.sitegen/hosts/nginx.conf');
  expect(nginx).toContain('"/sq[uare]/" { return 301 "https://example.org/?y=%7Bz%7D"; }');
  expect(await project.read('out/_redirects')).not.toContain('/a');
});

test.each([
  [{ redirects: { old: '/' } }, '"redirects.old"'],
  [{ redirects: { '/a*': '/' } }, '"/a*". Expected an old path'],
  [{ redirects: { '/a/': 'somewhere' } }, '"redirects./a/": "somewhere". Expected a path like'],
  [{ redirects: { '/v1.1/': '/\\b/' } }, '"redirects./v1.1/": "/\\\\b/". Expected a path like'],
  [{ gone: ['old'] }, '"gone.0": "old". Expected a list of paths'],
  [{ redirects: [] }, '"redirects": []. Expected an object'],
  [{ redirects: { '/100%/': '/' } }, 'redirects'],
  [{ headers: { 'X-Price': '5 $' } }, '"headers.X-Price": "5 $"'],
  [{ headers: { 'X-A': 'é' } }, '"headers.X-A": "é". Expected a string of printable ASCII'],
  [{ headers: { 'not a name': 'x' } }, '"not a name". Expected the name of a header'],
  [{ headers: { 'cache-control': 'no-store' } }, '"cache-control". Expected the name of a header'],
  [{ hosts: ['netlfy'] }, '"hosts.0": "netlfy"'],
  [{ compress: ['lzma'] }, '"compress.0": "lzma"'],
  [{ assetPrefix: 'cdn.example.com' }, '"assetPrefix": "cdn.example.com"'],
])('rejects an invalid config: %j', async (config, part) => {
  const project = await makeProject({ 'sitegen.config.ts': configWith(config) });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(2);
  expect(stderr).toContain(part);
  expect(stderr).not.toContain('undefined');
});
