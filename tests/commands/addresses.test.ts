/** `addresses.txt`: no address that the public has seen is lost. */
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AddressReport } from '../../src/shared/build-result.ts';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const configWith = (config: object) => `export default ${JSON.stringify(config)};`;
const list = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

async function build({ root }: Project, ...args: string[]) {
  const { code, stdout } = await sitegen(root, 'build', '--json', ...args);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  return {
    code,
    diagnostics,
    found: diagnostics.map((one) => `${one.severity} ${one.code} ${one.place?.file}:${one.place?.line}`),
  };
}

interface Report extends Pick<AddressReport, 'lost'> {
  readonly ok: boolean;
  readonly new: readonly string[];
}

async function addresses({ root }: Project, ...args: string[]) {
  const { code, stdout } = await sitegen(root, 'addresses', '--json', ...args);
  return { code, ...(JSON.parse(stdout) as Report) };
}

test('lists new addresses, records them in order, and keeps notes of people and their line ends', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({
      site: 'https://example.com',
      base: '/docs/',
      redirects: { '/alt/': '/' },
      text: true,
    }),
    'templates/pages/café.tsx': page('Café', '<img {...image} alt="" />', `import image from '../image.svg';`),
    'templates/pages/404.tsx': page('Not found', ''),
    'templates/image.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${'x'.repeat(9000)} --></svg>`,
    'public/paper.pdf': 'x',
    'public/_headers': 'x',
    'addresses.txt': '\uFEFF# the oldest\r\n/\r\n# printed on leaflets\r\n/alt/\r\n# at the end\r\n',
  });

  const before = await sitegen(project.root, 'build');
  const dry = await addresses(project);
  const written = await sitegen(project.root, 'addresses', '--write');
  const after = await sitegen(project.root, 'build');

  const added = ['/caf%C3%A9/', '/llms.txt', '/paper.pdf', '/sitemap.xml'];
  expect(before).toMatchObject({ code: 0, stderr: '' });
  expect(before.stdout).toContain('Not in addresses.txt yet: 4 addresses');
  expect(dry).toMatchObject({ code: 0, ok: true, new: added, lost: [] });
  expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining('Added 4 addresses') as string });
  expect(await project.read('addresses.txt')).toBe(
    '# the oldest\r\n/\r\n# printed on leaflets\r\n/alt/\r\n/caf%C3%A9/\r\n/llms.txt\r\n/paper.pdf\r\n/sitemap.xml\r\n# at the end\r\n',
  );
  expect(after.stdout).not.toContain('addresses.txt');
});

test('a preview in a folder answers what the site has recorded', async () => {
  const project = await makeProject({ 'sitegen.config.ts': configWith({ site: 'https://example.com' }) });
  expect(await addresses(project, '--write')).toMatchObject({ new: ['/', '/sitemap.xml'] });

  const preview = await build(project, '--base', '/previews/7/', '--noindex', '--out', 'preview');

  expect(preview).toMatchObject({ code: 0, found: [] });
});

test('without the file, a build says nothing about addresses', async () => {
  const project = await makeProject();
  expect((await sitegen(project.root, 'build')).stdout).not.toContain('addresses');
  expect(await addresses(project, '--write')).toMatchObject({ code: 0, new: ['/'] });
  expect(await project.read('addresses.txt')).toBe('/\n');
});

test('a lost address is an error at its line, and the command lists the lines for the config', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({ checks: { 'address-lost': 'off' } }),
    'addresses.txt': list('/', "/it's/", '/files/paper.pdf'),
  });
  expect(await build(project)).toMatchObject({ code: 0, found: [] });
  await project.remove('sitegen.config.ts');

  const { code, found, diagnostics } = await build(project);
  const lines = await sitegen(project.root, 'addresses');

  expect(code).toBe(1);
  expect(found).toEqual([2, 3].map((line) => `error address-lost addresses.txt:${line}`));
  expect(diagnostics[1]?.hint).toContain("`'/files/paper.pdf': '/new/'`");
  expect(lines).toMatchObject({ code: 1, stderr: '' });
  expect(lines.stdout).toContain(`2 addresses lost.\n`);
  expect(lines.stdout).toContain(`  '/it\\'s/': '',\n  '/files/paper.pdf': '',\n`);
});

test('redirects, other servers and `gone` answer, and other spellings that each host leads to the page', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({
      redirects: { '/old/': '/about/' },
      elsewhere: ['/api/'],
      gone: ['/closed/'],
      hosts: ['nginx'],
    }),
    'templates/pages/about.tsx': page('About', ''),
    'addresses.txt': list('/about', '/about/', '/about/index.html', '/api/v1', '/closed', '/closed/', '/old', '/old/'),
  });
  expect(await build(project)).toMatchObject({ code: 0, found: [] });
});

test('after the first twenty, one message counts the others', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `/blog/p${at}/`);
  const project = await makeProject({ 'addresses.txt': list(...names) });

  const { found, diagnostics } = await build(project);

  expect(found).toHaveLength(21);
  expect(found.at(-1)).toBe('error address-lost addresses.txt:21');
  expect(diagnostics.at(-1)?.message).toMatch(/^10 more addresses .*\/blog\/p20\/, .* and 5 more\.$/);
});

test('a recorded page that disappears is reported once', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `page-${at}`);
  const project = await makeProject(
    Object.fromEntries(names.map((name) => [`templates/pages/${name}.tsx`, page(name, '')])),
  );
  await sitegen(project.root, 'build');
  await sitegen(project.root, 'addresses', '--write');
  const before = await project.list('out');
  for (const name of names) await project.remove(`templates/pages/${name}.tsx`);

  const lines = names.map((_, at) => `error address-lost addresses.txt:${at + 2}`);
  expect((await build(project)).found).toEqual(lines);
  expect(await project.list('out')).toEqual(before);
  await project.write({ 'sitegen.config.ts': configWith({ checks: { 'address-lost': 'off' } }) });
  expect((await build(project)).found).toEqual(['error pages-lost undefined:undefined']);
  await project.write({ 'sitegen.config.ts': configWith({ gone: names.map((name) => `/${name}/`) }) });
  expect(await build(project)).toMatchObject({ code: 0, found: [] });
});

describe('addresses.txt', () => {
  test('reports all mistakes with their lines, and --write leaves the file alone', async () => {
    const text = list(
      '/',
      '/café/',
      '/caf%c3%a9/',
      'https://example.com/',
      '/a/?b=1',
      '/a/#b',
      '',
      '# a note',
      'about',
      '/',
      '/a%2Fb/',
      '/%zz/',
      '//x',
      '/../',
      ' /b/',
      '<<<<<<< HEAD',
    );
    const project = await makeProject({ 'addresses.txt': text });

    const { code, found, diagnostics } = await build(project);

    expect(code).toBe(1);
    expect(found).toEqual(
      [2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16].map((line) => `error addresses-invalid addresses.txt:${line}`),
    );
    expect(diagnostics.slice(0, 5).map(({ hint }) => hint)).toEqual(
      ['"/caf%C3%A9/"', '"/caf%C3%A9/"', '"/"', '"/a/"', '"/a/"'].map((one) => `write ${one}`),
    );
    expect(await sitegen(project.root, 'addresses', '--write')).toMatchObject({ code: 1 });
    expect(await project.read('addresses.txt')).toBe(text);
  });

  test.each<[string, (file: string) => unknown]>([
    ['a folder', (file) => mkdirSync(file)],
    ['a link to a device', (file) => symlinkSync('/dev/zero', file)],
    ['a link to nothing', (file) => symlinkSync('/nowhere', file)],
  ])('is refused if it is %s', async (_, create) => {
    const project = await makeProject();
    create(path.join(project.root, 'addresses.txt'));
    expect((await build(project)).found).toEqual(['error addresses-invalid addresses.txt:undefined']);
  });

  test('is refused if it is Latin-1', async () => {
    const project = await makeProject({ 'addresses.txt': Buffer.from('/caf\u00e9/\n', 'latin1') });
    expect(await build(project)).toMatchObject({ code: 1, found: ['error addresses-invalid addresses.txt:1'] });
  });
});

describe('--from', () => {
  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['old.txt', { 'old.txt': 'https://old.example/a/?b=1\n\n/caf%c3%a9/\n' }, ['/a/', '/caf%C3%A9/']],
    [
      'old',
      { 'old/index.html': 'x', 'old/a/index.html': 'x', 'old/b #1.html': 'x', 'old/404.html': 'x', 'old/a.js': 'x' },
      ['/', '/a/', '/b%20%231.html'],
    ],
    [
      'old/_redirects',
      { 'old/_redirects': '# moved\r\n/a /b 301\r\n/café/ /b\r\n/c/* /d/:splat\r\nhttps://old.example/e /f\r\n' },
      ['/a', '/caf%C3%A9/', '/e'],
    ],
  ])('records what %s has', async (source, files, expected) => {
    const project = await makeProject(files);
    await addresses(project, '--from', source);
    expect(await project.read('addresses.txt')).toBe(list(...expected));
  });

  test('leaves out what is outside of the base, or a rule for many addresses', async () => {
    const project = await makeProject({
      'sitegen.config.ts': configWith({ base: '/docs/' }),
      'old.txt': list('/docs/a/', '/b/', '/docs/c/*'),
    });
    const { stderr } = await sitegen(project.root, 'addresses', '--from', 'old.txt');
    expect(await project.read('addresses.txt')).toBe('/a/\n');
    expect(stderr).toContain('warning old.txt: left out 2 addresses outside of /docs/, or with a pattern.\n');
  });

  test.each([['nothing-here'], ['templates'], ['page.html']])(
    'a source without addresses cannot be read: %s',
    async (source) => {
      const project = await makeProject({ 'page.html': '<!doctype html><p>Hello' });
      const { code, stderr, stdout } = await sitegen(project.root, 'addresses', '--from', source);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).not.toContain('bug in sitegen');
      expect(await project.list('.')).not.toContain('addresses.txt');
    },
  );
});

test('an address cannot be gone and there, on a site without hosts and redirects', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({ gone: ['/'] }),
  });
  const { code, stderr } = await sitegen(project.root, 'check');
  expect(stderr).toContain('says that "/" is gone, but the site has a file at that address');
  expect(code).toBe(1);
});

test('an address cannot be gone and there, or gone and moved; chains have a short form', async () => {
  const project = await makeProject({
    'sitegen.config.ts': configWith({
      gone: ['/here/', '/moved'],
      redirects: {
        '/moved/': '/here/',
        '/a/': '/b/',
        '/b/': '/c/',
        '/c/': '/here/',
        '/x/': '/y/',
        '/y/': '/z/',
        '/z/': '/x/',
      },
    }),
    'templates/pages/here.tsx': page('Here', ''),
  });

  const { diagnostics } = await build(project);

  expect(diagnostics.map(({ code, message, hint }) => `${code} ${message.replace('The config ', '')} ${hint}`)).toEqual(
    [
      `redirect-chain redirects "/a/" to "/b/", which redirects to "/c/", which redirects to "/here/". write \`'/a/': '/here/'\``,
      `redirect-chain redirects "/b/" to "/c/", which redirects to "/here/". write \`'/b/': '/here/'\``,
      ...['x', 'y', 'z'].map(
        (name) => expect.stringMatching(`^redirect-chain redirects "/${name}/" .* redirect to a page$`) as string,
      ),
      'redirect-clash says that "/here/" is gone, but the site has a file at that address. remove one of them',
      'redirect-clash redirects "/moved", and says that it is gone. keep one of them',
    ],
  );
});
