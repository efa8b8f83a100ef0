import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServedFiles } from '../../src/serve/served-files.ts';

test('assets that cannot be stored leave no files behind', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-served-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { storeAssets } = createServedFiles(folder, folder);
  const asset = { output: 'assets/a-1.js', contents: Buffer.from('a') };
  const gone = { output: 'assets/b-2.png', contents: { file: path.join(folder, 'gone.png'), state: '', length: 1 } };

  await expect(storeAssets([asset, gone])).rejects.toThrow('gone.png');

  expect(await readdir(folder)).toEqual([]);
});
