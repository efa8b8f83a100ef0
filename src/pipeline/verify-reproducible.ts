/** Builds a site twice, to see whether the same comes out. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { BuildResult } from '../core/build-result.ts';
import type { BuildOptions } from './options.ts';
import { compareFolders, type Difference } from './compare-folders.ts';
import { createTempFolder, removeFolder } from '../core/temp-folders.ts';
import { availableWorkers } from '../render/worker-pool.ts';

/** Makes everything anew, in a way that may differ from what a build does by itself. */
export interface Trial extends BuildOptions {
  /** Told the folder with all of the site, absolute, before it is published. */
  readonly onStaged?: (staging: string) => Promise<readonly Difference[]>;
}

/**
 * Builds on one number of workers, then on another; publishes the second site if it has the same bytes as the first.
 */
export async function buildTwice(
  root: string,
  options: BuildOptions,
  build: (trial: Trial) => Promise<BuildResult>,
): Promise<BuildResult> {
  const { workers = availableWorkers() } = options;
  let kept = '';
  try {
    const first = await build({
      ...options,
      force: true,
      dry: true,
      workers: workers === 1 ? 2 : workers - 1,
      onStaged: async (staging) => {
        kept = await createTempFolder(path.join(root, '.sitegen'), 'build');
        await cp(staging, kept, { recursive: true });
        return [];
      },
    });
    if (!first.ok) return first;
    return await build({ ...options, force: true, workers, onStaged: (staging) => compareFolders(kept, staging) });
  } finally {
    if (kept !== '') await removeFolder(kept);
  }
}
