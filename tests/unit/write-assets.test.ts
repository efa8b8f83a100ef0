import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readAsset } from '../../src/compile/read-asset.ts';
import { mediaTypeOf } from '../../src/hosts/file-metadata.ts';
import { writeAssets } from '../../src/publish/write-files.ts';
import { SitegenError } from '../../src/shared/errors.ts';
import { listFiles } from '../../src/shared/files.ts';
import { statePaths } from '../../src/shared/paths.ts';

async function makeFolders() {
  const root = await mkdtemp(path.join(os.tmpdir(), 'sitegen-test-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [staging, out] = [path.join(root, 'staging'), path.join(root, 'out')];
  await mkdir(staging);
  await mkdir(out);
  const file = path.join(root, 'A photo.JPG');
  await writeFile(file, 'photo', { mode: 0o600 });
  return { root, staging, out, file };
}

test('readAsset keeps the hash of a large file until it changes', async () => {
  const { root, file } = await makeFolders();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 }); // a file saved just now may change unnoticed
  onTestFinished(() => void vi.useRealTimers());
  const kept = () => listFiles(statePaths(root).memo);

  await readAsset(root, file);
  expect(kept()).toHaveLength(0);
  await writeFile(file, 'a'.repeat(2_000_000));
  const { output } = await readAsset(root, file);
  expect(kept()).toHaveLength(1);
  vi.resetModules(); // like the next command
  const { readAsset: readAgain } = await import('../../src/compile/read-asset.ts');

  expect((await readAgain(root, file)).output).toBe(output);
  expect(kept()).toHaveLength(1);
  await writeFile(file, 'b'.repeat(2_000_000));
  expect((await readAgain(root, file)).output).not.toBe(output);
});

test('readAsset names a file after its contents, without keeping them', async () => {
  const { root, file } = await makeFolders();

  const asset = await readAsset(root, file);

  expect(asset).toMatchObject({ output: 'assets/A-photo-55c64d0f.jpg', contents: { file, length: 5 } });
  expect(await readAsset(root, file)).toEqual(asset);
  await writeFile(file, 'phota');
  expect((await readAsset(root, file)).output).not.toBe(asset.output);
});

test('writeAssets copies a source file, readable for every user', async () => {
  const { root, file, ...target } = await makeFolders();
  const asset = await readAsset(root, file);

  expect(await writeAssets(target, [asset])).toEqual([asset.output]);

  const copy = path.join(target.staging, asset.output);
  expect(await readFile(copy, 'utf8')).toBe('photo');
  expect((await stat(copy)).mode & 0o777).toBe(0o644);
});

test('writeAssets refuses a source file that has changed since it was hashed', async () => {
  const { root, file, ...target } = await makeFolders();
  const asset = await readAsset(root, file);
  await writeFile(file, 'paint');

  const writing = writeAssets(target, [asset]);

  await expect(writing).rejects.toThrow(SitegenError);
  await expect(writing).rejects.toThrow(`${file} changed while the site was built.`);
});

test.each([
  ['assets/a.glb', 'model/gltf-binary'],
  ['public.ICO', 'image/vnd.microsoft.icon'],
  ['public.CSV', 'text/csv; charset=utf-8'],
  ['assets/a.e57', 'application/octet-stream'],
])('mediaTypeOf %s is %s', (file, type) => expect(mediaTypeOf(file)).toBe(type));

test('writeAssets does not read a published copy again, whatever the modification time of its source', async () => {
  const { root, file, staging, out } = await makeFolders();
  const asset = await readAsset(root, file);
  await writeAssets({ staging: out, out: undefined }, [asset]);
  const copy = path.join(out, asset.output);
  const { atimeMs, mtimeMs } = await stat(copy);
  await writeFile(copy, 'paint'); // the same size
  await utimes(copy, atimeMs / 1000, mtimeMs / 1000);

  expect(await writeAssets({ staging, out }, [asset])).toEqual([]);
});
