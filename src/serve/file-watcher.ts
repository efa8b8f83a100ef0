import { watch, type FSWatcher } from 'chokidar';
import { SitegenError, hasCode } from '../core/errors.ts';

/** Where the system does not tell of changes, files are looked at every so many ms. */
const POLL_MS = 500;

/** What the system says when it watches no more files, or nothing more at all. */
const LIMITS = { ENOSPC: 'fs.inotify.max_user_watches=524288', EMFILE: 'fs.inotify.max_user_instances=1024' };

interface WatcherOptions {
  /** What to watch, with all that is below it. Absolute. */
  readonly files: () => string[];
  readonly ignored: (file: string) => boolean;
  readonly onEvent: (event: string, file: string) => void;
  /** Told when it has begun anew, and may have missed something meanwhile. */
  readonly onAnew: () => void;
  readonly onTrouble: (trouble: SitegenError) => void;
}

interface Watcher {
  /** Resolves once changes are seen. */
  readonly isReady: Promise<void>;
  readonly add: (files: readonly string[]) => void;
  /** For a folder that has taken the place of another. */
  readonly watchAgain: (folder: string) => void;
  readonly close: () => Promise<void>;
}

/** Has the system watch files, and looks at them itself as soon as the system does not watch them all. */
export function startWatcher({ files, ignored, onEvent, onAnew, onTrouble }: WatcherOptions): Watcher {
  const open = (usePolling: boolean) => {
    const polling = { usePolling, interval: POLL_MS, binaryInterval: POLL_MS };
    return watch(files(), { ignored, ignoreInitial: true, followSymlinks: false, ...polling }).on('all', onEvent);
  };
  let watcher = open(false);
  let closing: Promise<unknown> = Promise.resolve();
  const isReady = new Promise<void>((resolve) => {
    watcher.once('ready', resolve);
    watcher.on('error', (error) => {
      const code = (['ENOSPC', 'EMFILE'] as const).find((name) => hasCode(error, name));
      if (code === undefined) return onTrouble(toTrouble(error));
      closing = close(watcher);
      watcher = open(true).once('ready', onAnew).once('ready', resolve);
      watcher.on('error', (other) => onTrouble(toTrouble(other)));
      onTrouble(new SitegenError(limitReached(code), { cause: error }));
    });
  });
  return {
    isReady,
    add: (others: readonly string[]) => void watcher.add([...others]),
    watchAgain: (folder: string) => {
      watcher.unwatch(folder);
      watcher.add(folder);
    },
    close: async () => void (await Promise.all([closing, close(watcher)])),
  };
}

/** What it had begun goes on to fail, and chokidar 5 has taken its listeners away by then: that would end the process. */
function close(watcher: FSWatcher): Promise<void> {
  const closed = watcher.close();
  watcher.on('error', () => {});
  return closed;
}

function toTrouble(cause: unknown): SitegenError {
  return new SitegenError(`Not everything in the project can be watched: ${String(cause)}`, { cause });
}

function limitReached(code: keyof typeof LIMITS): string {
  return (
    `The system watches no more files (${code}). From now on sitegen looks at them itself, twice a second.\n` +
    `Try: sudo sysctl ${LIMITS[code]}, and start it again.`
  );
}
