import { existsSync } from 'node:fs';
import path from 'node:path';
import { entriesIfListable, lstatIfExists } from '../core/files.ts';
import { foldersAround, isWithin } from '../core/paths.ts';
import { createTimer } from './coalesce.ts';
import { IN_NO_TREE, type Watched } from '../pipeline/watched-inputs.ts';

/** How much later a change may have happened than the file system says, in ms: Linux asks the clock once in a tick. */
const TICK_MS = 10;

/** A program that saves may delete a file, or give it another name, for a moment. In ms; chokidar waits as long. */
const SAVED_MS = 100;

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
  const [files, listed, lookups, trees] = [new Set([root]), new Set<string>(), new Set<string>(), new Set(sources)];
  const missing = new Set<string>(); // folders: chokidar does not watch what will be in them until it sees them appear
  const isSource = (file: string) => sources.some((source) => isWithin(source, file));
  const isInTree = (file: string) => {
    const tree = foldersAround(file).find((folder) => trees.has(folder));
    return tree !== undefined && (isSource(tree) || !IN_NO_TREE.test(file.slice(tree.length)));
  };
  const has = (file: string) =>
    [files, missing, lookups].some((names) => names.has(file)) || lookups.has(withoutExtension(file)) || isInTree(file);
  const hasChanged = (file: string, since: number): boolean => {
    const state = lstatIfExists(file);
    if (state === undefined) {
      const folder = foldersAround(file).find((name) => lstatIfExists(name) !== undefined) ?? root;
      return folder !== root && isNewer(folder, since); // builds themselves change the root: they write out/ and .sitegen/
    }
    if (isNewer(file, since) && (!state.isDirectory() || listed.has(file) || isInTree(file))) return true;
    const inside = state.isDirectory() ? pathsIn(file).filter(has) : [];
    return inside.some((name) => !sources.includes(name) && hasChanged(name, since));
  };
  return {
    files: () => [...files],
    has,
    isSource,
    /** @returns what was not watched before: files, and the folders of others */
    add: (watched: Watched): string[] => {
      for (const lookup of watched.lookups) lookups.add(lookup);
      for (const tree of watched.trees) trees.add(tree);
      for (const file of watched.files) listed.add(file);
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
 * Follows which names are in the folders that a site is built from. What is in files of these names is followed only if it
 * is read.
 *
 * @param isInSources whether all that is in a folder is followed anyway
 * @param onChange receives what has appeared or is gone, absolute
 */
export function followNames(isInSources: (folder: string) => boolean, onChange: (files: readonly string[]) => void) {
  const known = new Map<string, ReadonlySet<string>>();
  const touched = new Set<string>();
  // Without what every build itself adds to the root.
  const listNames = (folder: string) =>
    new Set(pathsIn(folder).filter((name) => !IN_NO_TREE.test(name.slice(folder.length))));
  const timer = createTimer(SAVED_MS, () => {
    const changed = [...touched].flatMap((folder) => {
      const [before, now] = [known.get(folder), listNames(folder)];
      known.set(folder, now);
      return [...now, ...(before ?? [])].filter((name) => !now.has(name) || before?.has(name) !== true);
    });
    touched.clear();
    if (changed.length > 0) onChange(changed);
  });
  return {
    /** @param files among which may be folders */
    add: (files: readonly string[]) => {
      const others = files.filter((file) => !known.has(file) && !isInSources(file));
      for (const file of others) known.set(file, isFolder(file) ? listNames(file) : new Set());
    },
    /** Looks at a folder again, if it is one of these. */
    touch: (folder: string) => {
      if (!known.has(folder)) return;
      touched.add(folder);
      timer.restart();
    },
    cancel: timer.cancel,
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

const isNewer = (file: string, since: number): boolean => (lstatIfExists(file)?.ctimeMs ?? 0) >= since - TICK_MS;

const isFolder = (file: string): boolean => lstatIfExists(file)?.isDirectory() === true;

/** The paths of what is in a folder, absolute. None when it cannot be listed. */
const pathsIn = (folder: string): string[] => entriesIfListable(folder).map(({ name }) => path.join(folder, name));

/** `/project/lib/words.ts` -> `/project/lib/words` */
const withoutExtension = (file: string): string => file.slice(0, file.length - path.extname(file).length);
