import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILES, UNREAD_CONFIG_FILES } from '../core/paths.ts';
import { environmentFiles } from '../config/environment.ts';
import { type SitegenError, hasCode } from '../core/errors.ts';
import { lstatIfExists } from '../core/files.ts';
import { startWatcher } from './file-watcher.ts';
import { createTimer } from './coalesce.ts';
import { collectFollowed, collectUnseen, followNames } from './followed-files.ts';
import type { Watched } from '../pipeline/watched-inputs.ts';

/** One save often causes several events, within this many ms. */
const QUIET_MS = 10;

/**
 * The system reports no changes in a new folder until it is watched, nor in a folder that was briefly absent. So when files
 * appear or disappear, everything is checked once more after this many ms without events.
 */
const UNSEEN_MS = 500;

/**
 * chokidar 5 reports a file at most once in this period (50 ms, in `_emit`). A program that empties a file before it writes
 * is then seen only once, and a build may have read the empty file. So reported files are checked again afterwards.
 */
const SILENT_MS = 60;

/** Files and folders that a site is built from, from the project's root. */
const SOURCES = [
  'templates',
  'public',
  'package.json',
  'tsconfig.json',
  ...CONFIG_FILES,
  ...UNREAD_CONFIG_FILES,
  ...environmentFiles('development'),
];

/** A watch that runs until it is closed. */
export interface Watch {
  /**
   * Watches more, outside the folders that every site has.
   *
   * @param since when the build began that found them, in ms since the epoch
   */
  readonly follow: (watched: Watched, since: number) => void;
  readonly close: () => Promise<void>;
}

/**
 * Calls back when files of the project change, once for changes that come together.
 *
 * @param root absolute. The whole folder is watched: a watched folder that is deleted would be lost for good.
 * @param since when the build began whose sources are watched from now on, in ms since the epoch
 * @param onChange receives the changed files, absolute; an empty list when there may be changes the system has not reported
 * @param onError receives what prevents or delays the detection of changes
 * @returns once changes are detected
 */
export async function watchProject(
  root: string,
  since: number,
  onChange: (files: readonly string[]) => void,
  onError: (error: SitegenError) => void,
): Promise<Watch> {
  const sources = SOURCES.map((name) => path.join(root, name));
  const followed = collectFollowed(root, sources);
  const changes = collectChanges(onChange);
  const names = followNames(followed.isSource, (files) => files.forEach(changes.add));
  const folders = trackFolders(root, sources);
  const settle = createSettle(folders, (folder) => watcher.rewatch(folder), changes.report);
  const watcher = startWatcher({
    files: followed.files,
    ignored: (file) => !followed.has(file),
    onEvent: (event, file) => {
      changes.add(file);
      if (event === 'unlinkDir') folders.lose(file);
      if (settle.isPending() || event !== 'change') settle.restart();
    },
    onNames: (folder) => names.touch(folder),
    onRestart: changes.report,
    onError,
  });
  await watcher.isReady;
  folders.remember();
  if (followed.haveChanged(sources, since)) changes.report();
  const unseen = collectUnseen(followed, (files) => {
    watcher.add(files);
    changes.report();
  });
  const follow = (watched: Watched, from: number) => {
    const others = followed.add(watched);
    names.add(watched.files);
    watcher.add(others);
    unseen.add(others, from);
  };
  const timers = [unseen, settle, changes, names];
  return { follow, close: () => (timers.forEach(({ cancel }) => cancel()), watcher.close()) };
}

/** @returns a timer after which folders that were replaced are watched again */
function createSettle(folders: ReturnType<typeof trackFolders>, rewatch: (folder: string) => void, report: () => void) {
  const settle = createTimer(UNSEEN_MS, () => {
    if (folders.isRootGone()) return settle.restart();
    const replaced = folders.findReplaced();
    for (const folder of replaced) rewatch(folder);
    if (replaced.length > 0) settle.restart();
    report();
  });
  return settle;
}

/** Reports files that change together in one list, and checks them again once the watcher may have missed a change. */
function collectChanges(onChange: (files: readonly string[]) => void) {
  const changed = new Set<string>();
  const reported = new Map<string, string>();
  const report = () => {
    for (const file of changed) reported.set(file, stateOf(file));
    onChange([...changed]);
    changed.clear();
    recheck.restart();
  };
  const quiet = createTimer(QUIET_MS, report);
  const recheck = createTimer(SILENT_MS, () => {
    for (const [file, state] of reported) if (stateOf(file) !== state) changed.add(file);
    reported.clear();
    if (changed.size > 0) report();
  });
  return {
    add: (file: string) => {
      changed.add(file);
      quiet.restart();
    },
    report,
    cancel: () => [quiet, recheck].forEach((timer) => timer.cancel()),
  };
}

/**
 * Finds folders that have been replaced by others of the same name, and a project that was moved away and has come back:
 * chokidar 5 keeps watching the old ones.
 */
function trackFolders(root: string, sources: readonly string[]) {
  let known = new Map<string, string>();
  let isRootLost = false;
  const remember = () => void (known = identifyFolders(sources));
  const findReplaced = (): string[] => {
    const before = known;
    remember();
    const replaced = [...known].filter(([folder, identity]) => (before.get(folder) ?? identity) !== identity);
    const folders = [...(isRootLost ? [root] : []), ...replaced.map(([folder]) => folder)];
    isRootLost = false;
    return folders;
  };
  const lose = (folder: string) => void (isRootLost ||= folder === root);
  return { remember, findReplaced, lose, isRootGone: () => isRootLost && !existsSync(root) };
}

/** Changes whenever the file does. */
function stateOf(file: string): string {
  const state = lstatIfExists(file);
  return state === undefined ? 'deleted' : `${state.ino} ${state.size} ${state.mtimeMs}`;
}

/** The folders among these and below them, each with an identity that another folder of the same name does not share. */
function identifyFolders(sources: readonly string[]): Map<string, string> {
  const folders = new Map<string, string>();
  const visit = (folder: string) => {
    const { ino, birthtimeMs } = lstatSync(folder);
    folders.set(folder, `${ino} ${birthtimeMs}`);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) visit(path.join(folder, entry.name));
    }
  };
  for (const source of sources) {
    try {
      if (lstatSync(source, { throwIfNoEntry: false })?.isDirectory() === true) visit(source);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error; // deleted meanwhile: the system reports it
    }
  }
  return folders;
}
