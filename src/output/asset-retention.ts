import { lstatSync } from 'node:fs';
import path from 'node:path';
import { parentFolders } from '../core/paths.ts';
import type { AssetAges } from '../cache/state.ts';

/** What is known of files that the bundler has made, whose names change with their contents. */
export interface AssetHistory {
  /** After the last build. */
  readonly ages: AssetAges;
  /** Those of this build, from `out`. */
  readonly now: readonly string[];
  /** So many builds they stay once they are not part of the site any more. */
  readonly keep: number;
  /** Absolute. */
  readonly out: string;
}

/**
 * A page that was loaded before a deploy still asks for the files of its own build: scripts of islands that it wakes later,
 * pictures that come into view. So these stay for a while.
 *
 * @param site all files of the site, from `out`
 * @param isSame whether the site is what it was: then nothing has got older
 */
export function ageAssets(
  { ages, now, keep, out }: AssetHistory,
  site: ReadonlySet<string>,
  isSame: boolean,
): AssetAges {
  const older = Object.entries(ages).map(([file, age]) => [file, isSame ? age : age + 1] as const);
  const former = older.filter(
    ([file, age]) =>
      age <= keep && ![file, ...parentFolders(file)].some((name) => site.has(name)) && isThere(out, file),
  );
  return { ...Object.fromEntries(former), ...Object.fromEntries(now.map((file) => [file, 0])) };
}

function isThere(out: string, file: string): boolean {
  return lstatSync(path.join(out, file), { throwIfNoEntry: false })?.isFile() === true;
}
