/** Folders that one process works in, and that another finds when the first has been killed. */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './errors.ts';
import { forEachInSlices } from './concurrency.ts';
import { statePaths } from './paths.ts';

/** Tells this process from one before it that had the same number, as in a container every first process has. */
const THIS_PROCESS = randomBytes(4).toString('hex');

/** A folder of our own: `.out-new-1234-5f0c9a1b-03d2b7e4`, with the number of this process. */
export async function createTempFolder(parent: string, name: string): Promise<string> {
  const folder = path.join(parent, `${name}-${process.pid}-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  return folder;
}

/** The folder for what a build needs while it runs: in the project, so that compiled modules find its packages. */
export async function createWorkFolder(root: string): Promise<string> {
  const parent = statePaths(root).folder;
  await createFolder(parent);
  for (const folder of await findAbandoned(parent, 'build')) await removeFolder(folder);
  return createTempFolder(parent, 'build');
}

/** Makes a folder, with those around it, unless it is there. */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    // Node 20 says so of a disk that is full or read-only. One by one, it tells what is wrong.
    if (!(await exists(path.dirname(folder)))) await createFolder(path.dirname(folder));
    await mkdir(folder);
  }
}

/** Nothing happens when it is not there. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await forEachInSlices(listInsideOut(folder), ({ file, isFolder }) =>
      isFolder ? rmdirSync(file) : unlinkSync(file),
    );
  } catch {
    // This is five times as slow (Node 20), and knows how to go on or what to say.
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a folder holds, and then itself. */
function* listInsideOut(folder: string): Generator<{ readonly file: string; readonly isFolder: boolean }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* listInsideOut(file);
    else yield { file, isFolder: false };
  }
  yield { file: folder, isFolder: true };
}

/** Folders of that name which processes that are no more have opened. Absolute. */
export async function findAbandoned(parent: string, name: string): Promise<string[]> {
  return (await findTempFolders(parent, name)).gone;
}

/** Folders of that name which nobody else works in, by whether this process has opened them. Absolute. */
export async function findTempFolders(
  parent: string,
  name: string,
): Promise<{ readonly own: string[]; readonly gone: string[] }> {
  const own: string[] = [];
  const gone: string[] = [];
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(`${name}-`)) continue;
    const [, pid, opener] = /^(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/.exec(entry.slice(name.length + 1)) ?? [];
    if (pid === undefined) continue;
    if (opener === THIS_PROCESS) own.push(path.join(parent, entry));
    else if (Number(pid) === process.pid || !isRunning(Number(pid))) gone.push(path.join(parent, entry));
  }
  return { own, gone };
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
