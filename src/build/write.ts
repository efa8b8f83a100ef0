import { randomUUID } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode } from '../errors.ts';
import type { Asset } from '../model.ts';

/** Tells a folder that a build may replace from one that it must not touch. */
const MARKER = '.sitegen';
const MARKER_TEXT = 'sitegen made this folder, and replaces it as a whole with each build.\n';

/**
 * Makes the folder in which a site is put together: beside `out`, because only there a rename is one step. Mends what a
 * build that was killed has left.
 *
 * @param out absolute
 * @returns the folder, absolute
 * @throws {SitegenError} when `out` holds something else than a site made by sitegen
 */
export async function openStaging(out: string): Promise<string> {
  const parent = path.dirname(out);
  await mkdir(parent, { recursive: true });
  await restore(out);
  await refuseForeign(out);
  const staging = path.join(parent, `.${path.basename(out)}-new-${process.pid}-${randomUUID()}`);
  await mkdir(staging);
  return staging;
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
  const old = staging.replace('-new-', '-old-');
  const replaced = await moveIfThere(out, old);
  await rename(staging, out);
  if (replaced) await rm(old, { recursive: true, force: true });
}

/** Removes a site that is not going to be published. */
export async function dropStaging(staging: string): Promise<void> {
  await rm(staging, { recursive: true, force: true });
}

/** A build that was killed between its two renames has left the last site under another name. */
async function restore(out: string): Promise<void> {
  const name = path.basename(out);
  const leftovers = (await readdir(path.dirname(out))).filter((entry) => {
    const [, pid] = entry.startsWith(`.${name}-`)
      ? (/^(?:new|old)-(\d+)-/.exec(entry.slice(name.length + 2)) ?? [])
      : [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  for (const entry of leftovers) {
    const folder = path.join(path.dirname(out), entry);
    const isLastSite = entry.startsWith(`.${name}-old-`) && !(await exists(out));
    if (isLastSite) await rename(folder, out);
    else await rm(folder, { recursive: true, force: true });
  }
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

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
