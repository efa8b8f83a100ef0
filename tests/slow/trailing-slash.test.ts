/** Addresses without a trailing slash, everywhere in a site. */
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const CONFIG = `export default {
  site: 'https://example.com',
  base: '/docs/',
  trailingSlash: false,
  hosts: ['vercel', 'nginx'],
  redirects: { '/old/': '/contact' },
};`;

const ISLAND = `import { href, island } from 'sitegen';
const to = href('/guide/[...rest]', { rest: 'a/b' });
export default island('go', () => <a href={to}>{href('/')}{href('/contact/')}</a>);`;

const SITE = {
  'sitegen.config.ts': CONFIG,
  'templates/islands/go.tsx': ISLAND,
  'templates/pages/index.tsx': page('Home', '<Go /><a href="/contact">1</a>', `import Go from '../islands/go';`),
  'templates/pages/contact.tsx': page('Contact', '<p>{path}</p><a href="/">1</a><a href="/contact#x" id="x">2</a>'),
  'templates/pages/guide/index.tsx': page('Guide', ''),
  'templates/pages/guide/[...rest].tsx': page(
    'Part',
    '<p>{path}</p>',
    `export const paths = [{ params: { rest: 'a/b' } }];`,
  ),
  'templates/pages/404.tsx': page('Lost', ''),
};

test('page files have the names of their addresses; links, canonical, sitemap and host files agree', async () => {
  const project = await makeProject(SITE);
  await sitegen(project.root, 'init', '.', '--for', 'vercel');

  const { code, stderr, stdout } = await sitegen(project.root, 'build', '--json');
  const again = await sitegen(project.root, 'build', '--json');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  const pages = (json: string) => (JSON.parse(json) as { pages: { path: string; output: string }[] }).pages;
  expect(pages(stdout).map(({ path, output }) => `${path} ${output}`)).toEqual([
    '/404.html 404.html',
    '/contact contact.html',
    '/guide/a/b guide/a/b.html',
    '/guide guide.html',
    '/ index.html',
  ]);
  expect(JSON.parse(again.stdout)).toMatchObject({ changes: { added: [], changed: [], removed: [] } });
  const [home, contact] = [await project.read('out/index.html'), await project.read('out/contact.html')];
  expect(home).toContain('<a href="/docs/guide/a/b">/docs/<!-- -->/docs/contact</a>');
  expect(home).toContain('<link rel="canonical" href="https://example.com/docs/"/>');
  expect(contact).toContain('<p>/contact</p>');
  expect(contact).toContain('<link rel="canonical" href="https://example.com/docs/contact"/>');
  expect((await project.read('out/sitemap.xml')).match(/(?<=<loc>)[^<]*/g)).toEqual([
    'https://example.com/docs/contact',
    'https://example.com/docs/guide/a/b',
    'https://example.com/docs/guide',
    'https://example.com/docs/',
  ]);
  const [script = ''] = (await project.list('out/assets')).filter((file) => file.endsWith('.js'));
  expect(await project.read(`out/assets/${script}`)).not.toContain('SITEGEN_TRAILING_SLASH');
  expect(JSON.parse(await project.read('.sitegen/hosts/vercel.json'))).toMatchObject({
    trailingSlash: false,
    cleanUrls: true,
  });
});

test('another form of an address is a warning, and a redirect to one an error', async () => {
  const links =
    '<a href="/contact/">1</a><a href="/contact.html#x">2</a><a href="/gone">3</a><a href="/404.html">4</a>';
  const project = await makeProject({
    ...SITE,
    'sitegen.config.ts': CONFIG.replace(`'/old/': '/contact'`, `'/old/': '/contact/', '/guide': '/contact'`),
    'templates/pages/links.tsx': page('Links', links),
  });
  await sitegen(project.root, 'init', '.', '--for', 'vercel');

  const { stderr } = await sitegen(project.root, 'check');

  expect(stderr.match(/^(error|warning) .*/gm)?.toSorted()).toEqual([
    'error link-broken  templates/pages/links.tsx:5:86',
    'error redirect-broken',
    'error redirect-clash',
    'warning link-redirect  templates/pages/links.tsx:5:30',
    'warning link-redirect  templates/pages/links.tsx:5:55',
  ]);
  expect(stderr).toContain('Try: write "/docs/contact"');
  expect(stderr).toContain('Try: write "/docs/contact#x"');
  expect(stderr).toContain('Try: write "/contact"');
});

test.each([[[]], [['--no-watch', '--as', 'netlify']]])('serve %j answers without the slash', async (flags) => {
  const project = await makeProject(SITE);
  const server = await serveProject(project, ...flags);
  const ask = (address: string) => fetch(server.url + address, { redirect: 'manual' });

  const [plain, slash, nested, lost] = [
    await ask('contact'),
    await ask('contact/'),
    await ask('guide/a/b'),
    await ask('c'),
  ];

  expect([plain.status, slash.status, nested.status, lost.status]).toEqual([200, 301, 200, 404]);
  expect(slash.headers.get('Location')).toBe('/docs/contact');
  expect(await nested.text()).toContain('<p>/guide/a/b</p>');
  await server.says('/docs/contact/ to /docs/contact');
});

test("verify requests the site's addresses", async () => {
  const project = await makeProject({ ...SITE, 'sitegen.config.ts': CONFIG.replace(/redirects.*/, '') });
  const server = await serveProject(project, '--no-watch', '--as', 'vercel');

  const { code, stdout } = await sitegen(project.root, 'verify', server.url, '--json');

  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(code).toBe(0);
});

test('switching back and forth leaves no files behind', async () => {
  const project = await makeProject({
    'templates/pages/a.tsx': page('A', `<a href={href('/b')}>b</a>`, `import { href } from 'sitegen';`),
    'templates/pages/b.tsx': page('B', ''),
  });

  await sitegen(project.root, 'build');
  await project.write({ 'sitegen.config.ts': 'export default { trailingSlash: false };' });
  await sitegen(project.root, 'build');
  const without = [await project.list('out'), await project.read('out/a.html')];
  await project.remove('sitegen.config.ts');
  await sitegen(project.root, 'build');

  expect(without).toEqual([['.sitegen', 'a.html', 'b.html', 'index.html'], expect.stringContaining('href="/b"')]);
  expect(await project.list('out')).toEqual(['.sitegen', 'a/index.html', 'b/index.html', 'index.html']);
  expect(await project.read('out/a/index.html')).toContain('href="/b/"');
});

test('rejects a param that would become a special file', async () => {
  const project = await makeProject({
    'sitegen.config.ts': 'export default { trailingSlash: false };',
    'templates/pages/x/[a].tsx': page(
      'X',
      '',
      `export const paths = ['index', '404'].map((a) => ({ params: { a } }));`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr.match(/^error paths-failed/gm)).toHaveLength(2);
});
