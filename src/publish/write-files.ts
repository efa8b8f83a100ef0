import { lstatSync, type Stats } from 'node:fs';
import { chmod, copyFile, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostFile } from '../api/host.ts';
import { nameFile, SitegenError } from '../shared/errors.ts';
import { isReadableByAll, stateOf } from '../shared/files.ts';
import type { Asset, SourceFile, Target } from '../shared/model.ts';
import type { CopiedFile } from '../site/output.ts';
import { statePaths } from '../shared/paths.ts';
import { createFolder } from '../shared/temp-folders.ts';
import { hasSameBytes } from './same-bytes.ts';

/** A file to write: its bytes, or the file to copy. */
export interface WritableFile {
  /** From `out`. */
  readonly output: string;
  readonly contents: Asset['contents'] | CopiedFile;
}

/** @returns the outputs that were written because they are new or changed */
export async function writeAssets(target: Target, assets: readonly WritableFile[]): Promise<string[]> {
  const written: string[] = [];
  for (const { output, contents } of assets) {
    if (await writeAsset(target, output, contents)) written.push(output);
  }
  return written;
}

function writeAsset(target: Target, output: string, contents: WritableFile['contents']): Promise<boolean> {
  if (contents instanceof Uint8Array) return writeBytes(target, output, contents);
  if ('state' in contents) return copySource(target, output, contents);
  return copyUnlessPublished(target, output, contents.file);
}

async function writeBytes(target: Target, output: string, contents: Uint8Array): Promise<boolean> {
  const published = findPublished(target, output);
  if (published?.size === contents.length && (await readFile(path.join(target.out ?? '', output))).equals(contents))
    return false;
  const file = path.join(target.staging, output);
  await createFolder(path.dirname(file));
  await writeFile(file, contents).catch(nameFile(file));
  return true;
}

/** @throws {SitegenError} if the file is not the one whose hash is in its name */
async function copySource(target: Target, output: string, { file, state }: SourceFile): Promise<boolean> {
  const isWritten = await copyUnlessPublished(target, output, file);
  if (stateOf(await stat(file)) === state) return isWritten;
  throw new SitegenError(`${file} changed while the site was built.\nTry: build again.`);
}

/**
 * Copies a file with its times. As in rsync, a file with the size and time of its copy is not read, unless it has been moved
 * there since.
 */
async function copyUnlessPublished(target: Target, output: string, source: string): Promise<boolean> {
  const state = await stat(source);
  const published = findPublished(target, output);
  if (published?.size === state.size) {
    const isCopy = isSameTime(published.mtimeMs, state.mtimeMs) && state.ctimeMs < published.ctimeMs;
    if (isCopy || hasSameBytes(path.join(target.out ?? '', output), source)) return false;
  }
  const file = path.join(target.staging, output);
  await createFolder(path.dirname(file));
  await copyFile(source, file);
  await chmod(file, 0o644); // a copy has the mode of its source, which the web server's user may not be able to read
  await utimes(file, state.atimeMs / 1000, state.mtimeMs / 1000);
  return true;
}

/** Node sets times less exactly than it reads them, so that a copy differs by up to a microsecond. In ms. */
function isSameTime(first: number, second: number): boolean {
  return Math.abs(first - second) < 0.002;
}

/** @returns a regular file that any user can read */
function findPublished({ out }: Target, output: string): Stats | undefined {
  if (out === undefined) return undefined;
  const found = lstatSync(path.join(out, output), { throwIfNoEntry: false });
  return found?.isFile() === true && isReadableByAll(found) ? found : undefined;
}

/** Writes settings for hosts to `.sitegen/hosts`, instead of those of the previous build. */
export async function writeHostSettings(
  root: string,
  files: readonly Pick<HostFile, 'name' | 'text'>[],
): Promise<void> {
  const folder = statePaths(root).hosts;
  await rm(folder, { recursive: true, force: true });
  if (files.length > 0) await createFolder(folder);
  for (const { name, text } of files) {
    const file = path.join(folder, name);
    await writeFile(file, text).catch(nameFile(file));
  }
}
