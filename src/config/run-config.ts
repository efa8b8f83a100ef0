import { MessageChannel, SHARE_ENV, Worker, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { SitegenError, hasCode } from '../core/errors.ts';
import type { ConfigFile, ConfigWorkerData, LoadedConfig } from './config-worker.ts';
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

interface ThreadEnd {
  readonly reason: string;
  readonly cause?: unknown;
}

interface StartedThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** May resolve before it has a config to load: `NODE_OPTIONS` can preload a file that throws. */
  readonly ended: Promise<ThreadEnd>;
}

/** A thread that has loaded nothing yet. Owned by the process: `serve` starts it after a build, the next build takes it. */
let spare: StartedThread | undefined;

/** Whether this process has loaded a config that is more than data. Likewise. */
let isUsed = false;

/** A thread takes longer to start than most configs to load, so the next build of this process finds one ready. */
export function keepSpareConfigThread(): void {
  if (!isUsed || spare !== undefined) return;
  const thread = spawn();
  thread.worker.unref();
  void thread.ended.then(() => (spare = spare === thread ? undefined : spare));
  spare = thread;
}

/** A config runs in a thread of its own, because only a thread can be ended: a loop, a server, a timer. */
export function startConfigThread(): ConfigThread {
  const { worker, port, ended } = spare ?? spawn();
  spare = undefined;
  isUsed = true;
  worker.ref();
  return {
    load: (file) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string, cause?: unknown) =>
          reject(new SitegenError(`Cannot load ${file.name}: ${reason}`, { cause }));
        const stopWatching = watchLimits(fail);
        void ended.then(({ reason, cause }) => {
          stopWatching();
          const last = receiveMessageOnPort(port); // it may have replied just before
          if (last === undefined) fail(reason, cause);
          else resolve(last.message as LoadedConfig);
        });
        port.once('message', resolve);
        port.postMessage(file);
      }),
    stop: () => worker.terminate(),
  };
}

function spawn(): StartedThread {
  const { port1: port, port2: workerPort } = new MessageChannel();
  const worker = new Worker(new URL('./config-worker.js', import.meta.url), {
    workerData: { port: workerPort, seconds: SECONDS } satisfies ConfigWorkerData,
    transferList: [workerPort],
    env: SHARE_ENV, // what a config sets is for the pages, too
    resourceLimits: { maxOldGenerationSizeMb: DEFAULT_LIMITS.memory },
  });
  const ended = new Promise<ThreadEnd>((resolve) => {
    worker
      .once('error', (cause) => resolve({ reason: isOutOfMemory(cause) ? TOO_LARGE : String(cause), cause }))
      .once('exit', (code) => resolve({ reason: code === 0 ? UNFINISHED : `it ended with exit code ${code}.` }));
  });
  return { worker, port, ended };
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
