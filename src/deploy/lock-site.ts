/** Checks that a folder contains a complete site that may be deployed, and locks it. */
import path from 'node:path';
import { exists, findTempFolders } from '../shared/temp-folders.ts';
import { readJournal } from '../publish/journal.ts';
import { tryToLock } from '../publish/lock.ts';
import { readPublishedFiles } from '../publish/published-files.ts';
import { SitegenError } from '../shared/errors.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import { MARKER } from '../shared/paths.ts';

/**
 * Locks out builds while a site is read.
 *
 * @param out absolute
 * @returns releases the lock
 * @throws {SitegenError} when there is no site, when one is being built or deployed, or when publishing it was interrupted
 */
export async function lockSite(out: string): Promise<() => void> {
  const release = await lockForReading(out);
  try {
    if (!(await exists(path.join(out, MARKER))))
      throw new SitegenError(`${out} does not contain a site built by sitegen.\nTry: sitegen build`);
    const { own, abandoned } = await findTempFolders(path.dirname(out), `.${path.basename(out)}-new`);
    if ([...own, ...abandoned].some((staging) => readJournal(staging) !== undefined))
      throw new SitegenError(`The last build was interrupted while it wrote to ${out}.\nTry: sitegen build`);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

async function lockForReading(out: string): Promise<() => void> {
  const free = await tryToLock(out);
  const reader = await tryToLock(`${out} (being read)`); // says who has the other lock
  if (free !== undefined)
    return () => {
      free();
      reader?.();
    };
  reader?.();
  const other = reader === undefined ? 'Another deploy or verify is reading' : 'A build is writing to';
  throw new SitegenError(`${other} ${out}.\nTry: run the command again when it has finished.`);
}

/**
 * The open placeholders of a site, as recorded by its build.
 *
 * @param out the site's folder, absolute
 * @throws {SitegenError} when the record is damaged
 */
export function readPlaceholders(out: string): readonly OpenPlaceholder[] {
  const published = readPublishedFiles(out);
  if (published !== undefined) return published.placeholders;
  throw new SitegenError(
    `Cannot check ${out} for placeholders: the list of its files in ${MARKER} is damaged.\n` +
      'Try: sitegen build; or --allow-placeholders, which skips the check',
  );
}
