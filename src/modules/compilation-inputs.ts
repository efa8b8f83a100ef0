/**
 * What a bundle depends on. That includes files that would be found first if they existed, and settings, of which esbuild's
 * metafile says nothing. An input is a name; `cache/hash-input.ts` hashes what it stands for. Paths are POSIX, from the root.
 *
 * - `templates/pages/index.tsx`: the contents of a file of the project
 * - `setting ../tsconfig.json`: the contents of a file that affects how all others are compiled. It may be missing
 * - `package node_modules/lodash/map.js`: the contents of a file of a package, or of all files in its folder
 * - `lookup lib/words`: which of `words` and `words.*` exist in that folder
 * - `below lib/data`: all names below a folder
 */
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { foldersAround, toPosix } from '../core/paths.ts';
import { findDependencies, findPackage, lookupsOf } from './lookups.ts';
import { fileOfInput, isPackageSpecifier, packageAtUrl, packageName } from './module-graph.ts';
import { readTsconfigs } from './tsconfig.ts';

/** What was loaded to compile something. */
export interface Loaded {
  /** Absolute. */
  readonly files: readonly string[];
  readonly imports: readonly Import[];
}

interface Import {
  /** Of the importing file, absolute. */
  readonly folder: string;
  /** As it is written: `./words`. */
  readonly specifier: string;
  /** Whether Node loads it when the code runs. */
  readonly isExternal?: boolean;
}

/** @param root of the paths in the metafile, absolute */
export function loadedBy(root: string, { inputs }: Metafile): Loaded {
  // Names with a colon are virtual modules: of plugins, and entries.
  const isFile = (name: string) => !/^[^:]{2,}:/.test(name);
  const imports = Object.entries(inputs).flatMap(([name, input]) => {
    const folder = path.dirname(path.resolve(root, fileOfInput(name)));
    return input.imports.map(({ path: found, original = found, external }): Import => {
      const named = packageAtUrl(found);
      if (named !== undefined) return { folder: named.folder, specifier: named.name, isExternal: true };
      return { folder, specifier: original, isExternal: external === true };
    });
  });
  const files = Object.keys(inputs).map(fileOfInput).filter(isFile);
  return { files: files.map((file) => path.resolve(root, file)), imports };
}

/** @param root of the project, absolute */
export function inputsOf(root: string, { files, imports }: Loaded): string[] {
  const folders = [...new Set(files.map((file) => path.dirname(file)))];
  const around = [...new Set(folders.flatMap(foldersAround))];
  const tsconfigs = readTsconfigs(around.filter((folder) => !isInPackage(folder)));
  const names = new Set([
    ...files.flatMap((file) => [isInPackage(file) ? `package ${file}` : file, ...lookupsOfFile(file)]),
    ...around.map((folder) => `setting ${path.join(folder, 'package.json')}`),
    ...tsconfigs.files.map((file) => `setting ${file}`),
  ]);
  const distinct = new Map(imports.map((one) => [`${one.folder}\n${one.specifier}`, one])).values();
  for (const { folder, specifier } of distinct) {
    const mappings = isInPackage(folder) ? [] : tsconfigs.paths;
    for (const name of lookupsOf(folder, specifier, mappings)) names.add(name);
  }
  const external = imports.filter(({ specifier, isExternal }) => isExternal && isPackageSpecifier(specifier));
  return [...new Set([...fromRoot(root, names), ...inputsOfPackages(root, external)])];
}

/** The inputs of packages that Node loads, with the packages that these depend on. */
export function inputsOfPackages(root: string, imports: readonly Import[]): string[] {
  const names = new Set<string>();
  const done = new Set<string>();
  const queue = [...imports];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const key = `${next.folder}\n${packageName(next.specifier)}`;
    if (done.has(key)) continue;
    done.add(key);
    const { folder, lookups } = findPackage(next.folder, packageName(next.specifier));
    for (const lookup of lookups) names.add(lookup);
    if (folder === undefined || names.has(`package ${folder}`)) continue;
    names.add(`package ${folder}`);
    queue.push(...findDependencies(folder).map((specifier) => ({ folder, specifier })));
  }
  return fromRoot(root, names);
}

/** A file is found by its name without an extension, and `words/index.js` also as `words`. */
function lookupsOfFile(file: string): string[] {
  const isIndex = path.parse(file).name === 'index';
  return [`lookup ${file}`, ...(isIndex ? [`lookup ${path.dirname(file)}`] : [])];
}

function isInPackage(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}

/** `setting /project/tsconfig.json` -> `setting tsconfig.json` */
function fromRoot(root: string, names: ReadonlySet<string>): string[] {
  const shorten = (name: string) => {
    const [, kind = '', file = ''] = /^((?:setting|package|lookup|below) )?(.*)$/s.exec(name) ?? [];
    return kind + toPosix(path.relative(root, kind === 'lookup ' ? withoutExtension(file) : file));
  };
  return [...new Set([...names].map(shorten))];
}

/** Extensions that specifiers may lack, or that esbuild replaces: `./a.js` finds `a.ts`. */
function withoutExtension(file: string): string {
  return file.replace(/(?<=[^\\/])\.(?:[cm]?[jt]sx?|json|css)$/, '');
}
