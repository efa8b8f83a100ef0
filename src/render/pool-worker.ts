/** One worker of a pool: runs one task at a time, and is given up when it stops responding. */
import type { Worker } from 'node:worker_threads';
import type { TaskReply } from '../worker/task-loop.ts';
import { countBeats, currentJob, type Heartbeat } from '../worker/heartbeat.ts';
import { takeWorker } from './spawn-worker.ts';

/** A worker ended before it replied. */
export interface WorkerFailure extends Error {
  /** `stopped`: the build was stopped. `ended`: the worker ended by itself. `time`, `memory`: it exceeded a limit. */
  readonly kind: 'stopped' | 'ended' | 'time' | 'memory';
  /** Index of the job that the worker was running, if it is known. */
  readonly job: number | undefined;
}

export interface QueuedTask<Task, Reply> {
  readonly task: Task;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (failure: WorkerFailure) => void;
}

export interface PoolWorker<Task, Reply> {
  /** Its memory limit, in MB. */
  readonly memory: number;
  readonly isIdle: () => boolean;
  readonly run: (queued: QueuedTask<Task, Reply>) => void;
  /** Ends it when it has been in one piece of code for more than this many seconds. */
  readonly stopIfStuck: (seconds: number) => void;
  /** Ends it without reporting a failure, except to the task that is still running. */
  readonly stop: (failure?: WorkerFailure) => Promise<unknown>;
}

interface Events {
  /** Called with what code in the worker prints. */
  readonly onOutput: (text: string) => void;
  /** @param heapUsed in bytes */
  readonly onReply: (heapUsed: number) => void;
  /** @param failure absent when the running task has received it */
  readonly onEnd: (failure: WorkerFailure | undefined) => void;
}

/** @param memory in MB */
export function startPoolWorker<Task, Reply>(file: URL, memory: number, events: Events): PoolWorker<Task, Reply> {
  const { worker, heartbeat } = takeWorker(file, memory);
  const monitor = monitorHeartbeat(heartbeat);
  let running: QueuedTask<Task, Reply> | undefined;
  let hasEnded = false;

  function fail(kind: WorkerFailure['kind'], message: string, cause?: unknown): void {
    if (hasEnded) return;
    hasEnded = true;
    const failure = createFailure(kind, message, cause, currentJob(heartbeat));
    running?.reject(failure);
    events.onEnd(running === undefined ? failure : undefined);
  }
  onWorkerEnd(worker, fail);
  for (const stream of [worker.stdout, worker.stderr]) stream.setEncoding('utf8').on('data', events.onOutput);
  worker.on('message', ({ reply, heapUsed }: TaskReply<Reply>) => {
    running?.resolve(reply);
    running = undefined;
    events.onReply(heapUsed);
  });
  return {
    memory,
    isIdle: () => running === undefined,
    run: (queued) => {
      running = queued;
      monitor.restart();
      worker.postMessage(queued.task);
    },
    stopIfStuck: (seconds) => {
      if (monitor.silence(running === undefined) <= seconds * 1000) return;
      fail('time', `The worker did not respond for ${seconds} seconds.`);
      void worker.terminate();
    },
    stop: (failure) => {
      hasEnded = true;
      if (failure !== undefined) running?.reject(failure);
      return worker.terminate();
    },
  };
}

type OnFailure = (kind: WorkerFailure['kind'], message: string, cause: unknown) => void;

function onWorkerEnd(worker: Worker, onFailure: OnFailure): void {
  let error: NodeJS.ErrnoException | undefined;
  worker.on('error', (thrown: Error) => (error = thrown));
  worker.on('exit', (code) => {
    const kind = error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended';
    onFailure(kind, error === undefined ? `The worker exited with code ${code}.` : String(error), error);
  });
}

/** Measures how long a worker has been in one piece of code. */
function monitorHeartbeat(heartbeat: Heartbeat) {
  let count = 0;
  let since = 0;
  return {
    restart: () => void (since = performance.now()),
    /** @returns ms since the last beat; 0 while the worker is idle or has not started yet */
    silence: (isIdle: boolean): number => {
      const beats = countBeats(heartbeat);
      if (isIdle || beats === 0 || beats !== count) since = performance.now();
      count = beats;
      return performance.now() - since;
    },
  };
}

export function createFailure(
  kind: WorkerFailure['kind'],
  message: string,
  cause?: unknown,
  job?: number,
): WorkerFailure {
  return Object.assign(new Error(message, { cause }), { kind, job });
}
