import { lstatSync, type Stats } from 'node:fs';
import { chmod, copyFile, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostFile } from '../api/host.ts';
import { nameFile } from '../shared/errors.ts';
import { isReadableByAll } from '../shared/files.ts';
import type { Asset } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { createFolder } from '../shared/temp-folders.ts';
import { hasSameBytes } from './same-bytes.ts';

/** The folders that files are written to and compared with. Absolute. */
export interface Target {
  readonly staging: string;
  /** The published site: files with the same bytes are not written again. `undefined` writes everything. */
  readonly out: string | undefined;
}

/** @returns the written outputs: those that are new or changed */
export async function writeAssets(target: Target, assets: readonly Asset[]): Promise<string[]> {
  const written: string[] = [];
  for (const { output, contents } of assets) {
    const published = findPublished(target, output);
    if (published?.size === contents.length && (await readFile(path.join(target.out ?? '', output))).equals(contents))
      continue;
    const file = path.join(target.staging, output);
    await createFolder(path.dirname(file));
    await writeFile(file, contents).catch(nameFile(file));
    written.push(output);
  }
  return written;
}

/**
 * Copies files from `public` with their times. As in rsync, a file with the size and time of its copy is not read, unless
 * it has been moved there since.
 *
 * @param files from `public`
 * @returns those that are new or differ, which are written
 */
export async function copyPublicFiles(target: Target, root: string, files: readonly string[]): Promise<string[]> {
  const written: string[] = [];
  for (const name of files) {
    const source = path.join(root, 'public', name);
    const state = await stat(source);
    const published = findPublished(target, name);
    if (published?.size === state.size) {
      const isCopy = published.mtimeMs === state.mtimeMs && state.ctimeMs < published.ctimeMs;
      if (isCopy || hasSameBytes(path.join(target.out ?? '', name), source)) continue;
    }
    const file = path.join(target.staging, name);
    await createFolder(path.dirname(file));
    await copyFile(source, file);
    await chmod(file, 0o644); // a copy has the mode of its source, which the web server's user may not be able to read
    await utimes(file, state.atimeMs / 1000, state.mtimeMs / 1000);
    written.push(name);
  }
  return written;
}

/** @returns a regular file that any user can read */
function findPublished({ out }: Target, output: string): Stats | undefined {
  if (out === undefined) return undefined;
  const found = lstatSync(path.join(out, output), { throwIfNoEntry: false });
  return found?.isFile() === true && isReadableByAll(found) ? found : undefined;
}

/** Writes settings for hosts to `.sitegen/hosts`, instead of those of the previous build. */
export async function writeHostSettings(root: string, files: readonly HostFile[]): Promise<void> {
  const folder = statePaths(root).hosts;
  await rm(folder, { recursive: true, force: true });
  if (files.length > 0) await createFolder(folder);
  for (const { name, text } of files) {
    const file = path.join(folder, name);
    await writeFile(file, text).catch(nameFile(file));
  }
}
