import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { lstatIfExists } from '../core/files.ts';
import { foldersAround, isWithin } from '../core/paths.ts';
import { createTimer } from './coalesce.ts';
import type { Watched } from '../pipeline/watched-inputs.ts';

/** What a folder that is watched as a whole may contain, but sites are not built from. */
const IN_NO_TREE = /[\\/](node_modules|\.[^\\/]*)([\\/]|$)/;

/** How much later a change may have happened than the file system says, in ms: Linux asks the clock once in a tick. */
const TICK_MS = 10;

/** How long the watcher may take until it reports changes of files that are added, in ms. */
const ADDED_MS = 500;

/**
 * What is watched: the sources that every site has, and what else it is built from.
 *
 * @param root of the project, absolute
 * @param sources the files and folders that every site has, absolute
 */
export function collectFollowed(root: string, sources: readonly string[]) {
  // The root is watched already: to add a folder again would hide from chokidar what appears in it meanwhile.
  const [files, lookups, trees] = [new Set([root]), new Set<string>(), new Set(sources)];
  const missing = new Set<string>(); // folders: chokidar does not watch what will be in them until it sees them appear
  const isSource = (file: string) => sources.some((source) => isWithin(source, file));
  const isInTree = (file: string) => {
    const tree = foldersAround(file).find((folder) => trees.has(folder));
    return tree !== undefined && (isSource(tree) || !IN_NO_TREE.test(file.slice(tree.length)));
  };
  const has = (file: string) =>
    [files, missing, lookups].some((names) => names.has(file)) || lookups.has(withoutExtension(file)) || isInTree(file);
  const hasChanged = (file: string, since: number): boolean => {
    const isNewer = (name: string) => (lstatIfExists(name)?.ctimeMs ?? 0) >= since - TICK_MS;
    const state = lstatIfExists(file);
    if (state === undefined) {
      const folder = foldersAround(file).find((name) => lstatIfExists(name) !== undefined) ?? root;
      return folder !== root && isNewer(folder); // builds themselves change the root: they write out/ and .sitegen/
    }
    if (isNewer(file) && (!state.isDirectory() || isInTree(file))) return true;
    const inside = state.isDirectory() ? namesIn(file).filter(has) : [];
    return inside.some((name) => !sources.includes(name) && hasChanged(name, since));
  };
  return {
    files: () => [...files],
    has,
    /** @returns what was not watched before: files, and the folders of others */
    add: (watched: Watched): string[] => {
      for (const lookup of watched.lookups) lookups.add(lookup);
      for (const tree of watched.trees) trees.add(tree);
      const all = [...watched.files, ...watched.trees, ...watched.lookups.map((lookup) => path.dirname(lookup))];
      const others = [...new Set(all)].filter((file) => !files.has(file) && !isSource(file));
      for (const file of others) files.add(file);
      for (const folder of others.flatMap(foldersAround)) if (!existsSync(folder)) missing.add(folder);
      return others;
    },
    /** @param since in ms since the epoch */
    haveChanged: (names: readonly string[], since: number) => names.some((name) => hasChanged(name, since)),
  };
}

/**
 * Finds what changed between the build that read a file and the time when that file is watched.
 *
 * @param onChanged receives the files to watch once more
 */
export function collectUnseen(
  { haveChanged }: ReturnType<typeof collectFollowed>,
  onChanged: (files: string[]) => void,
) {
  let all: { readonly files: readonly string[]; readonly since: number }[] = [];
  const timer = createTimer(ADDED_MS, () => {
    const changed = all.filter(({ files, since }) => haveChanged(files, since));
    all = [];
    // What has just appeared may not be watched. Folders that are would hide from chokidar what appears in them meanwhile.
    const isFolder = (file: string) => lstatIfExists(file)?.isDirectory() === true;
    if (changed.length > 0) onChanged(changed.flatMap(({ files }) => files.filter((file) => !isFolder(file))));
  });
  return {
    add: (files: readonly string[], since: number) => {
      if (files.length === 0) return;
      all.push({ files, since });
      timer.restart();
    },
    cancel: timer.cancel,
  };
}

/** The paths of what is in a folder, absolute. None when it cannot be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

/** `/project/lib/words.ts` -> `/project/lib/words` */
const withoutExtension = (file: string): string => file.slice(0, file.length - path.extname(file).length);
