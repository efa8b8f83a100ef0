/** `compress` in the config: compressed copies next to the files of the site. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { build, datesOf } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

const LONG = '<p>again and again</p>'.repeat(100);

const FILES = {
  'sitegen.config.ts': `export default { compress: ['br', 'gzip'], keepAssets: 0 };`,
  'templates/pages/index.tsx': page('Home', LONG),
  'templates/pages/short.tsx': page('Short', ''),
  'public/words.txt': 'words and words '.repeat(100),
  'public/noise.txt': Array.from({ length: 1200 }, (_, at) => String.fromCodePoint(33 + ((at * 7919) % 94))).join(''),
  'public/picture.png': 'not compressed again '.repeat(100),
};

async function readUnpacked(project: Project, file: string): Promise<string> {
  const bytes = await readFile(path.join(project.root, 'out', file));
  return (file.endsWith('.br') ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

const compressedIn = async (project: Project) =>
  (await project.list('out')).filter((file) => /\.(br|gz|zst)$/.test(file));

test('writes a compressed copy next to each file that gets smaller, and it decompresses to the original', async () => {
  const project = await makeProject(FILES);
  await build(project);

  const compressed = await compressedIn(project);
  expect(compressed).toEqual(
    expect.arrayContaining(['index.html.br', 'index.html.gz', 'words.txt.br', 'words.txt.gz']),
  );
  for (const file of compressed) {
    const original = await project.read(`out/${file.replace(/\.\w+$/, '')}`);
    expect({ file, text: await readUnpacked(project, file) }).toEqual({ file, text: original });
    const { length } = await readFile(path.join(project.root, 'out', file));
    expect({ file, isSmaller: length < Buffer.byteLength(original) }).toEqual({ file, isSmaller: true });
  }
  expect(compressed.filter((file) => /short|picture/.test(file))).toEqual([]);
});

test('does not compress unchanged files again, and removes copies of deleted files', async () => {
  const project = await makeProject(FILES);
  await build(project);
  const before = await datesOf(project);

  await project.write({ 'public/words.txt': 'other words '.repeat(100) });
  await project.remove('public/noise.txt');
  await build(project);

  expect(await readUnpacked(project, 'words.txt.br')).toBe('other words '.repeat(100));
  const after = await datesOf(project);
  expect(Object.keys(after).filter((file) => file !== '.sitegen' && after[file] !== before[file])).toEqual([
    'words.txt',
    'words.txt.br',
    'words.txt.gz',
  ]);
  expect(await compressedIn(project)).not.toContainEqual(expect.stringContaining('noise'));
});

test('rewrites damaged copies; copies in public/ take precedence', async () => {
  const project = await makeProject({ ...FILES, 'public/words.txt.gz': 'my own' });
  await build(project);
  await project.write({ 'out/index.html.br': 'damaged' });

  await build(project);

  expect(await readUnpacked(project, 'index.html.br')).toBe(await project.read('out/index.html'));
  expect(await project.read('out/words.txt.gz')).toBe('my own');
});

test('without the option, writes none and removes those of the previous build', async () => {
  const project = await makeProject(FILES);
  await build(project);
  await project.write({ 'sitegen.config.ts': 'export default {};' });

  await build(project);

  expect(await compressedIn(project)).toEqual([]);
});

test('build --verify compares compressed copies', async () => {
  const project = await makeProject(FILES);

  expect(await sitegen(project.root, 'build', '--verify')).toMatchObject({ code: 0, stderr: '' });
});
