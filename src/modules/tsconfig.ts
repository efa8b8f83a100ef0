import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { statIfExists } from '../core/files.ts';
import { findPackage, type PathMapping } from './lookups.ts';
import { packageName } from './module-graph.ts';

export interface Tsconfigs {
  /** All that esbuild reads, or would read if they existed. Absolute. */
  readonly files: readonly string[];
  readonly paths: readonly PathMapping[];
}

interface Tsconfig {
  readonly extends?: string | readonly string[];
  readonly compilerOptions?: {
    readonly baseUrl?: string;
    readonly paths?: Readonly<Record<string, readonly string[]>>;
  };
}

/** @param folders that may have one: absolute */
export function readTsconfigs(folders: readonly string[]): Tsconfigs {
  const files = new Set<string>();
  const paths: PathMapping[] = [];
  const queue = folders.flatMap((folder) => ['tsconfig.json', 'jsconfig.json'].map((name) => path.join(folder, name)));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const config = readTsconfig(file);
    if (config === undefined) continue;
    const folder = path.dirname(file);
    paths.push(...readPaths(folder, config));
    queue.push(...[config.extends ?? []].flat().flatMap((name) => candidatesOf(folder, name)));
  }
  return { files: [...files], paths };
}

/** @returns nothing if there is no such file; esbuild reports one that is damaged */
function readTsconfig(file: string): Tsconfig | undefined {
  if (statIfExists(file)?.isFile() !== true) return undefined;
  try {
    return JSON.parse(withoutComments(readFileSync(file, 'utf8'))) as Tsconfig;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Unlike JSON, a tsconfig.json may have comments, and commas before brackets. */
function withoutComments(text: string): string {
  const string = String.raw`"(?:\\.|[^"\\])*"`;
  const comments = new RegExp(String.raw`(${string})|//.*|/\*[^]*?\*/|^\uFEFF`, 'g');
  const commas = new RegExp(String.raw`(${string})|,(?=\s*[}\]])`, 'g');
  return text.replace(comments, '$1').replace(commas, '$1');
}

function readPaths(folder: string, { compilerOptions = {} }: Tsconfig): PathMapping[] {
  const { baseUrl, paths = {} } = compilerOptions;
  const base = path.resolve(folder, baseUrl ?? '.');
  const mappings = Object.entries(paths).map(([pattern, targets]) => {
    return { pattern, targets: targets.map((target) => path.resolve(base, target)) };
  });
  return baseUrl === undefined ? mappings : [...mappings, { pattern: '*', targets: [path.join(base, '*')] }];
}

/** The files that `extends` may name. */
function candidatesOf(folder: string, name: string): string[] {
  const filesAt = (file: string) => [file, `${file}.json`, path.join(file, 'tsconfig.json')];
  if (/^\.{0,2}\/|^\.\.?$/.test(name) || path.isAbsolute(name)) return filesAt(path.resolve(folder, name));
  const found = findPackage(folder, packageName(name)).lookups.flatMap((lookup) => {
    const file = lookup.replace(/^\w+ /, '');
    return lookup.startsWith('setting ') ? [file] : filesAt(file + name.slice(packageName(name).length));
  });
  try {
    return [...found, createRequire(path.join(folder, 'tsconfig.json')).resolve(name)]; // by `exports`
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED')) throw error;
    return found;
  }
}
