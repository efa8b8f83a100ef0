import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILES, isWithin } from '../core/paths.ts';
import { type SitegenError, hasCode } from '../core/errors.ts';
import { startWatcher } from './file-watcher.ts';

/** One save is often several events; they come within this many ms. */
const QUIET_MS = 20;

/**
 * What changes in a new folder before it is watched, nobody tells, nor what changes in one that was away for a moment. So
 * when files come and go, everything is looked at once more after so many ms.
 */
const UNSEEN_MS = 500;

/**
 * For so many ms after it has told of a file, chokidar 5 does not tell of it again (50, in `_emit`). A program that empties
 * a file before it writes is seen only once, and a build may have read it in between. So it is looked at afterwards.
 */
const SILENT_MS = 60;

/** Files that a site is made of, from the project's root. */
const SOURCES = ['templates', 'public', 'package.json', 'tsconfig.json', ...CONFIG_FILES];

/** A watch that goes on until it is closed. */
export interface Watch {
  /** Watches more files, which lie outside of the folders that every site has. Absolute. */
  readonly follow: (files: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/**
 * Calls back when files of the project have changed, once for changes that come together.
 *
 * @param root absolute. The whole folder is watched, because a watched folder that is deleted would be lost for good.
 * @param onChange told the changed files, absolute; none when there may be some that nobody has told of
 * @param onTrouble told what keeps changes from being seen, or from being seen at once
 * @returns once changes are seen
 */
export async function watchProject(
  root: string,
  onChange: (files: readonly string[]) => void,
  onTrouble: (trouble: SitegenError) => void,
): Promise<Watch> {
  const sources = SOURCES.map((name) => path.join(root, name));
  const followed = new Set<string>();
  const changed = new Set<string>();
  const isSource = (file: string) => sources.some((source) => isWithin(source, file));
  let timer: NodeJS.Timeout | undefined;
  let after: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;

  const told = new Map<string, string>();
  const tell = () => {
    for (const file of changed) told.set(file, stateOf(file));
    onChange([...changed]);
    changed.clear();
    clearTimeout(after);
    after = setTimeout(() => {
      for (const [file, state] of told) if (stateOf(file) !== state) changed.add(file);
      told.clear();
      if (changed.size > 0) tell();
    }, SILENT_MS);
  };
  const watcher = startWatcher({
    files: () => [root, ...followed],
    ignored: (file) => file !== root && !followed.has(file) && !isSource(file),
    onEvent: (event, file) => {
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(tell, QUIET_MS);
      if (later !== undefined || event !== 'change') settle();
    },
    onAnew: tell,
    onTrouble,
  });
  let folders = new Map<string, string>();
  /** @returns whether a folder has taken the place of another. Chokidar 5 goes on to watch the one that is gone. */
  const watchReplaced = () => {
    const before = folders;
    folders = identify(sources);
    const replaced = [...folders].filter(([folder, identity]) => (before.get(folder) ?? identity) !== identity);
    for (const [folder] of replaced) watcher.watchAgain(folder);
    return replaced.length > 0;
  };
  /** Looks once more when all has been quiet for a while. */
  function settle(): void {
    clearTimeout(later);
    later = setTimeout(() => {
      later = undefined;
      if (watchReplaced()) settle();
      tell();
    }, UNSEEN_MS);
  }
  await watcher.isReady;
  folders = identify(sources);
  return {
    follow: (files) => {
      const others = files.filter((file) => !followed.has(file) && !isSource(file));
      for (const file of others) followed.add(file);
      if (others.length === 0) return;
      watcher.add(others);
      settle();
    },
    close: async () => {
      for (const timeout of [timer, after, later]) clearTimeout(timeout);
      await watcher.close();
    },
  };
}

/** What tells a file from the same one after a change. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = lstatSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    return 'gone';
  }
}

/** The folders among these and below them, with what tells each from another one of the same name. */
function identify(sources: readonly string[]): Map<string, string> {
  const folders = new Map<string, string>();
  const look = (folder: string) => {
    const { ino, birthtimeMs } = lstatSync(folder);
    folders.set(folder, `${ino} ${birthtimeMs}`);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) look(path.join(folder, entry.name));
    }
  };
  for (const source of sources) {
    try {
      if (lstatSync(source, { throwIfNoEntry: false })?.isDirectory() === true) look(source);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error; // gone again: whoever takes it away is told of
    }
  }
  return folders;
}
