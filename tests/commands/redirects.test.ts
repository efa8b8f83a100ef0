/** `redirects` in the config. */
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const configWith = (config: object) => `export default ${JSON.stringify(config)};`;

test('where a host can have none, a page leads on', async () => {
  const redirects = { '/old/': '/new/', '/shop': 'https://shop.example.com/?a=1&b=2', '/été/': '/new/#part' };
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
  expect(await project.read('out/sitemap.xml')).not.toContain('old');
});

test('hosts that can are told, and then there is no such page', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({ redirects: { '/old/': '/' }, hosts: ['netlify', 'cloudflare', 'nginx'] }),
  });

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  expect(await project.read('out/_redirects')).toBe('/old/ / 301\n/old / 301\n');
  expect(await project.read('.sitegen/hosts/nginx.conf')).toContain('location = "/old" { return 301 "/"; }');
  expect(await project.list('out/old')).toEqual([]);
});

test('mistakes are told, all of them', async () => {
  const redirects = {
    '/here/': '/',
    '/file.txt': '/',
    '/gone/': '/nowhere/',
    '/slash/': '/there',
    '/chain/': '/moved/',
    '/moved/': '/there/',
    '/itself/': '/itself/',
  };
  const project = await makeProject({
    'sitegen.config.ts': configWith({ redirects }),
    'templates/pages/here.tsx': page('Here', ''),
    'templates/pages/there.tsx': page('There', ''),
    'public/file.txt': 'x',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr.match(/^error .*\n.*$/gm)).toEqual([
    'error redirect-clash\n  The config redirects "/here/", and the site has something there.',
    'error redirect-clash\n  The config redirects "/file.txt", and the site has something there.',
    'error redirect-broken\n  The config redirects "/gone/" to "/nowhere/", and no page or file answers to that address.',
    'error redirect-broken\n  The config redirects "/slash/" to "/there", and no page or file answers to that address.',
    'error redirect-chain\n  The config redirects "/chain/" to "/moved/", which leads on to "/there/".',
    'error redirect-chain\n  The config redirects "/itself/" to itself.',
  ]);
  expect(stderr).toContain('Try: write "/there/"');
  expect(await project.list('out')).toEqual([]);
});

test('a link that costs a redirect is a warning', async () => {
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

test.each([
  [{ redirects: { old: '/' } }, '"old" for "redirects.old"'],
  [{ redirects: { '/a*': '/' } }, 'redirects'],
  [{ redirects: { '/a/': 'somewhere' } }, '"somewhere" for "redirects./a/"'],
  [{ redirects: { '/100%/': '/' } }, 'redirects'],
  [{ headers: { 'X-A': 'line\nline' } }, 'for "headers.X-A"'],
  [{ headers: { 'not a name': 'x' } }, 'headers'],
  [{ hosts: ['netlfy'] }, '"netlfy" for "hosts.0"'],
  [{ compress: ['lzma'] }, '"lzma" for "compress.0"'],
  [{ assetPrefix: 'cdn.example.com' }, '"cdn.example.com" for "assetPrefix"'],
])('a config that is wrong is refused: %j', async (config, told) => {
  const project = await makeProject({ 'sitegen.config.ts': configWith(config) });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(2);
  expect(stderr).toContain(told);
  expect(stderr).not.toContain('undefined');
});
