import path from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { entriesIfListable, lstatIfExists, realPathIfExists } from '../shared/files.ts';
import { isWithin } from '../shared/paths.ts';

/** One save often causes several events, within this many ms. */
const QUIET_MS = 10;

/**
 * chokidar 5 reports a file at most once in 50 ms (`_throttle`). A program that empties a file before it writes is then seen only
 * once, so reported files are checked again after this many ms.
 */
const SILENT_MS = 60;

/**
 * The system reports no changes in a new folder until it is watched, and chokidar 5 keeps watching a folder that was replaced
 * by another. So watching restarts this many ms after a folder has appeared or disappeared.
 */
const SETTLE_MS = 500;

/** A watch that runs until it is closed. */
export interface Watch {
  /** Also watches files outside the project. Absolute. */
  readonly follow: (files: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** Folders in which nothing is watched. */
const IGNORED = /[\\/](\.git|\.sitegen|node_modules)([\\/]|$)/;

/**
 * Calls `onChange` when project files change, with the files; changes that arrive together are batched. Resolves once it detects
 * changes. All files are absolute.
 *
 * @param settings `since`: when the build of these sources started, in ms since the epoch. Later changes are reported. `onError`:
 *   called with errors that prevent or delay the detection of changes
 */
export async function watchProject(settings: {
  readonly root: string;
  readonly out: string;
  readonly since: number;
  readonly onChange: (files: readonly string[]) => void;
  readonly onError: (error: SitegenError) => void;
}): Promise<Watch> {
  const { root, out, since, onChange, onError } = settings;
  const outside = new Set<string>();
  const isIgnored = createFilter({ root, out, outside });
  const changed = new Map<string, string>();
  const onFailure = (error: unknown) => onError(watchFailed(error));
  const report = createTimer(
    QUIET_MS,
    () => {
      for (const file of changed.keys()) changed.set(file, stateOf(file));
      onChange([...changed.keys()]);
      follow(findLinkTargets(root, isIgnored));
      recheck.restart();
    },
    onFailure,
  );
  const recheck = createTimer(
    SILENT_MS,
    () => {
      const isLate = [...changed].some(([file, state]) => stateOf(file) !== state);
      if (isLate) report.restart();
      else changed.clear();
    },
    onFailure,
  );
  const settle = createTimer(
    SETTLE_MS,
    () => {
      if (lstatIfExists(root) === undefined) return settle.restart(); // the project was moved away
      watcher.restart();
      report.restart();
    },
    onFailure,
  );
  const watcher = startWatcher({
    files: () => [root, ...outside],
    isIgnored,
    onEvent: (event, file) => {
      changed.set(file, '');
      report.restart();
      if (event.endsWith('Dir')) settle.restart();
    },
    onRestart: report.restart,
    onError,
  });
  const follow = (files: readonly string[]) => {
    const added = files.filter((file) => !isWithin(root, file) && !outside.has(file) && !IGNORED.test(file));
    for (const file of added) outside.add(file);
    watcher.add(added);
  };
  follow(findLinkTargets(root, isIgnored));
  await watcher.isReady;
  if (hasChangedSince(root, isIgnored, since)) report.restart();
  return {
    follow,
    close: () => {
      for (const timer of [report, recheck, settle]) timer.cancel();
      return watcher.close();
    },
  };
}

/**
 * Runs a job once it has not been restarted for `ms`.
 *
 * @param onError called if the job throws: an error in a timer would end the process
 */
function createTimer(ms: number, run: () => void, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => clearTimeout(timer);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        run();
      } catch (error) {
        onError(error);
      }
    }, ms);
  };
  return { restart, cancel };
}

/** @returns a function that is true for files that are not watched */
function createFilter({ root, out, outside }: { root: string; out: string; outside: ReadonlySet<string> }) {
  const staging = path.join(path.dirname(out), `.${path.basename(out)}-`);
  return (file: string): boolean => {
    if (!isWithin(root, file))
      return ![...outside].some((one) => isWithin(one, file) && !IGNORED.test(file.slice(one.length)));
    return IGNORED.test(file.slice(root.length)) || isWithin(out, file) || file.startsWith(staging);
  };
}

/** Finds the targets of links in the project that are outside of it. Links to a folder around the project do not count. */
function findLinkTargets(root: string, isIgnored: (file: string) => boolean, folder = root): string[] {
  return entriesIfListable(folder).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (isIgnored(file)) return [];
    if (entry.isDirectory()) return findLinkTargets(root, isIgnored, file);
    const target = entry.isSymbolicLink() ? realPathIfExists(file) : undefined;
    return target === undefined || isWithin(root, target) || isWithin(target, root) ? [] : [target];
  });
}

/** How far file times may lag behind a change, in ms: Linux reads the clock once per tick. */
const TICK_MS = 10;

function hasChangedSince(folder: string, isIgnored: (file: string) => boolean, since: number): boolean {
  return entriesIfListable(folder).some((entry) => {
    const file = path.join(folder, entry.name);
    if (isIgnored(file)) return false;
    if (entry.isDirectory()) return hasChangedSince(file, isIgnored, since);
    return (lstatIfExists(file)?.ctimeMs ?? 0) >= since - TICK_MS;
  });
}

/** Changes whenever the file does. */
function stateOf(file: string): string {
  const state = lstatIfExists(file);
  return state === undefined ? 'deleted' : `${state.ino} ${state.size} ${state.mtimeMs}`;
}

/** How often files are polled if the system does not report changes, in ms. */
const POLL_MS = 500;

/** The settings to raise if the system refuses to watch more files, by error code: on Linux, limits of inotify. */
const LIMITS = {
  ENOSPC: 'sudo sysctl fs.inotify.max_user_watches=524288',
  EMFILE: process.platform === 'linux' ? 'sudo sysctl fs.inotify.max_user_instances=1024' : 'ulimit -n 10240',
};

/**
 * Lets the system watch files, and falls back to polling when it cannot watch them all.
 *
 * @param settings `onRestart`: called after a restart, which may have missed changes
 */
function startWatcher(settings: {
  readonly files: () => string[];
  readonly isIgnored: (file: string) => boolean;
  readonly onEvent: (event: string, file: string) => void;
  readonly onRestart: () => void;
  readonly onError: (error: SitegenError) => void;
}) {
  const { files, isIgnored, onEvent, onRestart, onError } = settings;
  let usePolling = false;
  let closing: Promise<unknown> = Promise.resolve();
  let ready = () => {};
  const isReady = new Promise<void>((resolve) => (ready = resolve));

  function open(onReady: () => void): FSWatcher {
    const begun = Date.now();
    const polling = { usePolling, interval: POLL_MS, binaryInterval: POLL_MS };
    const opened = watch(files(), { ignored: isIgnored, ignoreInitial: true, followSymlinks: false, ...polling });
    opened.once('ready', onReady);
    opened.on('all', (event, file) => {
      if (event !== 'add' || !isOldLink(file, begun)) onEvent(event, file);
    });
    opened.on('error', (error) => {
      const code = (['ENOSPC', 'EMFILE'] as const).find((name) => hasCode(error, name));
      if (code === undefined || usePolling) return onError(watchFailed(error));
      usePolling = true;
      restart();
      onError(new SitegenError(limitReached(code), { cause: error }));
    });
    return opened;
  }
  function restart(): void {
    closing = Promise.all([closing, close(watcher)]);
    watcher = open(() => {
      ready();
      onRestart();
    });
  }
  let watcher = open(() => ready());
  return {
    /** Resolves once changes are detected. */
    isReady,
    add: (others: readonly string[]): void => void watcher.add([...others]),
    restart,
    close: async (): Promise<void> => void (await Promise.all([closing, close(watcher)])),
  };
}

/** chokidar 5 reports links that it finds in a folder as new ones. */
function isOldLink(file: string, begun: number): boolean {
  const state = lstatIfExists(file);
  return state?.isSymbolicLink() === true && state.ctimeMs < begun;
}

/** Operations in progress still fail after chokidar 5 has removed its listeners, which would end the process. */
function close(watcher: FSWatcher): Promise<void> {
  const closed = watcher.close();
  watcher.on('error', () => {});
  return closed;
}

function watchFailed(cause: unknown): SitegenError {
  return new SitegenError(`Some files of the project cannot be watched: ${String(cause)}`, { cause });
}

function limitReached(code: keyof typeof LIMITS): string {
  return (
    `The system cannot watch more files (${code}). sitegen now polls them twice a second instead.\n` +
    `Try: ${LIMITS[code]}, and restart sitegen.`
  );
}
