import { readFileSync, realpathSync } from 'node:fs';
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

/** What a `package.json` may contain: anyone may have written it. */
export interface PackageDescription {
  readonly name?: unknown;
  readonly workspaces?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
  readonly peerDependencies?: unknown;
}

/** @returns `undefined` if the folder has no `package.json` that can be read */
export function readPackage(folder: string): PackageDescription | undefined {
  const file = path.join(folder, 'package.json');
  if (statIfExists(file)?.isFile() !== true) return undefined;
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8'))) as object;
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}
