import { chmod, copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostFile } from '../api/host.ts';
import { nameFile } from '../core/errors.ts';
import type { Asset } from '../core/model.ts';
import { statePaths } from '../core/paths.ts';
import { createFolder } from '../core/temp-folders.ts';

/** @param staging absolute */
export async function writeAssets(staging: string, assets: readonly Asset[]): Promise<void> {
  for (const { output, contents } of assets) {
    const file = path.join(staging, output);
    await createFolder(path.dirname(file));
    await writeFile(file, contents).catch(nameFile(file));
  }
}

/** @param files from `public` */
export async function copyPublicFiles(root: string, files: readonly string[], staging: string): Promise<void> {
  for (const name of files) {
    const file = path.join(staging, name);
    await createFolder(path.dirname(file));
    await copyFile(path.join(root, 'public', name), file);
    await chmod(file, 0o644); // a copy has the mode of its source, which the web server's user may not be able to read
  }
}

/** Writes settings for hosts to `.sitegen/hosts`, in place of those of the previous build. */
export async function writeHostSettings(root: string, files: readonly HostFile[]): Promise<void> {
  const folder = statePaths(root).hosts;
  await rm(folder, { recursive: true, force: true });
  if (files.length > 0) await createFolder(folder);
  for (const { name, text } of files) {
    const file = path.join(folder, name);
    await writeFile(file, text).catch(nameFile(file));
  }
}
