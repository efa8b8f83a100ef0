/** How two folders of finished files differ for readers. */
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diffSites } from '../../src/diff/diff-sites.ts';
import { makeFolder, writeTree, type Tree } from '../helpers/out-folder.ts';

async function diffTrees(
  before: Tree,
  after: Tree,
  redirects: { from: string; to: string }[] = [],
  gone: string[] = [],
) {
  const folders = [await makeFolder(), await makeFolder()] as const;
  await writeTree(folders[0], before);
  await writeTree(folders[1], after);
  return diffFolders(...folders, redirects, gone);
}

async function diffFolders(
  before: string,
  after: string,
  redirects: { from: string; to: string }[] = [],
  gone: string[] = [],
) {
  const site = { base: '/', out: 'out', headers: {}, errorFolders: [], elsewhere: ['/api/'], trailingSlash: true };
  const old = { folder: before, site: undefined };
  return diffSites(old, { folder: after, site: { ...site, redirects, gone } }, new AbortController().signal);
}

const diff = async (...input: Parameters<typeof diffTrees>) => (await diffTrees(...input)).changes;

const page = (main: string, footer = '') =>
  `<!doctype html><title>${main}</title><body><main><p>${main}</p></main><footer>${footer}</footer></body>`;

const each = (count: number, name: (index: number) => string, text: (index: number) => string): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), text(index)]));

test('the same change of a thousand pages is one entry', async () => {
  const site = (footer: string) =>
    each(
      1000,
      (index) => `p/${index}/index.html`,
      (index) => page(`Page ${index}`, footer),
    );
  const changes = await diff(site('© 2025 Acme'), site('© 2026 Acme'));
  expect(changes).toMatchObject([{ kind: 'words', count: 1000, words: [{}, { text: '2025' }, { text: '2026' }, {}] }]);
});

test('pages of a folder that has moved are one entry, lost or redirected', async () => {
  const site = (folder: string) =>
    each(
      3,
      (index) => `${folder}/${index}/index.html`,
      (index) => page(`Page ${index}`),
    );
  const redirects = [1, 2].map((index) => ({ from: `/blog/${index}/`, to: `/news/${index}/` }));

  const lost = await diff(site('blog'), site('news'));
  const moved = await diff(site('blog'), site('news'), redirects);

  const folder = { before: '/blog/…', after: '/news/…' };
  expect(lost).toEqual([
    { kind: 'lost', action: 'removed', ...folder, count: 3, pages: ['/blog/0/', '/blog/1/', '/blog/2/'] },
  ]);
  expect(moved).toMatchObject([
    { kind: 'lost', ...folder, count: 1 },
    { kind: 'moved', ...folder, count: 2 },
  ]);
});

test('a page that redirects is no page', async () => {
  const redirect = '<title>Moved</title><meta http-equiv="refresh" content="0; url=/new/">';

  const moved = await diffTrees(
    { 'old/index.html': page('A') },
    { 'old/index.html': redirect, 'new/index.html': page('B') },
    [{ from: '/old/', to: '/new/' }],
  );

  expect(moved.pages).toEqual({ before: 1, after: 1 });
  expect(moved.changes).toMatchObject([
    { kind: 'title', pages: ['/new/'] },
    { kind: 'moved', before: '/old/', after: '/new/' },
    { kind: 'words', pages: ['/new/'] },
  ]);
});

test('names of assets do not count, but their contents, other markup and other files do', async () => {
  const site = (hash: string, script: string, level: string) => ({
    [`assets/islands-${hash}.js`]: `import "./chunk-${hash}.js";${script}`,
    'index.html': `<script type="module" src="/assets/islands-${hash}.js"></script>${page('A')}`,
    'b/index.html': `<p class="${level}">x</p>`,
    'page.html.br': level,
    'page.html': 'x',
    ...each(
      6,
      (index) => `${index}.md`,
      () => level,
    ),
  });

  const same = await diff(site('11111111', '1', 'a'), site('2222AAAA', '1', 'a'));
  const changes = await diff(site('11111111', '1', 'a'), site('2222AAAA', '12', 'b'));

  expect(same).toEqual([]);
  expect(changes).toEqual([
    { kind: 'file', action: 'changed', count: 7, pages: expect.arrayContaining(['/assets/islands.js', '/0.md']) },
    { kind: 'other', action: 'changed', count: 1, pages: ['/b/'] },
  ]);
});

test('an address that the config gives up, or leaves to another server, is removed and not lost', async () => {
  const before = { 'a/index.html': page('A'), 'api/b/index.html': page('B'), 'old/index.html': page('Old') };

  const changes = await diff(before, { 'c/index.html': page('A'), 'd/index.html': page('B') }, [], ['/a/', '/old']);

  expect(changes).toEqual([
    { kind: 'removed', action: 'removed', count: 1, pages: ['/api/b/'] },
    { kind: 'gone', action: 'added', count: 2, pages: ['/a/', '/old/'] },
    { kind: 'added', action: 'added', count: 2, pages: ['/c/', '/d/'] },
  ]);
});

test('links that lead out of a folder are not followed', async () => {
  const [folder, outside] = [await makeFolder(), await makeFolder()];
  await writeTree(folder, { 'index.html': '<img src="/assets/secret.svg" alt="">' });
  await writeTree(outside, { 'secret.svg': '<svg/>', 'index.html': page('Secret') });
  await symlink(outside, path.join(folder, 'assets'), 'junction');
  if (process.platform !== 'win32') await symlink(path.join(outside, 'index.html'), path.join(folder, 'a.html'));

  const { changes } = await diffFolders(folder, outside);

  expect(changes).toContainEqual({ kind: 'file', action: 'added', count: 1, pages: ['/secret.svg'] });
  expect(JSON.stringify(changes)).not.toMatch(/a\.html|"\/a"|assets\/index/);
});
