import { realpathSync } from 'node:fs';
import path from 'node:path';
import { statIfExists } from './files.ts';
import { foldersAround } from './paths.ts';

/**
 * Finds a package as Node does, without its `exports`.
 *
 * @param from the folder of the importing file, absolute
 * @returns the folder of the package, with links resolved
 */
export function findPackage(from: string, name: string): string | undefined {
  const folders = foldersAround(from)
    .filter((around) => path.basename(around) !== 'node_modules')
    .map((around) => path.join(around, 'node_modules', name));
  const found = folders.find((folder) => statIfExists(folder) !== undefined);
  return found && realpathSync.native(found);
}
