import os from 'node:os';
import type { Limits } from '../shared/model.ts';
import type { SharedData } from '../shared/shared-data.ts';
import { DEFAULT_LIMITS } from '../config/resolve-config.ts';
import { takeWorker } from './spawn-worker.ts';
import type { ReplyTo, Setup, SetupOf, Task } from '../shared/page-tasks.ts';
import { startPoolWorker, type PoolWorker, type QueuedTask } from './pool-worker.ts';
import { WorkerFailure } from './worker-failure.ts';

/** Workers that all run the same file, each one task at a time. */
export interface WorkerPool {
  /**
   * Sends a task to a worker, and waits for its reply. Each worker receives a setup once.
   *
   * @returns the failure if site code ended the worker
   * @throws when the build is stopped, and errors of sitegen itself
   */
  readonly ask: <Asked extends Task>(setup: SetupOf<Asked>, task: Asked) => Promise<ReplyTo<Asked> | WorkerFailure>;
  /** Starts a worker, so that it is ready when the first task arrives. */
  readonly warmUp: () => void;
  /** Sets the limits from now on. Workers started with another memory limit, or before the environment changed, are replaced. */
  readonly limit: (limits: Limits) => void;
  /**
   * Ends the workers after their last tasks, and waits briefly for work that these started in the background. Later tasks get
   * new workers.
   *
   * @returns failures of workers that had no task, such as unhandled rejections
   */
  readonly finish: () => Promise<readonly WorkerFailure[]>;
  /** Adds a failure to those that `finish` returns, because no task is to blame for it. */
  readonly addFailure: (failure: WorkerFailure) => void;
  /** Ends the workers immediately, and rejects their tasks. */
  readonly stop: () => Promise<void>;
}

export interface WorkerPoolOptions {
  /** The workers' code, which calls `runTaskLoop`. */
  readonly file: URL;
  /** The project folder, absolute. */
  readonly root: string;
  /** The offset of the workers' clocks, in ms. */
  readonly clockOffset: number;
  /** The data that `shared` has loaded. */
  readonly sharedData: SharedData;
  /** The maximum number of workers. They are started when tasks are queued. */
  readonly size: number;
  readonly onOutput: (text: string) => void;
  /** True for `serve` while it watches: work that pages started in the background may not delay the next check. */
  readonly watching: boolean;
  /** True if it may use workers that were started in advance. */
  readonly takesSpares: boolean;
  /** True for workers that only find the places of problems: see `react/locate.ts`. */
  readonly isLocating?: boolean;
  /**
   * A worker whose heap exceeds this share of its memory limit after a task is replaced, because site code may retain what
   * it creates. `Infinity` if workers must remember earlier tasks.
   */
  readonly replaceAbove?: number;
}

/** How often heartbeats are checked, in ms: several times within the shortest limit. */
const CHECK_INTERVAL = 250;

/**
 * How long a worker may run after its last task, in ms. Most end immediately; those with an open connection or an interval
 * use all of it, while files are generated. Later failures are not reported.
 */
const FINISH_MS = { once: 5000, watching: 500 };

/** See `WorkerPoolOptions`. */
const REPLACE_ABOVE = 0.4;

/** How many workers can run at the same time on this machine. */
export const availableWorkers = (): number => os.availableParallelism();

export function startWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const pool: Pool = {
    ...options,
    workers: new Set(),
    queue: [],
    failures: [],
    finishing: new Map(),
    limits: DEFAULT_LIMITS,
  };
  let isStopping = false;
  const watchdog = startWatchdog(pool);
  const stopped = () => new Error('The build was stopped.');

  return {
    warmUp: () => {
      if (pool.workers.size === 0 && !isStopping) startWorker(pool);
    },
    limit: (limits) => {
      pool.limits = limits;
      for (const worker of pool.workers) {
        if (worker.memory !== limits.memory || !worker.hasCurrentEnvironment()) finishWorker(pool, worker);
      }
    },
    ask: async (setup, task) => {
      if (isStopping) throw stopped();
      try {
        return await enqueue(pool, setup, task);
      } catch (error) {
        if (error instanceof WorkerFailure) return error;
        throw error;
      }
    },
    addFailure: (failure) => void pool.failures.push(failure),
    finish: async () => {
      for (const worker of pool.workers) finishWorker(pool, worker);
      await Promise.all(pool.finishing.values());
      return pool.failures;
    },
    stop: async () => {
      isStopping = true;
      clearInterval(watchdog);
      for (const { reject } of pool.queue.splice(0)) reject(stopped());
      await Promise.all([...pool.workers, ...pool.finishing.keys()].map((worker) => worker.stop(stopped())));
    },
  };
}

/** The state of one pool, owned by the call of `startWorkerPool` that created it. */
interface Pool extends WorkerPoolOptions {
  readonly workers: Set<PoolWorker>;
  readonly queue: QueuedTask[];
  readonly failures: WorkerFailure[];
  /** Workers that get no more tasks. */
  readonly finishing: Map<PoolWorker, Promise<unknown>>;
  limits: Limits;
}

/** Memory that the process may take beyond the limits of its workers, in MB. */
const SLACK = 512;

/** Node opens a file to read it. Returns `unknown` if the process cannot open more: an error in a timer would end it. */
function processMemory(unknown: number): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return unknown;
  }
}

function startWatchdog(pool: Pool): NodeJS.Timeout {
  const before = processMemory(Infinity);
  const check = (): void => {
    const grown = (processMemory(0) - before) / 2 ** 20;
    const isFull = grown > pool.limits.memory * pool.workers.size + SLACK;
    for (const worker of pool.workers) {
      worker.stopIfStuck(pool.limits.seconds);
      worker.stopIfTooLarge(isFull);
    }
  };
  return setInterval(check, CHECK_INTERVAL).unref();
}

function startWorker(pool: Pool): PoolWorker {
  const { file, root, clockOffset, sharedData, takesSpares, isLocating = false, onOutput, limits } = pool;
  const { replaceAbove = REPLACE_ABOVE } = pool;
  const settings = { root, clockOffset, memory: limits.memory, sharedData, isLocating };
  const started = takeWorker(file, settings, takesSpares);
  const worker = startPoolWorker(started, {
    onOutput,
    onReply: (heapUsed) => {
      if (heapUsed > replaceAbove * limits.memory * 2 ** 20) finishWorker(pool, worker);
      dispatch(pool);
    },
    onEnd: (failure) => {
      pool.workers.delete(worker);
      if (failure !== undefined) pool.failures.push(failure);
      dispatch(pool);
    },
  });
  pool.workers.add(worker);
  return worker;
}

function finishWorker(pool: Pool, worker: PoolWorker): void {
  const { workers, finishing, limits, watching } = pool;
  workers.delete(worker);
  const ms = Math.min(limits.seconds * 1000, watching ? FINISH_MS.watching : FINISH_MS.once);
  finishing.set(worker, worker.finish(ms));
}

function enqueue<Asked extends Task>(pool: Pool, setup: Setup | undefined, task: Asked): Promise<ReplyTo<Asked>> {
  return new Promise((resolve, reject) => {
    pool.queue.push({ setup, task, resolve: resolve as QueuedTask['resolve'], reject });
    dispatch(pool);
  });
}

/** Assigns queued tasks to idle workers, and starts new workers up to the size of the pool. */
function dispatch(pool: Pool): void {
  const { workers, queue, size } = pool;
  while (queue.length > 0) {
    const idle = [...workers].find((worker) => worker.isIdle());
    const worker = idle ?? (workers.size < size ? startWorker(pool) : undefined);
    const next = worker && queue.shift();
    if (next === undefined) return;
    worker?.run(next);
  }
}
