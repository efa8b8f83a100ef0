/** The files that a site is compiled from, by what they hold. */
import { randomUUID } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../core/files.ts';
import type { Project } from '../core/model.ts';
import { MISSING, hashOf, hashPath } from '../core/hash.ts';
import type { SourceHashes } from './state.ts';

/** What decides how sources are compiled, and which versions of packages they get. */
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

/** What the sources held before anything was compiled. */
export interface SourcesBefore {
  readonly sourceHashes: SourceHashes;
  /** In ms. */
  readonly time: number;
}

/** So many ms before it has changed, a file may say that it did: file systems have a clock of their own. */
const CLOCK_STEP = 20;

/**
 * @param project what has been found in the folders before: it may not be what they hold by now
 * @param last the sources of the last build: those of this one are known only when it is compiled
 */
export function hashSourcesBefore(root: string, project: Project, last: SourceHashes): SourcesBefore {
  const names = Object.keys(last);
  const others = names.filter((name) => !/^(templates\/|package |@source$|@project$)/.test(name));
  const packages = names.flatMap((name) => (name.startsWith('package ') ? name.slice('package '.length) : []));
  const found = hashOf(JSON.stringify({ ...project, publicFiles: [] }));
  return { time: Date.now(), sourceHashes: { ...hashSources(root, others, packages), '@project': found } };
}

/**
 * What was compiled. A file that was saved meanwhile may have been read before or after that: the next build has to compile
 * it again.
 */
export function hashSourcesAfter(
  root: string,
  begun: SourcesBefore,
  others: readonly string[],
  packages: readonly string[],
): SourceHashes {
  const isCertain = (name: string, digest: string) => {
    if (name in begun.sourceHashes) return begun.sourceHashes[name] === digest;
    if (name.startsWith('package ')) return true;
    const stat = statSync(path.join(root, name), { throwIfNoEntry: false });
    return !name.startsWith('templates/') && (stat?.ctimeMs ?? 0) < begun.time - CLOCK_STEP;
  };
  const inputs = Object.entries(hashSources(root, others, packages)).map(
    ([name, digest]) => [name, isCertain(name, digest) ? digest : `saved meanwhile ${randomUUID()}`] as const,
  );
  return { ...Object.fromEntries(inputs), '@project': begun.sourceHashes['@project'] ?? '' };
}

/**
 * @param others what is compiled and lies outside of `templates`, from the root
 * @param packages what is imported by its name: `react`, `@scope/name`
 */
function hashSources(root: string, others: readonly string[], packages: readonly string[]): SourceHashes {
  const files = [...listFiles(path.join(root, 'templates')).map((file) => `templates/${file}`), ...SETTINGS, ...others];
  const inputs = files.map((file) => [file, hashPath(path.join(root, file))] as const);
  const versions = packages.map((name) => [`package ${name}`, packageDigest(root, name)] as const);
  return Object.fromEntries([...inputs, ...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether something of the inputs is no source of a page, and decides about all of them. */
export function isSetting(name: string): boolean {
  return SETTINGS.includes(name) || name.startsWith('package ');
}

/** What is in one and not in the other, or is not the same. */
export function changedSources(before: SourceHashes, after: SourceHashes): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((file) => before[file] !== after[file]);
}

/** One name for some of the files, in any order. */
export function hashOfSources(inputs: SourceHashes, files: readonly string[]): string {
  return hashOf(...files.toSorted().flatMap((file) => [file, inputs[file] ?? '']));
}

/** A package that is linked into the project changes without a new version. */
function packageDigest(root: string, name: string): string {
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
