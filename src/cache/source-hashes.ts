/** Hashes of what a site is compiled from, taken before and after it is compiled. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { listFiles } from '../core/files.ts';
import { hashOf } from '../core/hash.ts';
import type { Project } from '../core/model.ts';
import { contentsOf, createAgeCheck, createHasher, isSameInput } from './hash-input.ts';
import type { SourceHashes } from './state.ts';

/** Lockfiles, for packages that code of the site loads by `require`. */
const LOCKFILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'node_modules/.package-lock.json',
].map((file) => `setting ${file}`);

/** Hashes taken before anything is compiled. */
export interface SourcesBefore {
  readonly sourceHashes: SourceHashes;
  /** In ms. */
  readonly time: number;
}

/**
 * @param project as discovered, which may differ from what the folders hold by now
 * @param previous the sources of the previous build: those of this one are known only when it is compiled
 */
export function hashSourcesBefore(root: string, project: Project, previous: SourceHashes): SourcesBefore {
  const inputs = Object.keys(previous).filter((name) => !name.startsWith('templates/') && !name.startsWith('@'));
  const found = hashOf(JSON.stringify({ ...project, publicFiles: [], ownFiles: [] }));
  return { time: Date.now(), sourceHashes: { ...hashSources(root, inputs, previous), '@project': found } };
}

/**
 * Hashes of what was compiled. A file that was saved meanwhile may have been compiled before or after that, so it counts as
 * changed in the next build.
 *
 * @param inputs see `modules/compilation-inputs.ts`
 */
export function hashSourcesAfter(root: string, before: SourcesBefore, inputs: readonly string[]): SourceHashes {
  const isOlder = createAgeCheck(root, before.time);
  const isCertain = (name: string, digest: string) => {
    if (Object.hasOwn(before.sourceHashes, name)) return isSameInput(before.sourceHashes[name], digest);
    return !name.startsWith('templates/') && isOlder(name);
  };
  const hashes = Object.entries(hashSources(root, inputs, before.sourceHashes)).map(
    ([name, digest]) => [name, isCertain(name, digest) ? digest : uncertain()] as const,
  );
  return { ...Object.fromEntries(hashes), '@project': before.sourceHashes['@project'] ?? '' };
}

/** Adds inputs of which nothing was known before they were compiled. */
export function addUncertain(hashes: SourceHashes, inputs: readonly string[]): SourceHashes {
  const others = inputs.filter((name) => !Object.hasOwn(hashes, name));
  return { ...hashes, ...Object.fromEntries(others.map((name) => [name, uncertain()] as const)) };
}

/** Differs from every hash, so that the next build compiles again. */
const uncertain = (): string => `uncertain-${randomUUID()}`;

function hashSources(root: string, inputs: readonly string[], previous: SourceHashes): SourceHashes {
  const templates = listFiles(path.join(root, 'templates')).map((file) => `templates/${file}`);
  const names = [...new Set([...templates, ...LOCKFILES, ...inputs])].toSorted();
  const hash = createHasher(root);
  return Object.fromEntries(names.map((name) => [name, hash(name, previous[name])] as const));
}

/** Entries that were added, removed or changed. */
export function changedSources(before: SourceHashes, after: SourceHashes): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSameInput(before[name], after[name]),
  );
}

/** One hash for some of the files, in any order. */
export function hashOfSources(inputs: SourceHashes, files: readonly string[]): string {
  return hashOf(...files.toSorted().flatMap((name) => [name, contentsOf(inputs[name] ?? '')]));
}
