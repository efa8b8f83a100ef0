/** `sitegen serve` sees what appears in folders that code of the site lists, and what is gone from them. */
import { mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { startServeProcess, type Running } from '../helpers/serve.ts';
import { SETTLED, SETTLE_BUILDS, countBuilds, settle, untilHtml, untilShown, watchesOf } from '../helpers/watching.ts';

const IMPORT = `import { readdirSync, readFileSync } from 'node:fs';
const textsIn = (folder: string) => readdirSync(folder).sort().map((name) => readFileSync(folder + '/' + name, 'utf8')).join();`;

/** Says what it has found in `content`. */
const pageThat = (before: string, found = 'data') =>
  page('Listed', `<p>{String(${found})}</p>`, `${IMPORT}\n${before}`);

const untilListed = (server: Running, listed: string) => untilHtml(server, 'listed/', `<p>${listed}</p>`);

describe('a new file is seen, another name, and that it is gone', () => {
  test.each([
    ['load', pageThat(`export const load = () => textsIn('content');`)],
    ['a module', pageThat(`const texts = textsIn('content');`, 'texts')],
    ['a component', pageThat('', `textsIn('content')`)],
  ])('where %s lists the folder', async (_name, listed) => {
    const project = await makeProject({ 'content/b.md': 'b', 'templates/pages/listed.tsx': listed });
    const server = await serveProject(project);

    await project.write({ 'content/d.md': 'd' });
    await untilListed(server, 'b,d');
    await rename(path.join(project.root, 'content/d.md'), path.join(project.root, 'content/a.md'));
    await untilListed(server, 'd,b');
    await project.remove('content/b.md');
    await untilListed(server, 'd');
    await project.write({ 'content/a.md': 'edited' });
    await untilListed(server, 'edited');

    expect(await project.read('out/listed/index.html')).toContain('<p>edited</p>');
  });

  test('where `paths` lists the folder: a new file is a new page', async () => {
    const paths = `export const paths = () => readdirSync('content').map((slug) => ({ params: { slug } }));`;
    const project = await makeProject({
      'content/b': '',
      'templates/pages/[slug].tsx': page('Note', '', `${IMPORT}\n${paths}`),
    });
    const server = await serveProject(project);

    await project.write({ 'content/d': '' });
    await untilShown(server, 'd/', 'Note');
    await project.remove('content/b');
    await server.says('Built');

    expect(await project.list('out/d')).toEqual(['index.html']);
    expect(await project.list('out/b')).toEqual([]);
  });

  test('outside of the project', async () => {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-listed-')));
    onTestFinished(() => rm(folder, { recursive: true }));
    const load = `export const load = () => textsIn(${JSON.stringify(folder)});`;
    const project = await makeProject({ 'templates/pages/listed.tsx': pageThat(load) });
    const server = await serveProject(project);

    await writeFile(path.join(folder, 'd.md'), 'd');
    await untilListed(server, 'd');
    await rm(path.join(folder, 'd.md'));
    await untilListed(server, '');

    expect(await project.read('out/listed/index.html')).toContain('<p></p>');
  });
});

test.skipIf(process.platform === 'win32')('a new file is seen where changes are polled', async () => {
  const listed = pageThat(`export const load = () => textsIn('content');`);
  const project = await makeProject({ 'content/b.md': 'b', 'templates/pages/listed.tsx': listed });
  const server = await startServeProcess(['env', 'CHOKIDAR_USEPOLLING=1'], project.root);
  onTestFinished(async () => void (await server.stop()));

  await project.write({ 'content/d.md': 'd' });
  await untilListed(server, 'b,d');
  await project.write({ 'content/e.md': 'e' }); // the first one may have been seen when the folder was looked at once more
  await untilListed(server, 'b,d,e');

  expect(await project.read('out/listed/index.html')).toContain('<p>b,d,e</p>');
});

/** All names below a folder, in one call. */
const listBelow = (folder: string, found: string) =>
  pageThat(`export const load = () => readdirSync('${folder}', { recursive: true }).map(String).sort()${found};`);

test('a folder that is listed with all below it: new files and folders, however deep', async () => {
  const project = await makeProject({
    'content/deep/er/a.md': '',
    'templates/pages/listed.tsx': listBelow('content', `.filter((name) => name.endsWith('.md')).join()`),
  });
  const server = await serveProject(project);

  await project.write({ 'content/deep/er/b.md': '' });
  await untilListed(server, 'deep/er/a.md,deep/er/b.md');
  await project.write({ 'content/other/folder/c.md': '' });
  await untilListed(server, 'deep/er/a.md,deep/er/b.md,other/folder/c.md');
  await project.write({ 'content/other/folder/d.md': '' });
  await untilListed(server, 'deep/er/a.md,deep/er/b.md,other/folder/c.md,other/folder/d.md');

  expect(await project.read('out/listed/index.html')).toContain('other/folder/d.md');
});

test('what is written to out/, .git/ and node_modules/ in listed folders builds nothing', async () => {
  const project = await makeProject({
    [SETTLED]: page('Settled', ''),
    'docs/.git/HEAD': '',
    'docs/node_modules/a.txt': '',
    'templates/pages/root.tsx': pageThat(`export const load = () => readdirSync('.').includes('new.txt');`),
    'templates/pages/listed.tsx': listBelow('docs', `.filter((name) => name.endsWith('.md')).join()`),
  });
  const server = await serveProject(project);
  const builds = countBuilds(project);

  for (const folder of ['out', '.git', 'node_modules', '.cache', 'docs/.git', 'docs/node_modules']) {
    await project.write({ [`${folder}/new/file.txt`]: 'x', [`${folder}/file.txt`]: 'x' });
    await project.remove(`${folder}/new`);
  }
  await settle(project, server, 'End');
  const needless = builds.count() - SETTLE_BUILDS;
  await project.write({ 'docs/new.md': '' });
  await untilListed(server, 'new.md');
  await project.write({ 'new.txt': '' });
  await untilHtml(server, 'root/', '<p>true</p>');

  expect(needless).toBe(0);
});

test.skipIf(process.platform !== 'linux')('what is listed, but not read, is not watched itself', async () => {
  const images = Array.from({ length: 300 }, (_, index) => [`images/${index}.jpg`, ''] as const);
  const project = await makeProject({
    ...Object.fromEntries(images),
    'templates/pages/listed.tsx': pageThat(`export const load = () => readdirSync('images').length;`),
  });
  const server = await startServeProcess([], project.root);
  onTestFinished(async () => void (await server.stop()));

  await project.write({ 'images/new.jpg': '' });
  await untilListed(server, '301');

  expect(watchesOf(server)).toBeLessThan(100);
});
