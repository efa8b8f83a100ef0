/** Whether a folder contains a complete site that may be deployed. */
import path from 'node:path';
import { readCache } from '../cache/build-cache.ts';
import { exists, findTempFolders } from '../core/temp-folders.ts';
import { readJournal } from '../output/journal.ts';
import { tryToLock } from '../output/lock.ts';
import { SitegenError } from '../core/errors.ts';
import type { OpenPlaceholder } from '../core/model.ts';
import { MARKER } from '../core/paths.ts';

/**
 * Locks out builds while a site is read.
 *
 * @param out absolute
 * @returns releases the lock
 * @throws {SitegenError} when there is no site, when one is being built, or when publishing it was interrupted
 */
export async function lockSite(out: string): Promise<() => void> {
  const release = await tryToLock(out);
  if (release === undefined)
    throw new SitegenError(`A build is writing to ${out}.\nTry: run the command again when it has finished.`);
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

/**
 * @param root the project's folder
 * @param out the site's; both absolute
 * @throws {SitegenError} when the site was built with variables for development
 */
export function refuseDevelopmentSite(root: string, out: string): void {
  const cache = readCache(root);
  if (cache?.out !== out || !cache.isForDevelopment) return;
  throw new SitegenError(
    `${out} was built by \`sitegen serve\` with the variables of .env.development.\nTry: sitegen build`,
  );
}

/**
 * The open placeholders of a site, as recorded by its build.
 *
 * @param root the project's folder
 * @param out the site's; both absolute
 * @throws {SitegenError} when there is no record of the build
 */
export function readPlaceholders(root: string, out: string): readonly OpenPlaceholder[] {
  const cache = readCache(root);
  if (cache?.out === out) return cache.placeholders;
  throw new SitegenError(
    `Cannot check ${out} for placeholders: .sitegen/cache is missing or belongs to another build.\n` +
      'Try: sitegen build; or --allow-placeholders, which skips the check',
  );
}
