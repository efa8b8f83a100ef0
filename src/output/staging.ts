/** The folders that a build writes to. */
import { chmod, copyFile, lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, nameFile } from '../core/errors.ts';
import type { HostFile } from '../api/host.ts';
import type { Asset } from '../core/model.ts';
import { MARKER, statePaths } from '../core/paths.ts';
import { applyChanges } from './apply-changes.ts';
import {
  exists,
  findTempFolders,
  findAbandoned,
  createFolder,
  createTempFolder,
  removeFolder,
} from '../core/temp-folders.ts';
import { readJournal } from './journal.ts';

/**
 * The folder in which a site is put together: beside `out`, because only there a rename is one step. Mends what a
 * build that was cut off has left, so that from here on `out` is as the last one to publish has meant it.
 *
 * @param out absolute
 * @returns absolute; for `closeStaging`
 * @throws {SitegenError} when `out` holds something else than a site made by sitegen
 */
export async function openStaging(out: string): Promise<string> {
  const parent = path.dirname(out);
  const name = path.basename(out);
  await createFolder(parent);
  // Killed between its two renames, a build has left the last site under another name.
  for (const folder of await findAbandoned(parent, `.${name}-old`)) {
    if (await exists(out)) await removeFolder(folder);
    else await rename(folder, out);
  }
  await refuseForeign(out);
  const { own, gone } = await findTempFolders(parent, `.${name}-new`);
  await finishChanges(out, [...own, ...gone]);
  for (const folder of gone) await removeFolder(folder);
  return createTempFolder(parent, `.${name}-new`);
}

/** Removes a staging folder, unless it is needed to finish what was begun in `out`. */
export async function closeStaging(staging: string): Promise<void> {
  if (readJournal(staging) === undefined) await removeFolder(staging);
}

/** Writes files made by the bundler. */
export async function writeAssets(staging: string, assets: readonly Asset[]): Promise<void> {
  for (const { output, contents } of assets) {
    const file = path.join(staging, output);
    await createFolder(path.dirname(file));
    await writeFile(file, contents).catch(nameFile(file));
  }
}

/** Writes what a host is set up with: `.sitegen/hosts`. */
export async function writeBeside(root: string, files: readonly HostFile[]): Promise<void> {
  const folder = statePaths(root).hosts;
  await rm(folder, { recursive: true, force: true });
  if (files.length > 0) await createFolder(folder);
  for (const { name, text } of files) {
    const file = path.join(folder, name);
    await writeFile(file, text).catch(nameFile(file));
  }
}

/** @param files from `public` */
export async function copyPublicFiles(root: string, files: readonly string[], staging: string): Promise<void> {
  for (const name of files) {
    const file = path.join(staging, name);
    await createFolder(path.dirname(file));
    await copyFile(path.join(root, 'public', name), file);
    await chmod(file, 0o644); // a copy is for whom its source is, and a web server may be somebody else
  }
}

/** Makes the changes that were begun in these staging folders, in the order in which they were. */
async function finishChanges(out: string, folders: readonly string[]): Promise<void> {
  const begun = folders.flatMap((staging) => {
    const journal = readJournal(staging);
    return journal === undefined ? [] : { staging, journal };
  });
  // Somebody has removed the site that was to be changed.
  const isGone = begun.length > 0 && !(await exists(path.join(out, MARKER)));
  for (const { staging, journal } of begun.toSorted((a, b) => a.journal.time - b.journal.time)) {
    try {
      if (!isGone) await applyChanges(staging, out, journal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SitegenError(
        `The last build was cut off while it wrote to ${out}, and that cannot be finished: ${reason}.\n` +
          'Try: remove the folder, and build again.',
        { cause: error },
      );
    }
    await removeFolder(staging);
  }
}

async function refuseForeign(out: string): Promise<void> {
  if (!(await exists(out))) return;
  const refuse = (what: string) =>
    new SitegenError(
      `The site cannot be written to ${out}: ${what}.\nTry: another folder with --out, or remove this one yourself.`,
    );
  const [own, around] = await Promise.all([lstat(out), lstat(path.dirname(out))]);
  if (!own.isDirectory()) throw refuse('it is not a folder');
  // A build puts another folder in its place, which no system allows there.
  if (own.dev !== around.dev) throw refuse('a disk or a volume is mounted there; a folder inside it would do');
  const entries = await readdir(out);
  if (entries.length > 0 && !entries.includes(MARKER)) throw refuse('it holds files that sitegen did not make');
}
