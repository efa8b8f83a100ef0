import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashSourcesBefore, changedSources, hashSourcesAfter } from '../../src/cache/source-hashes.ts';
import { makeFolder, writeTree } from '../helpers/out-folder.ts';

const PROJECT = {
  pages: [],
  shell: undefined,
  card: undefined,
  cardFonts: [],
  icon: undefined,
  styles: undefined,
  islands: [],
  files: [],
  publicFiles: [],
  ownFiles: [],
};
const TREE = { 'templates/a.tsx': 'a', 'templates/b.tsx': 'b', 'lib/words.ts': 'words' };

test.each<[what: string, act: (root: string) => Promise<unknown>, changed: string[]]>([
  ['nothing', async () => {}, []],
  ['a file saved', (root) => writeTree(root, { 'templates/a.tsx': 'x' }), ['templates/a.tsx']],
  ['a new file', (root) => writeTree(root, { 'templates/c.tsx': 'c' }), ['templates/c.tsx']],
  ['a file that another one has replaced', replaceFile, ['templates/b.tsx']],
  ['a file taken away', (root) => rm(path.join(root, 'templates/b.tsx')), []],
])('what was compiled while sources changed is compiled again: %s', async (_what, act, changed) => {
  const root = await makeFolder();
  await writeTree(root, TREE);

  const begun = hashSourcesBefore(root, PROJECT, {});
  await act(root);
  const compiled = hashSourcesAfter(root, begun, []);

  expect(changedSources(compiled, hashSourcesBefore(root, PROJECT, compiled).sourceHashes)).toEqual(changed);
});

test('a file from elsewhere, of which nothing was known before, counts as saved meanwhile unless it is older', async () => {
  const root = await makeFolder();
  await writeTree(root, TREE);
  const begun = hashSourcesBefore(root, PROJECT, {});
  const isCertain = (time: number) => {
    const compiled = hashSourcesAfter(root, { ...begun, time }, ['lib/words.ts']);
    return changedSources(compiled, hashSourcesBefore(root, PROJECT, compiled).sourceHashes).length === 0;
  };

  expect(isCertain(begun.time)).toBe(false);
  expect(isCertain(begun.time + 60_000)).toBe(true);
});

test('modules compiled before a folder was listed again are compiled again', async () => {
  const root = await makeFolder();
  await writeTree(root, TREE);

  const compiled = hashSourcesAfter(root, hashSourcesBefore(root, PROJECT, {}), []);
  const next = hashSourcesBefore(root, { ...PROJECT, shell: 'templates/shell.tsx' }, compiled);

  expect(changedSources(compiled, next.sourceHashes)).toEqual(['@project']);
});

async function replaceFile(root: string): Promise<void> {
  await rename(path.join(root, 'templates/a.tsx'), path.join(root, 'templates/b.tsx'));
}
