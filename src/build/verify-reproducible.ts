import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildResult } from '../shared/build-result.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { isRegularFile, listFiles } from '../shared/files.ts';
import { statePaths } from '../shared/paths.ts';
import { createSharedData } from '../shared/shared-data.ts';
import type { Site } from '../site/site.ts';
import { createTempFolder, removeFolder } from '../shared/temp-folders.ts';
import type { Difference, ResolvedOptions } from './options.ts';

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

/** Excerpt length, in characters: before the first difference, and from it on. */
const BEFORE = 30;
const AFTER = 40;

const TEXT = /\.(html|css|js|svg|xml|txt|json|webmanifest)$/;

/** Compares all files, byte by byte. */
async function compareFolders(first: string, second: string): Promise<Difference[]> {
  const [before, after] = [new Set(listFiles(first, isRegularFile)), new Set(listFiles(second, isRegularFile))];
  const differences: Difference[] = [];
  for (const file of [...new Set([...before, ...after])].toSorted()) {
    if (!before.has(file) || !after.has(file)) differences.push({ file, excerpts: undefined });
    else {
      const [a, b] = await Promise.all([readFile(path.join(first, file)), readFile(path.join(second, file))]);
      if (!a.equals(b))
        differences.push({ file, excerpts: TEXT.test(file) ? excerptsOf(a.toString(), b.toString()) : undefined });
    }
  }
  return differences;
}

function excerptsOf(a: string, b: string): readonly [string, string] {
  let same = 0;
  while (a[same] === b[same]) same += 1;
  const cut = (text: string) => {
    const start = Math.max(0, same - BEFORE);
    const end = Math.min(text.length, same + AFTER);
    const shown = text.slice(start, end).replace(/\s+/g, ' ');
    return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
