import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeJournal } from '../../src/publish/journal.ts';
import { MANY, type Tree, besides, heal, makeOut, readTree, writeTree } from '../helpers/out-folder.ts';

/** As left behind by a process that has ended: with this process's id, but another token. */
async function leave(out: string, number: number, files: Tree, time?: number): Promise<void> {
  const staging = path.join(path.dirname(out), `.out-new-${process.pid}-00000000-0000000${number}`);
  await mkdir(staging);
  await writeTree(staging, files);
  if (time === undefined) return;
  vi.useFakeTimers({ toFake: ['Date'], now: time });
  writeJournal(staging, { changed: Object.keys(files), removed: [] });
  vi.useRealTimers();
}

test('completes publishes with a journal, in order, and removes the rest', async () => {
  const out = await makeOut({ ...MANY, 'index.html': 'old' });
  await leave(out, 1, { 'index.html': 'newest', 'a/index.html': 'newest' }, 3000);
  await leave(out, 2, { 'index.html': 'never decided on' });
  await leave(out, 3, { 'index.html': 'newer', 'b/index.html': 'newer' }, 2000);

  await heal(out);

  const newest = { 'index.html': 'newest', 'a/index.html': 'newest', 'b/index.html': 'newer' };
  expect(await readTree(out)).toEqual({ ...MANY, ...newest });
  expect(await besides(out)).toEqual(['out']);
});

test('drops a journal if the site is gone', async () => {
  const out = await makeOut(MANY);
  await leave(out, 1, { 'index.html': 'new' }, 1000);
  await rm(out, { recursive: true });

  await heal(out);

  expect(await besides(out)).toEqual([]);
});

test('keeps a journal if the folder is no longer ours', async () => {
  const out = await makeOut(MANY);
  await leave(out, 1, { 'index.html': 'new' }, 1000);
  await rm(out, { recursive: true });
  await writeTree(out, { 'thesis.txt': 'kept' });

  await expect(heal(out)).rejects.toThrow(`Cannot write to ${out}`);

  expect(await readTree(out)).toEqual({ 'thesis.txt': 'kept' });
});

test('a journal that cannot be completed is an error with advice', async () => {
  const out = await makeOut(MANY);
  await leave(out, 1, { 'a.html': 'new' }, 1000);
  await writeTree(out, { 'a.html/note.txt': 'by hand' });

  await expect(heal(out)).rejects.toThrow(/interrupted.*\nTry: /);
});
