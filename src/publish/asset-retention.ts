import { lstatSync } from 'node:fs';
import path from 'node:path';
import { parentFolders } from '../shared/paths.ts';
import type { AssetAges } from './published-files.ts';

export interface RetainAssets {
  /** After the previous build. */
  readonly ages: AssetAges;
  /** Hashed assets of this build, from `out`. */
  readonly current: readonly string[];
  /** All files of this build, from `out`. */
  readonly files: ReadonlySet<string>;
  /** The number of builds for which old assets are kept. */
  readonly keep: number;
  /** Absolute. */
  readonly out: string;
  /** True if the site has changed since the previous build. If not, assets do not age. */
  readonly hasChanged: boolean;
}

/**
 * A page loaded before a deploy still requests the assets of its own build: scripts of islands that hydrate later, images
 * that scroll into view. So old hashed assets are kept for some builds.
 *
 * @returns the assets of this build, and old ones that are kept
 */
export function retainAssets({ ages, current, files, keep, out, hasChanged }: RetainAssets): AssetAges {
  const isFree = (file: string) => ![file, ...parentFolders(file)].some((name) => files.has(name));
  const older = Object.entries(ages).map(([file, age]) => [file, hasChanged ? age + 1 : age] as const);
  const retained = older.filter(([file, age]) => age <= keep && isFree(file) && isFile(path.join(out, file)));
  return { ...Object.fromEntries(retained), ...Object.fromEntries(current.map((file) => [file, 0])) };
}

function isFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
