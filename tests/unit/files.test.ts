import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRegularFile, listFiles, retryWhileOpen, writeAtomically } from '../../src/shared/files.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('lists files in code unit order, with POSIX paths', async () => {
  const folder = await createFolder();
  await mkdir(path.join(folder, 'a/b'), { recursive: true });
  for (const name of ['a/b/c.txt', 'a-b.txt', 'a/z.txt', 'Z.txt']) await writeFile(path.join(folder, name), '');

  expect(listFiles(folder)).toEqual(['Z.txt', 'a-b.txt', 'a/b/c.txt', 'a/z.txt']);
});

test('lists a link to a parent folder once, and does not follow it', async () => {
  const folder = await createFolder();
  await mkdir(path.join(folder, 'a'));
  await symlink('..', path.join(folder, 'a/up'));

  expect(listFiles(folder)).toEqual(['a/up']);
  expect(listFiles(folder, isRegularFile)).toEqual([]);
});

test('lists no files for a missing folder', () => {
  expect(listFiles('/nowhere/at/all')).toEqual([]);
});

test('fails for a folder whose name is not UTF-8', async () => {
  const folder = await createFolder();
  await mkdir(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe9])]));

  expect(() => listFiles(folder)).toThrow(/ENOENT/);
});

/** Fails with that code as often, as Windows does while a virus scanner reads a file. */
function failing(code: string, times: number) {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
    return calls;
  };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('tries again on Windows after %s', (code) => {
  expect(retryWhileOpen(failing(code, 3), 'win32')).toBe(4);
});

test.each([
  ['EPERM', 'linux'],
  ['EPERM', 'darwin'],
  ['ENOENT', 'win32'],
] as const)('reports %s on %s at once', (code, platform) => {
  expect(() => retryWhileOpen(failing(code, 1), platform)).toThrow(code);
});

test('a file that cannot be written leaves no part of it', async () => {
  const folder = await createFolder();
  await mkdir(path.join(folder, 'taken/inside'), { recursive: true });

  await expect(writeAtomically(path.join(folder, 'taken'), 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM/);

  expect(listFiles(folder)).toEqual([]);
});
