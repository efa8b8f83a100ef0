import { cp } from 'node:fs/promises';
import type { BuildResult } from '../shared/build-result.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { statePaths } from '../shared/paths.ts';
import { createSharedData } from '../shared/shared-data.ts';
import type { Site } from '../site/site.ts';
import { createTempFolder, removeFolder } from '../shared/temp-folders.ts';
import { compareFolders, type Difference } from './compare-folders.ts';
import type { ResolvedOptions } from './options.ts';

/** How much later the second build seems to run, in ms: 400 days, so that a year in the footer differs. */
const LATER = 400 * 24 * 60 * 60 * 1000;

/**
 * Builds twice, with different dates and numbers of workers, and without data that the other build has kept or shared, and
 * publishes the site if both builds have the same bytes.
 */
export async function verifyReproducible(
  options: ResolvedOptions,
  build: (options: ResolvedOptions) => Promise<BuildResult>,
): Promise<BuildResult> {
  const { root, workers } = options;
  const { folder, memoAhead } = statePaths(root);
  let copy = '';
  try {
    await removeFolder(memoAhead); // of a process that was killed
    const later = await build({
      ...options,
      dry: true,
      stagesEverything: true,
      clockOffset: LATER,
      sharedData: createSharedData(),
      workers: workers === 1 ? 2 : workers - 1,
      compareStaging: async (staging) => {
        copy = await createTempFolder(folder, 'build');
        await cp(staging, copy, { recursive: true });
        return [];
      },
    });
    if (!later.ok) return later;
    return await build({
      ...options,
      stagesEverything: true,
      compareStaging: (staging) => compareFolders(staging, copy),
    });
  } finally {
    await removeFolder(memoAhead);
    if (copy !== '') await removeFolder(copy);
  }
}

export function describeDifferences(differences: readonly Difference[], site: Pick<Site, 'find'>): Diagnostic[] {
  return differences.map(({ file, excerpts }) => {
    const source = site.find(file)?.owner;
    const shown = excerpts === undefined ? '' : `\nFirst:  ${excerpts[0]}\nSecond: ${excerpts[1]}`;
    return error('not-reproducible', `"${file}" differs between two builds of the same sources.${shown}`, {
      place: source === undefined ? undefined : { file: source },
      hint: 'look for the clock, Math.random() or the order of an unsorted list in its code',
    });
  });
}
