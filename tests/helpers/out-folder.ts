import { lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { publish, type Publication } from '../../src/publish/publish.ts';
import type { PublishedFacts } from '../../src/publish/published-files.ts';
import { closeStaging, openStaging } from '../../src/publish/staging.ts';

/** For a site without assets and placeholders. */
export const NO_FACTS: PublishedFacts = { assetAges: {}, placeholders: [] };

/** Files by path, POSIX. The path of an empty folder ends with a slash. */
export type Tree = Readonly<Record<string, string>>;

/** Enough files that changing one or two is a small change. */
export const MANY: Tree = Object.fromEntries(
  Array.from({ length: 6 }, (_, index) => [`many/${index}/index.html`, 'the same']),
);

/** A temporary folder, removed after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-out-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function writeTree(folder: string, tree: Tree): Promise<void> {
  for (const [name, text] of Object.entries(tree)) {
    const file = path.join(folder, name);
    await mkdir(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) await writeFile(file, text);
  }
}

/** The files of `out` without its marker. Undefined if it does not exist. */
export async function readTree(folder: string): Promise<Tree | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const found = entries.map(async (entry): Promise<[string, string]> => {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file).replaceAll(path.sep, '/');
      if (!entry.isDirectory()) return [name, await readFile(file, 'utf8')];
      return (await readdir(file)).length === 0 ? [`${name}/`, ''] : ['.sitegen', ''];
    });
    const { '.sitegen': _marker, ...tree } = Object.fromEntries(await Promise.all(found));
    return tree;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The changes from one site to another. */
export function compareTrees(before: Tree, after: Tree): Publication {
  const names = Object.keys(after);
  return {
    changed: names.filter((name) => before[name] !== after[name]),
    kept: names.filter((name) => before[name] === after[name]),
    removed: Object.keys(before).filter((name) => after[name] === undefined),
  };
}

/** Stages and publishes the changes from one site to the next, like a build. */
export async function publishTree(out: string, before: Tree, after: Tree): Promise<void> {
  const publication = compareTrees(before, after);
  const staging = await openStaging(out);
  try {
    await writeTree(staging, Object.fromEntries(publication.changed.map((name) => [name, after[name] ?? ''])));
    await publish(staging, out, publication, NO_FACTS);
  } finally {
    await closeStaging(staging);
  }
}

/** Identifies a file for programs that have it open or compare dates. */
export async function identify(file: string): Promise<string> {
  const { ino, mtimeNs } = await lstat(file, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

/** An `out` that contains a site, alone in its folder. */
export async function makeOut(site: Tree): Promise<string> {
  const out = path.join(await makeFolder(), 'out');
  await publishTree(out, {}, site);
  return out;
}

/** The folder that contains `out`. */
export function besides(out: string): Promise<string[]> {
  return readdir(path.dirname(out));
}

/** Recovers from a killed process, as the next command does. */
export async function heal(out: string): Promise<void> {
  await closeStaging(await openStaging(out));
}
