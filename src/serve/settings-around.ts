/** The settings of esbuild, Tailwind and package managers in the folders around the files that they read. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { readRegularFile, statIfExists } from '../shared/files.ts';

const TSCONFIG = 'tsconfig.json';

/** Those of esbuild can extend others. */
const EXTENSIBLE = [TSCONFIG, 'jsconfig.json'];

const NAMES = ['package.json', ...EXTENSIBLE, '.gitignore'];

/** Written by package managers at each install, in the project or in a workspace around it. */
const INSTALLED = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml'].map((name) => `node_modules/${name}`);

/**
 * @param root of the project, absolute
 * @param files that it is compiled from, absolute
 * @returns files that exist, or would count if they did. Absolute
 */
export function settingsAround(root: string, files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  const addUpwards = (folder: string) => {
    for (let at = folder; !folders.has(at); at = path.dirname(at)) folders.add(at);
  };
  addUpwards(root);
  const installs = [...folders].flatMap((folder) => INSTALLED.map((name) => path.join(folder, name)));
  for (const file of files) addUpwards(path.dirname(file));
  const settings = [...folders].flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const extended = new Set(settings.filter((file) => EXTENSIBLE.includes(path.basename(file))));
  for (const file of extended) for (const base of basesOf(file)) extended.add(base); // and theirs
  return new Set([...settings, ...installs, ...extended]);
}

/** Settings are never longer. */
const MAX_BYTES = 1_000_000;

/** A string, or a list of them: https://www.typescriptlang.org/tsconfig/#extends. The file may have comments. */
const EXTENDS = /"extends"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/;

/** @returns the files that such a file extends, absolute */
function basesOf(file: string): string[] {
  if (statIfExists(file) === undefined) return [];
  const [written = ''] = EXTENDS.exec(textOf(file)) ?? [];
  const [, ...names] = Array.from(written.matchAll(/"([^"]*)"/g), ([, name = '']) => name);
  return names.flatMap((name) => findBase(file, name) ?? []);
}

/** What cannot be read is reported by esbuild. */
function textOf(file: string): string {
  try {
    return readRegularFile(file, MAX_BYTES)?.toString() ?? '';
  } catch {
    return '';
  }
}

function findBase(file: string, name: string): string | undefined {
  const { resolve } = createRequire(file);
  if (/^[./]/.test(name)) return path.resolve(path.dirname(file), name.endsWith('.json') ? name : `${name}.json`);
  for (const asked of [name, `${name}.json`, `${name}/${TSCONFIG}`]) {
    try {
      return resolve(asked);
    } catch {
      // esbuild reports it if none is there
    }
  }
  return undefined;
}
