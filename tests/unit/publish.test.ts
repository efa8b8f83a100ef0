import { lstatSync } from 'node:fs';
import { readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../src/publish/journal.ts';
import { publish } from '../../src/publish/publish.ts';
import { openStaging } from '../../src/publish/staging.ts';
import {
  NO_FACTS,
  MANY,
  type Tree,
  besides,
  compareTrees,
  identify,
  makeFolder,
  makeOut,
  publishTree,
  readTree,
  writeTree,
} from '../helpers/out-folder.ts';

const inode = (file: string) => lstatSync(file).ino;

test('the first build creates the folder', async () => {
  const out = await makeOut({ 'index.html': 'home', 'assets/site.css': 'css' });

  expect(await readTree(out)).toEqual({ 'index.html': 'home', 'assets/site.css': 'css' });
  expect(await readdir(out)).toContain('.sitegen');
  expect(await besides(out)).toEqual(['out']);
});

test('touches nothing if nothing has changed', async () => {
  const out = await makeOut(MANY);
  const all = [out, ...(await readdir(out, { recursive: true })).map((name) => path.join(out, name))];
  const before = await Promise.all(all.map(identify));

  await publishTree(out, MANY, MANY);

  expect(await Promise.all(all.map(identify))).toEqual(before);
  expect(await besides(out)).toEqual(['out']);
});

describe('a small change', () => {
  const before = { ...MANY, 'index.html': 'one', 'gone/a/index.html': 'x', 'shared/b/index.html': 'x' };
  const after = { ...MANY, 'index.html': 'two', 'new/index.html': 'x' };

  test('is applied in place, and keeps foreign files', async () => {
    const out = await makeOut(before);
    await writeTree(out, { CNAME: 'by hand', 'shared/b/note.txt': 'by hand', 'empty/': '' });
    const folder = inode(out);
    const kept = await identify(path.join(out, 'many/0/index.html'));
    const replaced = inode(path.join(out, 'index.html'));

    await publishTree(out, before, after);

    expect(await readTree(out)).toEqual({ ...after, CNAME: 'by hand', 'shared/b/note.txt': 'by hand', 'empty/': '' });
    expect(inode(out)).toBe(folder);
    expect(inode(path.join(out, 'index.html'))).not.toBe(replaced);
    expect(await identify(path.join(out, 'many/0/index.html'))).toBe(kept);
    expect(await besides(out)).toEqual(['out']);
  });

  test('is not started if one of its files is missing', async () => {
    const out = await makeOut(before);
    const staging = await openStaging(out);

    await expect(publish(staging, out, compareTrees(before, after), NO_FACTS)).rejects.toThrow('ENOENT');

    expect(await readTree(out)).toEqual(before);
    expect(readJournal(staging)).toBeUndefined();
  });
});

describe('swaps the folder', () => {
  test.each([
    ['as many files change as are kept', { 'd.html': '2', 'e.html': '2', 'f.html': '2' }, false],
    ['more files change than are kept', { 'c.html': '2', 'd.html': '2', 'e.html': '2', 'f.html': '2' }, true],
  ])('or changes it in place: %s', async (_what, changed, isSwapped) => {
    const before = { 'a.html': '1', 'b.html': '1', 'c.html': '1', 'd.html': '1', 'e.html': '1', 'f.html': '1' };
    const after = { ...before, ...changed };
    const out = await makeOut(before);
    const folder = inode(out);
    const kept = await identify(path.join(out, 'a.html'));

    await publishTree(out, before, after);

    expect(await readTree(out)).toEqual(after);
    expect(inode(out) !== folder).toBe(isSwapped);
    expect(await identify(path.join(out, 'a.html'))).toBe(kept);
    expect(await besides(out)).toEqual(['out']);
  });

  test.each<[string, Tree, Tree]>([
    ['a file becomes a folder', { a: 'file' }, { 'a/index.html': 'page' }],
    ['a folder becomes a file', { 'a/b/index.html': 'page' }, { a: 'file' }],
    ['a name is spelled otherwise', { 'About/index.html': 'page' }, { 'about/index.html': 'page' }],
  ])('when %s', async (_what, before, after) => {
    const out = await makeOut({ ...MANY, ...before });
    const folder = inode(out);

    await publishTree(out, { ...MANY, ...before }, { ...MANY, ...after });

    expect(await readTree(out)).toEqual({ ...MANY, ...after });
    expect(inode(out)).not.toBe(folder);
  });

  test('when a link leads elsewhere, without touching the target', async () => {
    const out = await makeOut({ ...MANY, 'a/index.html': 'page' });
    const elsewhere = path.join(path.dirname(out), 'elsewhere');
    await writeTree(elsewhere, { 'index.html': 'by hand' });
    await rm(path.join(out, 'a'), { recursive: true });
    await symlink('../elsewhere', path.join(out, 'a'));

    await publishTree(out, { ...MANY, 'a/index.html': 'page' }, MANY);

    expect(await readTree(out)).toEqual(MANY);
    expect(await readTree(elsewhere)).toEqual({ 'index.html': 'by hand' });
  });
});

test('publishes any site over any other', async () => {
  const name = fc.constantFrom('a', 'b', 'A', 'c.html', 'd.js');
  const file = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  const site = fc.dictionary(file, fc.constantFrom('1', '2'), { maxKeys: 12 }).map(withoutClashes);
  const folder = await makeFolder();
  let run = 0;

  await fc.assert(
    // Half of the runs change little.
    fc.asyncProperty(site, site, fc.boolean(), async (before, change, isSimilar) => {
      const after = isSimilar ? withoutClashes({ ...before, ...change }) : change;
      const out = path.join(folder, String((run += 1)), 'out');
      await publishTree(out, {}, before);
      const kept = compareTrees(before, after).kept.map((same) => path.join(out, same));
      const identities = await Promise.all(kept.map(identify));

      await publishTree(out, before, after);

      expect(await readTree(out)).toEqual(after);
      expect(await Promise.all(kept.map(identify))).toEqual(identities);
      expect(await besides(out)).toEqual(['out']);
    }),
  );
});

/** Leaves out files that cannot coexist on every file system. */
function withoutClashes(tree: Tree): Tree {
  const kinds = new Map<string, string>();
  const fits = Object.entries(tree).filter(([file]) => {
    const names = file.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    const kindOf = (name: string) => (name === file ? `file ${name}` : `folder ${name}`);
    const isFree = names.every((name) => [undefined, kindOf(name)].includes(kinds.get(name.toLowerCase())));
    if (isFree) names.forEach((name) => kinds.set(name.toLowerCase(), kindOf(name)));
    return isFree;
  });
  return Object.fromEntries(fits);
}
