/** Where esbuild and Node look for what a file imports. The result names inputs: see `compilation-inputs.ts`. */
import { readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { statIfExists } from '../core/files.ts';
import { foldersAround } from '../core/paths.ts';
import { packageName } from './module-graph.ts';

/** A `paths` or the `baseUrl` of a tsconfig.json. */
export interface PathMapping {
  /** `@/*` */
  readonly pattern: string;
  /** Absolute: `/project/lib/*` */
  readonly targets: readonly string[];
}

/**
 * @param folder of the importing file, absolute
 * @param specifier as it is written
 */
export function lookupsOf(folder: string, specifier: string, mappings: readonly PathMapping[]): string[] {
  if (isBuiltin(specifier) || /^(?:[a-z-]{2,}:|[#<])/i.test(specifier)) return [];
  const isPath = /^\.{0,2}(?:[\\/]|$)|^\.\.$|^[a-z]:/i.test(specifier);
  // `import(`./data/${name}.json`)`
  const glob = specifier.indexOf('*');
  if (glob >= 0) return isPath ? [`below ${path.resolve(folder, path.dirname(`${specifier.slice(0, glob)}x`))}`] : [];
  if (isPath) return lookupsOfPath(path.resolve(folder, specifier));
  const name = packageName(specifier);
  const { folder: found, lookups } = findPackage(folder, name);
  const isSubpath = found !== undefined && specifier !== name;
  return [
    ...lookups,
    ...(isSubpath ? lookupsOfPath(found + specifier.slice(name.length)) : []),
    ...mappings.flatMap((mapping) => lookupsOfMapping(mapping, specifier)),
  ];
}

/** `./words` finds `words.js`, `words/index.js`, or what `words/package.json` names. */
function lookupsOfPath(file: string): string[] {
  const isFolder = statIfExists(file)?.isDirectory() === true;
  const inside = [`lookup ${path.join(file, 'index')}`, `setting ${path.join(file, 'package.json')}`];
  return [`lookup ${file}`, ...(isFolder ? inside : [])];
}

function lookupsOfMapping({ pattern, targets }: PathMapping, specifier: string): string[] {
  const [before = '', after] = pattern.split('*');
  const isExact = after === undefined;
  const matches = isExact ? specifier === before : specifier.startsWith(before) && specifier.endsWith(after);
  if (!matches) return [];
  const rest = isExact ? '' : specifier.slice(before.length, specifier.length - after.length);
  return targets.flatMap((target) => lookupsOfPath(target.replace('*', () => rest)));
}

/** @returns the folder of the package that is found, without links, and the inputs that decide it */
export function findPackage(from: string, name: string): { folder: string | undefined; lookups: string[] } {
  const lookups: string[] = [];
  for (const around of foldersAround(from)) {
    if (path.basename(around) === 'node_modules') continue;
    const folder = path.join(around, 'node_modules', name);
    lookups.push(`lookup ${folder}`);
    if (statIfExists(folder) === undefined) continue;
    lookups.push(`setting ${path.join(folder, 'package.json')}`);
    return { folder: realpathSync(folder), lookups };
  }
  return { folder: undefined, lookups };
}

/** The packages that a package may import. */
export function findDependencies(folder: string): string[] {
  const file = path.join(folder, 'package.json');
  if (statIfExists(file) === undefined) return [];
  const description = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object | undefined>;
  const fields = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  return fields.flatMap((field) => Object.keys(description[field] ?? {}));
}
