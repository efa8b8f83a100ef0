import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeJournal } from '../../src/publish/journal.ts';
import { MANY, type Tree, besides, heal, makeOut, readTree, writeTree } from '../helpers/out-folder.ts';

/** As a process would have left it that is no more: this one's number, and a token that is not this one's. */
async function leave(out: string, number: number, files: Tree, time?: number): Promise<void> {
  const staging = path.join(path.dirname(out), `.out-new-${process.pid}-00000000-0000000${number}`);
  await mkdir(staging);
  await writeTree(staging, files);
  if (time === undefined) return;
  vi.useFakeTimers({ toFake: ['Date'], now: time });
  writeJournal(staging, { changed: Object.keys(files), removed: [] });
  vi.useRealTimers();
}

test('what was left behind is finished where it was begun, in that order, and else removed', async () => {
  const out = await makeOut({ ...MANY, 'index.html': 'old' });
  await leave(out, 1, { 'index.html': 'newest', 'a/index.html': 'newest' }, 3000);
  await leave(out, 2, { 'index.html': 'never decided on' });
  await leave(out, 3, { 'index.html': 'newer', 'b/index.html': 'newer' }, 2000);

  await heal(out);

  const newest = { 'index.html': 'newest', 'a/index.html': 'newest', 'b/index.html': 'newer' };
  expect(await readTree(out)).toEqual({ ...MANY, ...newest });
  expect(await besides(out)).toEqual(['out']);
});

test('a journal is given up when the site is gone', async () => {
  const out = await makeOut(MANY);
  await leave(out, 1, { 'index.html': 'new' }, 1000);
  await rm(out, { recursive: true });

  await heal(out);

  expect(await besides(out)).toEqual([]);
});

test('a journal waits when the folder is no longer ours', async () => {
  const out = await makeOut(MANY);
  await leave(out, 1, { 'index.html': 'new' }, 1000);
  await rm(out, { recursive: true });
  await writeTree(out, { 'thesis.txt': 'kept' });

  await expect(heal(out)).rejects.toThrow(`Cannot write to ${out}`);

  expect(await readTree(out)).toEqual({ 'thesis.txt': 'kept' });
});

test('a journal that cannot be finished ends the command with words', async () => {
  const out = await makeOut(MANY);
  await leave(out, 1, { 'a.html': 'new' }, 1000);
  await writeTree(out, { 'a.html/note.txt': 'by hand' });

  await expect(heal(out)).rejects.toThrow(/interrupted.*\nTry: /);
});
