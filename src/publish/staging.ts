/** The folder in which a site is assembled before it is published. */
import { lstat, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { move } from '../shared/files.ts';
import { MARKER } from '../shared/paths.ts';
import { createFolder, createTempFolder, exists, findTempFolders, removeFolder } from '../shared/temp-folders.ts';
import { applyChanges, readJournal } from './journal.ts';

/**
 * Creates a staging folder next to `out`, because a rename is atomic only there. First completes an interrupted publish, so
 * that `out` is what the last build intended.
 *
 * @param out absolute
 * @returns absolute, for `closeStaging`
 * @throws {SitegenError} if `out` contains anything but a site built by sitegen
 */
export async function openStaging(out: string): Promise<string> {
  const parent = path.dirname(out);
  const name = path.basename(out);
  await createFolder(parent);
  // A build that ends between its two renames leaves the previous site under this name.
  const old = await findTempFolders(parent, `.${name}-old`);
  for (const folder of [...old.own, ...old.abandoned]) {
    if (await exists(out)) await removeFolder(folder);
    else move(folder, out);
  }
  await refuseForeign(out);
  const { own, abandoned } = await findTempFolders(parent, `.${name}-new`);
  await finishChanges(out, [...own, ...abandoned]);
  for (const folder of abandoned) await removeFolder(folder);
  return createTempFolder(parent, `.${name}-new`);
}

/** Removes a staging folder, unless it is needed to finish publishing. */
export async function closeStaging(staging: string): Promise<void> {
  if (readJournal(staging) === undefined) await removeFolder(staging);
}

/** Applies the journals of these staging folders, the oldest first. */
async function finishChanges(out: string, folders: readonly string[]): Promise<void> {
  const begun = folders.flatMap((staging) => {
    const journal = readJournal(staging);
    return journal === undefined ? [] : { staging, journal };
  });
  // The site may have been removed since.
  const isGone = begun.length > 0 && !(await exists(path.join(out, MARKER)));
  for (const { staging, journal } of begun.toSorted((a, b) => a.journal.time - b.journal.time)) {
    try {
      if (!isGone) await applyChanges(staging, out, journal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SitegenError(
        `The previous build was interrupted while it wrote to ${out}, and cannot be finished: ${reason}.\n` +
          'Try: remove the folder, and build again.',
        { cause: error },
      );
    }
    await removeFolder(staging);
  }
}

/** @param folder not a link */
async function isMounted(folder: string): Promise<boolean> {
  const [own, parent] = await Promise.all([lstat(folder), lstat(path.dirname(folder))]);
  if (own.dev !== parent.dev) return true;
  // A folder that is mounted from the same disk. No system moves a folder into itself, but the reason differs.
  return rename(folder, path.join(folder, 'x')).then(
    () => false,
    (error: unknown) => hasCode(error, 'EXDEV'),
  );
}

async function refuseForeign(out: string): Promise<void> {
  if (!(await exists(out))) return;
  const refuse = (reason: string) =>
    new SitegenError(`Cannot write to ${out}: ${reason}.\nTry: another folder with --out, or remove this one.`);
  if (!(await lstat(out)).isDirectory()) throw refuse('it is not a folder');
  // A build may replace the folder, which is impossible for a mount point.
  if (await isMounted(out)) {
    const hint = 'mount the folder around it instead, or choose a folder inside it with --out';
    throw new SitegenError(`Cannot write to ${out}: a disk, volume or folder is mounted there.\nTry: ${hint}.`);
  }
  const entries = await readdir(out);
  const isMarked = entries.includes(MARKER) && (await lstat(path.join(out, MARKER))).isFile();
  if (entries.length > 0 && !isMarked) throw refuse('it holds files that sitegen did not create');
}
