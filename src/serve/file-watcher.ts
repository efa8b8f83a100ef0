import { watch, type FSWatcher } from 'chokidar';
import { SitegenError, hasCode } from '../core/errors.ts';
import { lstatIfExists } from '../core/files.ts';

/** How often files are polled where the system does not report changes, in ms. */
const POLL_MS = 500;

/** The settings to raise when the system refuses to watch more files, by its error. */
const LIMITS = { ENOSPC: 'fs.inotify.max_user_watches=524288', EMFILE: 'fs.inotify.max_user_instances=1024' };

interface WatcherOptions {
  /** What to watch, with everything below it. Absolute. */
  readonly files: () => string[];
  readonly ignored: (file: string) => boolean;
  readonly onEvent: (event: string, file: string) => void;
  /** Called with a folder that is watched when names in it may have changed, also names that are ignored. */
  readonly onNames: (folder: string) => void;
  /** Called after a restart, which may have missed changes. */
  readonly onRestart: () => void;
  readonly onError: (error: SitegenError) => void;
}

interface Watcher {
  /** Resolves once changes are detected. */
  readonly isReady: Promise<void>;
  readonly add: (files: readonly string[]) => void;
  /** For a folder that has replaced another. */
  readonly rewatch: (folder: string) => void;
  readonly close: () => Promise<void>;
}

/** Lets the system watch files, and falls back to polling when it cannot watch them all. */
export function startWatcher({ files, ignored, onEvent, onNames, onRestart, onError }: WatcherOptions): Watcher {
  const begun = Date.now();
  const open = (usePolling: boolean) => {
    const polling = { usePolling, interval: POLL_MS, binaryInterval: POLL_MS };
    return watch(files(), { ignored, ignoreInitial: true, followSymlinks: false, ...polling })
      .on('all', (event, file) => {
        if (event !== 'add' || !isOldLink(file, begun)) onEvent(event, file);
      })
      .on('raw', (event, name, details) => {
        // Polling names the folder itself. The system names what is in it, and calls it a change when only contents differ.
        const { watchedPath } = details as { readonly watchedPath?: string };
        if (watchedPath === undefined || event !== 'change') onNames(watchedPath ?? name);
      });
  };
  let watcher = open(false);
  let closing: Promise<unknown> = Promise.resolve();
  const isReady = new Promise<void>((resolve) => {
    watcher.once('ready', resolve);
    watcher.on('error', (error) => {
      const code = (['ENOSPC', 'EMFILE'] as const).find((name) => hasCode(error, name));
      if (code === undefined) return onError(watchFailed(error));
      closing = close(watcher);
      watcher = open(true).once('ready', onRestart).once('ready', resolve);
      watcher.on('error', (other) => onError(watchFailed(other)));
      onError(new SitegenError(limitReached(code), { cause: error }));
    });
  });
  return {
    isReady,
    add: (others) => void watcher.add([...others]),
    rewatch: (folder) => {
      watcher.unwatch(folder);
      watcher.add(folder);
    },
    close: async () => void (await Promise.all([closing, close(watcher)])),
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
    `Try: sudo sysctl ${LIMITS[code]}, and restart sitegen.`
  );
}
