/** Checks, whenever a page is opened, if anything that a version was compiled from has changed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { entriesIfListable, lstatIfExists, realPathIfExists, statIfExists } from '../shared/files.ts';
import { TICKS_MS } from '../compile/file-states.ts';
import { isWithin } from '../shared/paths.ts';

/** Folder names, at any depth of a project, whose files are neither sources nor read by sources. */
const SKIPPED = new Set(['.git', '.sitegen', 'node_modules']);

/**
 * The files and folders of a project, absolute, with the `ctime` of each in ms since the epoch: no program can set it. 0 for
 * folders, whose names are here. Equal states have equal sources.
 */
export type ProjectState = ReadonlyMap<string, number>;

/**
 * Looks at the project's files and folders, at inputs elsewhere and their folders, at the last install, and at the settings in
 * the folders around all of them. A deleted or renamed file changes its folder. Skips `public`, which is read at each request.
 *
 * @param out the output folder. Its staging folders are next to it
 * @param outside files and folders elsewhere that the project is compiled from. All are absolute
 */
export function stateOfProject(root: string, out: string, outside: Iterable<string>): ProjectState {
  const state = new Map<string, number>();
  const seen = new Set<string>();
  const staging = path.join(path.dirname(out), `.${path.basename(out)}-`);
  const notCompiled = new Set([out, path.join(root, 'public')]);

  /** @returns true for a folder whose names count */
  function look(file: string): boolean {
    const found = lstatIfExists(file);
    state.set(file, found?.isDirectory() === true ? 0 : (found?.ctimeMs ?? 0));
    if (found?.isSymbolicLink() !== true) return found?.isDirectory() === true;
    // A link does not change with its target. Folders around the project are not searched.
    const target = realPathIfExists(file);
    if (target === undefined || isWithin(target, root)) return false;
    const reached = statIfExists(target);
    state.set(file, Math.max(found.ctimeMs, reached?.ctimeMs ?? 0));
    if (reached?.isDirectory() !== true || seen.has(target)) return false;
    seen.add(target);
    return true;
  }
  function visit(folder: string): void {
    for (const entry of entriesIfListable(folder)) {
      const file = `${folder}${path.sep}${entry.name}`; // a thousand of `path.join` take a millisecond
      if (SKIPPED.has(entry.name) || notCompiled.has(file) || file.startsWith(staging)) continue;
      if (entry.isDirectory()) state.set(file, 0);
      if (entry.isDirectory() || look(file)) visit(file);
    }
  }
  visit(root);
  for (const file of outside) {
    state.set(path.dirname(file), statIfExists(path.dirname(file))?.ctimeMs ?? 0);
    if (look(file)) visit(file);
  }
  for (const file of settingsAround(root, outside)) look(file);
  return state;
}

/**
 * @param begun when reading began, in ms since the epoch
 * @param then the state when it had begun
 * @returns what has been changed, added or removed since it began, absolute
 */
export function changedSince(begun: number, then: ProjectState, now: ProjectState): readonly string[] {
  const isRecent = (time: number) => time > begun - TICKS_MS;
  return [...new Set([...then.keys(), ...now.keys()])].filter(
    (file) => then.get(file) !== now.get(file) || isRecent(then.get(file) ?? 0),
  );
}

/** Those of esbuild can extend others. */
const EXTENSIBLE = ['tsconfig.json', 'jsconfig.json'];

const NAMES = ['package.json', ...EXTENSIBLE, '.gitignore'];

/** Written by package managers at each install, in the project or in a workspace around it. */
const INSTALLED = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml'].map((name) => `node_modules/${name}`);

/**
 * The settings of esbuild, Tailwind and package managers in the folders around the files that they read.
 *
 * @returns files that exist, or would count if they did. Absolute, like the arguments
 */
function settingsAround(root: string, files: Iterable<string>): ReadonlySet<string> {
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

/** A string, or a list of them: https://www.typescriptlang.org/tsconfig/#extends. The file may have comments. */
const EXTENDS = /"extends"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/;

/** @returns the files that such a file extends, absolute */
function basesOf(file: string): string[] {
  if (statIfExists(file)?.isFile() !== true) return [];
  const [written = ''] = EXTENDS.exec(readFileSync(file, 'utf8')) ?? [];
  const [, ...names] = Array.from(written.matchAll(/"([^"]*)"/g), ([, name = '']) => name);
  return names.flatMap((name) => findBase(file, name) ?? []);
}

function findBase(file: string, name: string): string | undefined {
  try {
    return createRequire(file).resolve(name); // also without `.json`
  } catch {
    return undefined; // esbuild reports it
  }
}
