/** Hashes of the files that a site is compiled from. */
import { randomUUID } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../core/files.ts';
import type { Project } from '../core/model.ts';
import { MISSING, hashOf, hashPath } from '../core/hash.ts';
import type { SourceHashes } from './state.ts';

/** Files that affect how all sources are compiled, and with which versions of packages. */
const SETTINGS = [
  'package.json',
  'tsconfig.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'node_modules/.package-lock.json',
];

/** Hashes taken before anything is compiled. */
export interface SourcesBefore {
  readonly sourceHashes: SourceHashes;
  /** In ms. */
  readonly time: number;
}

/** In ms. File systems have a clock of their own, so a file's time may be this much before the actual change. */
const CLOCK_STEP = 20;

/**
 * @param project as discovered, which may differ from what the folders hold by now
 * @param previous the sources of the previous build: those of this one are known only when it is compiled
 */
export function hashSourcesBefore(root: string, project: Project, previous: SourceHashes): SourcesBefore {
  const names = Object.keys(previous);
  const others = names.filter((name) => !/^(templates\/|package |@source$|@project$)/.test(name));
  const packages = names.flatMap((name) => (name.startsWith('package ') ? name.slice('package '.length) : []));
  const found = hashOf(JSON.stringify({ ...project, publicFiles: [] }));
  return { time: Date.now(), sourceHashes: { ...hashSources(root, others, packages), '@project': found } };
}

/**
 * Hashes of what was compiled. A file that was saved meanwhile may have been compiled before or after that, so it counts as
 * changed in the next build.
 */
export function hashSourcesAfter(
  root: string,
  before: SourcesBefore,
  others: readonly string[],
  packages: readonly string[],
): SourceHashes {
  const isCertain = (name: string, digest: string) => {
    if (Object.hasOwn(before.sourceHashes, name)) return before.sourceHashes[name] === digest;
    if (name.startsWith('package ')) return true;
    const stat = statSync(path.join(root, name), { throwIfNoEntry: false });
    return !name.startsWith('templates/') && (stat?.ctimeMs ?? 0) < before.time - CLOCK_STEP;
  };
  const inputs = Object.entries(hashSources(root, others, packages)).map(
    ([name, digest]) => [name, isCertain(name, digest) ? digest : `saved while compiling ${randomUUID()}`] as const,
  );
  return { ...Object.fromEntries(inputs), '@project': before.sourceHashes['@project'] ?? '' };
}

/**
 * @param others compiled files outside of `templates`, from the root
 * @param packages imported packages: `react`, `@scope/name`
 */
function hashSources(root: string, others: readonly string[], packages: readonly string[]): SourceHashes {
  const files = [...listFiles(path.join(root, 'templates')).map((file) => `templates/${file}`), ...SETTINGS, ...others];
  const inputs = files.map((file) => [file, hashPath(path.join(root, file))] as const);
  const versions = packages.map((name) => [`package ${name}`, hashPackage(root, name)] as const);
  return Object.fromEntries([...inputs, ...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a change of this entry affects all sources. */
export function isSetting(name: string): boolean {
  return SETTINGS.includes(name) || name.startsWith('package ');
}

/** Entries that were added, removed or changed. */
export function changedSources(before: SourceHashes, after: SourceHashes): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((file) => before[file] !== after[file]);
}

/** One hash for some of the files, in any order. */
export function hashOfSources(inputs: SourceHashes, files: readonly string[]): string {
  return hashOf(...files.toSorted().flatMap((file) => [file, inputs[file] ?? '']));
}

/** Hashes a package by its version; one that is linked into the project, also by the times of its files. */
function hashPackage(root: string, name: string): string {
  const description = path.join('node_modules', name, 'package.json');
  for (let folder = root; ; folder = path.dirname(folder)) {
    const file = path.join(folder, description);
    const digest = hashPath(file);
    if (digest === MISSING && folder !== path.dirname(folder)) continue;
    if (digest === MISSING) return digest;
    const real = realpathSync(path.dirname(file));
    return /[\\/]node_modules[\\/]/.test(real) ? digest : hashOf(digest, ...changesBelow(real));
  }
}

function changesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : changesBelow(file);
    return `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`;
  });
}
