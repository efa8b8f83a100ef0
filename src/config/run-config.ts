import { SHARE_ENV, Worker } from 'node:worker_threads';
import { SitegenError, hasCode } from '../core/errors.ts';
import type { ConfigFile, LoadedConfig } from './config-worker.ts';
import { DEFAULT_LIMITS } from './resolve-config.ts';

/** How long a config may take to load, in seconds. It cannot set that itself. */
const SECONDS = 30;

/** How often its memory is checked, in ms. */
const CHECK_INTERVAL = 250;

/** A thread that is ready to load a config file. */
export interface ConfigThread {
  /** @throws {SitegenError} when the file is not loaded within its limits */
  readonly load: (file: ConfigFile) => Promise<LoadedConfig>;
  /** Ends it, with everything that the config has started. */
  readonly stop: () => Promise<unknown>;
}

/** A thread that has loaded nothing yet. Owned by the process: `serve` starts it after a build, the next build takes it. */
let spare: Worker | undefined;

/** A thread takes longer to start than most configs to load, so the next build of this process finds one ready. */
export function keepSpareConfigThread(): void {
  if (spare !== undefined) return;
  const worker = spawn();
  worker.unref();
  worker.once('exit', () => (spare = spare === worker ? undefined : spare));
  spare = worker;
}

/** A config runs in a thread of its own, because only a thread can be ended: a loop, a server, a timer. */
export function startConfigThread(): ConfigThread {
  const worker = spare ?? spawn();
  spare = undefined;
  worker.ref();
  return {
    load: (file) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string, cause?: unknown) =>
          reject(new SitegenError(`Cannot load ${file.name}: ${reason}`, { cause }));
        const stopWatching = watchLimits(fail);
        worker
          .once('message', resolve)
          .once('error', (error) => fail(isOutOfMemory(error) ? TOO_LARGE : String(error), error))
          .once('exit', (code) => {
            stopWatching();
            fail(code === 0 ? UNFINISHED : `it ended with exit code ${code}.`);
          });
        worker.postMessage(file);
      }),
    stop: () => worker.terminate(),
  };
}

function spawn(): Worker {
  return new Worker(new URL('./config-worker.js', import.meta.url), {
    workerData: { seconds: SECONDS },
    env: SHARE_ENV, // what a config sets is for the pages, too
    resourceLimits: { maxOldGenerationSizeMb: DEFAULT_LIMITS.memory },
  });
}

const TOO_LARGE = `it needs more than ${DEFAULT_LIMITS.memory} MB of memory.`;

const UNFINISHED = 'a top-level `await` never settles, or it calls `process.exit`.';

const isOutOfMemory = (error: unknown): boolean => hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY');

/** Buffers do not count towards the heap. Meanwhile nothing else in this process needs much memory. */
function watchLimits(fail: (reason: string) => void): () => void {
  const before = process.memoryUsage.rss();
  const slow = setTimeout(() => fail(`it takes more than ${SECONDS} seconds.`), SECONDS * 1000);
  const large = setInterval(() => {
    if (process.memoryUsage.rss() - before > DEFAULT_LIMITS.memory * 2 ** 20) fail(TOO_LARGE);
  }, CHECK_INTERVAL);
  return () => {
    clearTimeout(slow);
    clearInterval(large);
  };
}
