import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { memoize, pruneMemo } from '../../src/shared/memo.ts';
import { makeFolder } from '../helpers/out-folder.ts';

/** Returns its number of calls, as bytes. */
function counter() {
  let calls = 0;
  return async () => Uint8Array.of((calls += 1));
}

test('`memoize` runs a function once per key', async () => {
  const folder = await makeFolder();
  const run = counter();

  expect([...(await memoize(folder, ['a', 'b'], run))]).toEqual([1]);
  expect([...(await memoize(folder, ['a', 'b'], run))]).toEqual([1]);
  expect([...(await memoize(folder, ['ab'], run))]).toEqual([2]);
});

test('`memoize` runs the function again if its entry is damaged', async () => {
  const folder = await makeFolder();
  const run = counter();
  await memoize(folder, ['a'], run);
  const [entry = ''] = await readdir(folder);
  await writeFile(path.join(folder, entry), 'damaged');

  expect([...(await memoize(folder, ['a'], run))]).toEqual([2]);
  expect([...(await memoize(folder, ['a'], run))]).toEqual([2]);
});

test('`memoize` stores nothing if the function throws', async () => {
  const folder = await makeFolder();

  await expect(memoize(folder, ['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await readdir(folder)).toEqual([]);
});

test('`pruneMemo` removes entries unused for 30 days, and looks once a day', async () => {
  const folder = await makeFolder();
  const age = async (name: string, days: number) => {
    const date = new Date(Date.now() - days * 86_400_000);
    await utimes(path.join(folder, name), date, date);
  };
  await memoize(folder, ['old'], counter());
  const [old = ''] = await readdir(folder);
  await age(old, 31);
  await memoize(folder, ['new'], counter());

  await pruneMemo(folder);
  const left = await readdir(folder);
  await age(left.find((name) => name !== 'pruned') ?? '', 31);
  await pruneMemo(folder);

  expect(left).toHaveLength(2);
  expect(left).not.toContain(old);
  expect(await readdir(folder)).toEqual(left);
});
