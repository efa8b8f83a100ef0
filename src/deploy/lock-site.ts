/** Whether a folder holds a site that may be deployed. */
import path from 'node:path';
import { readCache } from '../cache/build-cache.ts';
import { exists, findTempFolders } from '../core/temp-folders.ts';
import { readJournal } from '../output/journal.ts';
import { tryToLock } from '../output/lock.ts';
import { SitegenError } from '../core/errors.ts';
import type { OpenPlaceholder } from '../core/model.ts';
import { MARKER } from '../core/paths.ts';

/**
 * Keeps builds from a site while it is read.
 *
 * @param out absolute
 * @returns lets them have it again
 * @throws {SitegenError} when there is no site, when one is being built, or when a build was cut short while it was published
 */
export async function holdSite(out: string): Promise<() => void> {
  const release = await tryToLock(out);
  if (release === undefined) throw new SitegenError(`A build is writing to ${out}.\nTry: again when it is done.`);
  try {
    if (!(await exists(path.join(out, MARKER))))
      throw new SitegenError(`There is no site in ${out} that sitegen has made.\nTry: sitegen build`);
    const { own, abandoned } = await findTempFolders(path.dirname(out), `.${path.basename(out)}-new`);
    if ([...own, ...abandoned].some((staging) => readJournal(staging) !== undefined))
      throw new SitegenError(`The last build was cut short while it wrote to ${out}.\nTry: sitegen build`);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The facts that are still missing in a site, as the last build has found them.
 *
 * @param root the project's folder
 * @param out the site's; both absolute
 * @throws {SitegenError} when nothing is known of the build that has made it
 */
export function readPlaceholders(root: string, out: string): readonly OpenPlaceholder[] {
  const last = readCache(root);
  if (last?.out === out) return last.placeholders;
  throw new SitegenError(
    `Whether the site in ${out} still has placeholders, nobody knows: .sitegen/cache is of another build, or is gone.\n` +
      'Try: sitegen build, which finds out; or --allow-placeholders',
  );
}
