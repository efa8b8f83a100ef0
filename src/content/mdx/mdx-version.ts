import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCode } from '../../shared/errors.ts';
import { statIfExists } from '../../shared/files.ts';
import { hashOf } from '../../shared/hash.ts';
import { foldersAround } from '../../shared/paths.ts';
import { missingPackages, type ContentPackage } from '../content-problem.ts';
import { shikiVersion } from '../code/highlight.ts';

/** The packages that compile MDX. */
const PACKAGES = ['@mdx-js/mdx', 'remark-directive', 'remark-gfm'] as const;

/**
 * Identifies the code that compiles MDX: sitegen's own, and the packages with all their dependencies, because a parser can be
 * updated without the package that uses it.
 *
 * @param others the packages for the rest of the content, for the error
 * @throws {SitegenError} when a package is not installed
 */
export function mdxVersion(others: () => readonly ContentPackage[]): string {
  const own = readFileSync(new URL('./page-worker.js', import.meta.url)); // it imports other files by names with hashes
  const versions = new Map<string, string>();
  for (const name of PACKAGES) collectVersions(entryOf(name, others), name, versions);
  return hashOf(own, shikiVersion() ?? '', ...[...versions].flat());
}

function entryOf(name: string, others: () => readonly ContentPackage[]): string {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch (cause) {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw missingPackages('MDX', [...new Set([...PACKAGES, 'yaml', ...others()] as const)], cause);
  }
}

/** @param from a file that can import the package. @param versions by folder. Added to */
function collectVersions(from: string, name: string, versions: Map<string, string>): void {
  const found = foldersAround(path.dirname(from))
    .map((around) => path.join(around, 'node_modules', name))
    .find((candidate) => statIfExists(path.join(candidate, 'package.json')) !== undefined);
  const folder = found && realpathSync.native(found);
  if (folder === undefined || versions.has(folder)) return;
  const file = path.join(folder, 'package.json');
  const { version, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  versions.set(folder, version);
  for (const dependency of Object.keys(dependencies)) collectVersions(file, dependency, versions);
}
