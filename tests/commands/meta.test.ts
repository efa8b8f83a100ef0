import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { build } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

test("`updated` becomes the page's date in the sitemap, and invalid dates are reported", async () => {
  const withDate = (title: string, date: string) => page(title, '').replace('title:', `updated: ${date}, title:`);
  const project = await makeProject({
    'templates/pages/a.tsx': withDate('A', `'2026-02-28'`),
    'templates/pages/b.tsx': withDate('B', `new Date(Date.UTC(2026, 2, 14))`),
    'templates/pages/c.tsx': withDate('C', `'2026-02-28T10:30+01:00'`),
    'sitegen.config.ts': `export default { site: 'https://example.org' };`,
  });
  await build(project);

  const dates = [
    ...(await project.read('out/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g),
  ];
  expect(dates.map(([, address, date]) => [address, date])).toEqual([
    ['https://example.org/a/', '2026-02-28'],
    ['https://example.org/b/', '2026-03-14T00:00:00.000Z'],
    ['https://example.org/c/', '2026-02-28T10:30+01:00'],
    ['https://example.org/', undefined],
  ]);

  await project.write({
    'templates/pages/a.tsx': withDate('A', `'2026-02-30'`),
    'templates/pages/b.tsx': withDate('B', `new Date('nonsense')`),
    'templates/pages/c.tsx': withDate('C', `'14 March 2026'`),
  });
  const { code, stderr } = await sitegen(project.root, 'build');
  expect(code).toBe(1);
  expect(stderr.match(/error meta-invalid +templates\/pages\/[abc].tsx/g)).toHaveLength(3);
});

test('a `meta` that cannot be cloned is reported if functions use it', async () => {
  const project = await makeProject({
    'templates/pages/a.tsx': page('A', '').replace('title:', 'link: () => 1, title:'),
  });
  expect((await sitegen(project.root, 'build')).code).toBe(0);

  await project.write({ 'templates/files/x.txt.ts': 'export default () => "";' });
  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toMatch(/error page-failed +templates\/pages\/a\.tsx\n.*meta\.link is a function/);
});

test('`noindex` keeps a page out of the sitemap, even if the shell drops it, which is reported', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://example.org' };`,
    'templates/shell.tsx': `export default ({ meta, children }: any) => <html lang="en">
  <head><title>{meta.title}</title><meta name="description" content={meta.description} /></head><body>{children}</body>
</html>;`,
    'templates/pages/404.tsx': page('Not found', ''),
  });
  const buildWith = async (code: string) => {
    await project.write({ 'templates/pages/a.tsx': code });
    const { stderr } = await sitegen(project.root, 'build');
    const isListed = (await project.read('out/sitemap.xml')).includes('https://example.org/a/');
    return { isListed, warnings: stderr.match(/^warning .*$/gm) };
  };
  const listed = page('A', '');
  const hidden = listed.replace('};', ', noindex: true };');

  expect(await buildWith(listed)).toEqual({ isListed: true, warnings: null });
  expect(await buildWith(hidden)).toEqual({
    isListed: false,
    warnings: ['warning noindex-missing  templates/pages/a.tsx'],
  });
  expect(await buildWith(listed)).toEqual({ isListed: true, warnings: null });
});

test('--noindex asks search engines to leave out every page and file', async () => {
  const shell = `export default ({ meta, children }: any) => <html lang="en">
  <head><title>{meta.title}</title>{meta.noindex && <meta name="robots" content="noindex" />}</head><body>{children}</body>
</html>;`;
  const project = await makeProject({
    'sitegen.config.ts': `export default { site: 'https://example.org', hosts: ['netlify'], headers: { 'x-robots-tag': 'all' } };`,
    'templates/shell.tsx': shell,
    'templates/pages/a.tsx': page('A', ''),
  });
  const built = async (...args: string[]) => {
    expect(await sitegen(project.root, 'build', ...args)).toMatchObject({ code: 0 });
    const [html, sitemap] = [await project.read('out/a/index.html'), await project.read('out/sitemap.xml')];
    const [, header = ''] = /x-robots-tag: (.*)/i.exec(await project.read('out/_headers')) ?? [];
    return { isHidden: html.includes('noindex'), isListed: sitemap.includes('/a/'), header };
  };
  expect(await built('--noindex')).toEqual({ isHidden: true, isListed: false, header: 'noindex' });
  expect(await built()).toEqual({ isHidden: false, isListed: true, header: 'all' });
});
