import { randomBytes } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode } from '../errors.ts';
import type { Asset } from '../model.ts';
import { MARKER } from '../paths.ts';

const MARKER_TEXT = 'sitegen made this folder, and replaces it as a whole with each build.\n';

/** The folder for what a build needs while it runs: in the project, so that compiled modules find its packages. */
export async function openWork(root: string): Promise<string> {
  const parent = path.join(root, '.sitegen');
  await mkdir(parent, { recursive: true });
  for (const folder of await leftBehind(parent, 'build')) await removeFolder(folder);
  return openFolder(parent, 'build');
}

/**
 * The folder in which a site is put together: beside `out`, because only there a rename is one step. Mends what a
 * build that was killed has left.
 *
 * @param out absolute
 * @returns absolute
 * @throws {SitegenError} when `out` holds something else than a site made by sitegen
 */
export async function openStaging(out: string): Promise<string> {
  const parent = path.dirname(out);
  const name = path.basename(out);
  await mkdir(parent, { recursive: true });
  // Killed between its two renames, a build has left the last site under another name.
  for (const folder of await leftBehind(parent, `.${name}-old`)) {
    if (await exists(out)) await removeFolder(folder);
    else await rename(folder, out);
  }
  for (const folder of await leftBehind(parent, `.${name}-new`)) await removeFolder(folder);
  await refuseForeign(out);
  return openFolder(parent, `.${name}-new`);
}

/** Writes files made by the bundler. */
export async function writeAssets(staging: string, assets: readonly Asset[]): Promise<void> {
  for (const { output, contents } of assets) {
    const file = path.join(staging, output);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

/** @param files from `public` */
export async function copyPublicFiles(root: string, files: readonly string[], staging: string): Promise<void> {
  for (const name of files) {
    const file = path.join(staging, name);
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(path.join(root, 'public', name), file);
  }
}

/** Puts the finished site in the place of the last one. Readers see the one or the other, whole. */
export async function publish(staging: string, out: string): Promise<void> {
  await writeFile(path.join(staging, MARKER), MARKER_TEXT);
  const old = staging.replace(/-new(?=(-[0-9a-f]+){3}$)/, '-old');
  const replaces = await exists(out);
  if (replaces) await rename(out, old);
  await rename(staging, out);
  if (replaces) await removeFolder(old);
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Tells this process from one before it that had the same number, as in a container every first process has. */
const THIS_PROCESS = randomBytes(4).toString('hex');

/** A folder of our own: `.out-new-1234-5f0c9a1b-03d2b7e4`, with the number of this process. */
async function openFolder(parent: string, name: string): Promise<string> {
  const folder = path.join(parent, `${name}-${process.pid}-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder);
  return folder;
}

/** Folders that processes which are no more have opened. */
async function leftBehind(parent: string, name: string): Promise<string[]> {
  const entries = await readdir(parent);
  return entries.flatMap((entry) => {
    if (!entry.startsWith(`${name}-`)) return [];
    const [, pid, opener] = /^(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/.exec(entry.slice(name.length + 1)) ?? [];
    if (pid === undefined || opener === THIS_PROCESS) return [];
    return Number(pid) !== process.pid && isRunning(Number(pid)) ? [] : path.join(parent, entry);
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

async function refuseForeign(out: string): Promise<void> {
  if (!(await exists(out))) return;
  const refuse = (what: string) =>
    new SitegenError(
      `The site cannot be written to ${out}: ${what}.\nTry: another folder with --out, or remove this one yourself.`,
    );
  if (!(await lstat(out)).isDirectory()) throw refuse('it is not a folder');
  const entries = await readdir(out);
  if (entries.length > 0 && !entries.includes(MARKER)) throw refuse('it holds files that sitegen did not make');
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
