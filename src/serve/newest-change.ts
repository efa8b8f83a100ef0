/** Checks, whenever a page is opened, if anything that a version was compiled from has changed. */
import path from 'node:path';
import { entriesIfListable, lstatIfExists, realPathIfExists, statIfExists } from '../shared/files.ts';
import { isWithin } from '../shared/paths.ts';

/** Folder names, at any depth of a project, whose files are neither sources nor read by sources. */
const SKIPPED = new Set(['.git', '.sitegen', 'node_modules']);

/** Written by package managers at each install, from the root. */
const INSTALLED = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml'].map((name) => `node_modules/${name}`);

/** Looking at more files and folders takes over 50 ms, longer than compiling many projects. */
const MAX_FILES = 10_000;

export interface LookForChanges {
  /** Of the project, absolute. */
  readonly root: string;
  /** The output folder, absolute. Its staging folders are next to it. */
  readonly out: string;
  /** Files and folders elsewhere that the project is compiled from, absolute. */
  readonly outside: Iterable<string>;
}

/** The state of a project's files: equal states have equal sources. */
export interface ProjectState {
  /** The newest `ctime` of a file or folder, in ms since the epoch: no program can set it. */
  readonly newest: number;
  /** The names in the root, whose own time changes with each staging folder. */
  readonly names: string;
}

/**
 * Looks at the project's files and folders, at inputs elsewhere and their folders, and at the last install. A deleted or renamed
 * file changes its folder. Skips `public`, which is read at each request, and the packages themselves.
 *
 * @returns `undefined` if there are too many
 */
export function stateOfProject({ root, out, outside }: LookForChanges): ProjectState | undefined {
  const seen = new Set<string>();
  let newest = 0;
  let count = 0;
  const staging = `.${path.basename(out)}-`;
  const isOutput = (file: string) => file === out || (path.basename(file).startsWith(staging) && isBeside(file, out));

  function look(file: string): boolean {
    count += 1;
    const found = lstatIfExists(file);
    newest = Math.max(newest, found?.ctimeMs ?? 0);
    if (found?.isSymbolicLink() !== true) return found?.isDirectory() === true;
    // A link does not change with its target. Folders around the project are not searched.
    const target = realPathIfExists(file);
    if (target === undefined || isWithin(target, root)) return false;
    newest = Math.max(newest, statIfExists(target)?.ctimeMs ?? 0);
    if (statIfExists(target)?.isDirectory() !== true || seen.has(target)) return false;
    seen.add(target);
    return true;
  }
  function visit(folder: string): void {
    for (const name of namesIn(folder)) {
      if (count > MAX_FILES) return;
      const file = path.join(folder, name);
      if (SKIPPED.has(name) || isOutput(file) || file === path.join(root, 'public')) continue;
      if (look(file)) visit(file);
    }
  }
  visit(root);
  for (const file of outside) {
    look(path.dirname(file));
    if (look(file)) visit(file);
  }
  for (const file of INSTALLED) look(path.join(root, file));
  if (count > MAX_FILES) return undefined;
  const names = namesIn(root).filter((name) => !isOutput(path.join(root, name)));
  return { newest, names: names.join('/') };
}

function isBeside(file: string, out: string): boolean {
  return path.dirname(file) === path.dirname(out);
}

function namesIn(folder: string): string[] {
  return entriesIfListable(folder).map(({ name }) => name);
}

/** How far file times may lag behind a change, in ms: two ticks of the clock, because too few would show an old page. */
const TICKS_MS = 20;

/**
 * @param begun when compiling began, in ms since the epoch
 * @param then the state once it had compiled
 * @returns true if the project has not changed since compiling began
 */
export function isUnchanged(begun: number, then: ProjectState | undefined, now: ProjectState | undefined): boolean {
  if (then === undefined || now === undefined || then.newest > begun - TICKS_MS) return false;
  return then.newest === now.newest && then.names === now.names;
}
