import { watch, type FSWatcher } from 'chokidar';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { lstatIfExists } from '../shared/files.ts';

/** How often files are polled if the system does not report changes, in ms. */
const POLL_MS = 500;

/** The settings to raise if the system refuses to watch more files, by error code. */
const LIMITS = { ENOSPC: 'fs.inotify.max_user_watches=524288', EMFILE: 'fs.inotify.max_user_instances=1024' };

interface WatcherOptions {
  /** Files and folders to watch, with everything below them. Absolute. */
  readonly files: () => string[];
  readonly isIgnored: (file: string) => boolean;
  readonly onEvent: (event: string, file: string) => void;
  /** Called after a restart, which may have missed changes. */
  readonly onRestart: () => void;
  readonly onError: (error: SitegenError) => void;
}

interface Watcher {
  /** Resolves once changes are detected. */
  readonly isReady: Promise<void>;
  readonly add: (files: readonly string[]) => void;
  /** Closes the watcher, and opens a new one. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

/** Lets the system watch files, and falls back to polling when it cannot watch them all. */
export function startWatcher({ files, isIgnored, onEvent, onRestart, onError }: WatcherOptions): Watcher {
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
    isReady,
    add: (others) => void watcher.add([...others]),
    restart,
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
