/** Temporary folders of one process, which another process can find and remove if the first was killed. */
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmdirSync, statSync, unlinkSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode } from './errors.ts';
import { forEachInSlices } from './concurrency.ts';
import { statePaths } from './paths.ts';

/** Distinguishes this process from an earlier one with the same PID: in a container, the first process always has PID 1. */
const THIS_PROCESS = randomBytes(4).toString('hex');

/** @returns absolute: `.out-new-1234-5f0c9a1b-03d2b7e4`, with the PID of this process */
export async function createTempFolder(parent: string, name: string): Promise<string> {
  const folder = path.join(parent, `${name}-${process.pid}-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  return folder;
}

/**
 * Creates the folder for compiled modules of one command, in the project, so that they find its packages. `sitegen serve` also
 * keeps files there that it sends besides pages.
 */
export async function createWorkFolder(root: string, command: 'build' | 'serve' = 'build'): Promise<string> {
  const parent = statePaths(root).folder;
  await repairState(root);
  await createFolder(parent);
  for (const name of ['build', 'serve'])
    for (const folder of await findAbandoned(parent, name)) await removeFolder(folder);
  return createTempFolder(parent, command);
}

/**
 * Removes entries of the wrong type: files where folders are expected, and vice versa.
 *
 * @throws {SitegenError} if sitegen's folder is a file, which may be the user's
 */
async function repairState(root: string): Promise<void> {
  const { folder, memo, hosts, routeTypes, externalLinks } = statePaths(root);
  const state = statSync(folder, { throwIfNoEntry: false });
  if (state === undefined && !(await exists(folder))) return;
  if (state?.isDirectory() !== true)
    throw new SitegenError(`Cannot keep files in ${folder}: it is not a folder.\nTry: rename or remove it.`);
  const remove = (file: string) => rm(file, { recursive: true, force: true });
  for (const file of [memo, hosts]) if (!isMissingOr(file, 'folder')) await remove(file);
  for (const file of [routeTypes, externalLinks]) if (!isMissingOr(file, 'file')) await remove(file);
}

function isMissingOr(file: string, kind: 'file' | 'folder'): boolean {
  const stat = statSync(file, { throwIfNoEntry: false }) ?? lstatSync(file, { throwIfNoEntry: false });
  return stat === undefined || (kind === 'file' ? stat.isFile() : stat.isDirectory());
}

/** Creates a folder with its parents, unless it exists. */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    // Node 20 reports a full or read-only disk as ENOENT. Created one by one, each folder gives the real error.
    if (!(await exists(path.dirname(folder)))) await createFolder(path.dirname(folder));
    await mkdir(folder);
  }
}

/** Removes a folder, if it exists. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await forEachInSlices(listInsideOut(folder), ({ file, isFolder }) =>
      isFolder ? rmdirSync(file) : unlinkSync(file),
    );
  } catch {
    // Five times slower (Node 20), but it retries, and reports the right error.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Lists everything in a folder, and then the folder itself. */
function* listInsideOut(folder: string): Generator<{ readonly file: string; readonly isFolder: boolean }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* listInsideOut(file);
    else yield { file, isFolder: false };
  }
  yield { file: folder, isFolder: true };
}

/** Folders of that name whose process has ended. Absolute. */
async function findAbandoned(parent: string, name: string): Promise<string[]> {
  return (await findTempFolders(parent, name)).abandoned;
}

/** Folders of that name that no other running process uses: this process's own, and abandoned ones. Absolute. */
export async function findTempFolders(
  parent: string,
  name: string,
): Promise<{ readonly own: string[]; readonly abandoned: string[] }> {
  const own: string[] = [];
  const abandoned: string[] = [];
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(`${name}-`)) continue;
    const [, pid, opener] = /^(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/.exec(entry.slice(name.length + 1)) ?? [];
    if (pid === undefined) continue;
    if (opener === THIS_PROCESS) own.push(path.join(parent, entry));
    else if (Number(pid) === process.pid || !isRunning(Number(pid))) abandoned.push(path.join(parent, entry));
  }
  return { own, abandoned };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

export async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
