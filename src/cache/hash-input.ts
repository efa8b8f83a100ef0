/** Hashes of what a site is compiled from: see `modules/compilation-inputs.ts` for the names of inputs. */
import { readFileSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { statIfExists } from '../core/files.ts';
import { MISSING, hashOf, hashPath } from '../core/hash.ts';
import { answer, questionOf } from './answers.ts';

/** In ms. File systems have a clock of their own, so a file's time may be this much before the actual change. */
const CLOCK_STEP = 20;

/** Whether a change of this input affects all pages: a setting, or a package. */
export function isSetting(name: string): boolean {
  return name.startsWith('setting ') || name.startsWith('package ');
}

/**
 * @param root absolute
 * @returns hashes one input after another, given what it returned for the input in the previous build. Folders are listed once
 */
export function createHasher(root: string): (name: string, previous: string | undefined) => string {
  const entriesOf = createLister();
  return (name, previous) => {
    const { kind, absolute } = parseInput(root, name);
    if (kind === 'lookup') return describeEntries(findEntries(absolute, entriesOf)); // short, and there are many
    if (kind === 'below') return answer(questionOf('tree', absolute));
    return kind === 'package' ? hashPackage(absolute, previous) : hashPath(absolute);
  };
}

/** Whether two hashes are of the same contents. */
export function isSameInput(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && contentsOf(one) === contentsOf(other ?? ''));
}

/** The part of a hash that depends on nothing but contents. */
export function contentsOf(hash: string): string {
  return hash.split(' ', 1)[0] ?? '';
}

/**
 * @param root absolute
 * @param time in ms
 * @returns whether an input has not changed since then, as far as the file system knows. Folders are listed once
 */
export function createAgeCheck(root: string, time: number): (name: string) => boolean {
  const entriesOf = createLister();
  return (name) => {
    const { kind, absolute } = parseInput(root, name);
    const files =
      kind === 'lookup'
        ? findEntries(absolute, entriesOf).map((entry) => path.join(entry.parentPath, entry.name))
        : [absolute];
    const times = files.map((one) => statIfExists(one)?.ctimeMs);
    // A setting may be missing. Any other file was there when it was compiled.
    return times.every((found) => (found ?? (kind === 'setting' ? 0 : Infinity)) < time - CLOCK_STEP);
  };
}

function parseInput(root: string, name: string): { readonly kind: string; readonly absolute: string } {
  const [, kind = '', file = ''] = /^(?:(setting|package|lookup|below) )?(.*)$/s.exec(name) ?? [];
  return { kind, absolute: path.resolve(root, file) };
}

type Lister = (folder: string) => readonly Dirent[];

function createLister(): Lister {
  const known = new Map<string, readonly Dirent[]>();
  return (folder) => {
    const entries = known.get(folder) ?? listEntries(folder);
    known.set(folder, entries);
    return entries;
  };
}

function listEntries(folder: string): readonly Dirent[] {
  if (statIfExists(folder)?.isDirectory() !== true) return []; // faster than an error
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return [];
    throw error;
  }
}

/** What a specifier may find: `words`, `words.ts`, `words.test.ts`. */
function findEntries(file: string, entriesOf: Lister): Dirent[] {
  const stem = path.basename(file);
  const found = entriesOf(path.dirname(file)).filter(
    ({ name }) => name.startsWith(stem) && (name.length === stem.length || name[stem.length] === '.'),
  );
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Without spaces: see `isSameInput`. */
function describeEntries(entries: readonly Dirent[]): string {
  return entries.map(describeEntry).join('|').replaceAll(' ', '%20');
}

/** Modules are identified by their real paths. */
function describeEntry(entry: Dirent): string {
  const kind = entry.isDirectory() ? '/' : entry.isSymbolicLink() ? `>${targetOf(entry)}` : '';
  return entry.name + kind;
}

function targetOf({ parentPath, name }: Dirent): string {
  try {
    return path.relative(parentPath, realpathSync.native(path.join(parentPath, name)));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

/**
 * Packages have many files, so their contents are read only when times or sizes have changed.
 *
 * @returns a hash of the contents, and one of times and sizes: see `isSameInput`
 */
function hashPackage(file: string, previous = ''): string {
  const [, statsBefore] = previous.split(' ');
  const now = Date.now();
  const files = filesOf(file).map((one) => [one, statSync(one, { bigint: true })] as const);
  const stats = hashOf(
    ...files.map(([one, { size, mtimeNs, ctimeNs, ino }]) => [one, size, mtimeNs, ctimeNs, ino].join()),
  );
  if (stats === statsBefore) return previous;
  const hash =
    files.length === 0 ? MISSING : hashOf(...files.flatMap(([one]) => [path.relative(file, one), readFileSync(one)]));
  // A file that was saved just now may be saved once more without a difference in its times.
  const isSettled = files.every(([, { ctimeMs }]) => Number(ctimeMs) < now - CLOCK_STEP);
  return isSettled ? `${hash} ${stats}` : hash;
}

/** The file itself, or all files of a package without those of the packages in it. */
function filesOf(file: string): string[] {
  const stat = statIfExists(file);
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [file];
  const inside = listEntries(file).filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'));
  return inside.flatMap((entry) => {
    const one = path.join(file, entry.name);
    return entry.isFile() ? [one] : filesOf(one);
  });
}
