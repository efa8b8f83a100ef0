/** One worker of a pool: runs one task at a time, and is terminated when it stops responding. */
import { setTimeout as sleep } from 'node:timers/promises';
import { receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { shorten } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { NO_MORE_TASKS, type TaskReply } from './worker/task-loop.ts';
import { countBeats, currentJob, loadingModule, usedMemory, type Heartbeat } from './worker/heartbeat.ts';
import { endWorker, hasCurrentEnvironment, type RenderWorker } from './spawn-worker.ts';

/** A worker ended before it replied. */
export interface WorkerFailure extends Error {
  /**
   * `stopped`: the build was stopped. `ended`: the worker ended by itself. `time`, `memory`: it exceeded a limit. `busy`: it
   * was still running some time after its last task.
   */
  readonly kind: 'stopped' | 'ended' | 'time' | 'memory' | 'busy';
  /** Index of the job that the worker was running, if it is known. */
  readonly job: number | undefined;
  /** The source file of the module that the worker was loading, if it was. */
  readonly module: string | undefined;
}

export interface QueuedTask<Task, Reply> {
  readonly task: Task;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (failure: WorkerFailure) => void;
}

export interface PoolWorker<Task, Reply> {
  /** Its memory limit, in MB. */
  readonly memory: number;
  readonly hasCurrentEnvironment: () => boolean;
  readonly isIdle: () => boolean;
  readonly run: (queued: QueuedTask<Task, Reply>) => void;
  /** Terminates the worker if it blocks for longer than `seconds`. */
  readonly stopIfStuck: (seconds: number) => void;
  /**
   * Ends it when it has held more than its memory limit at two calls in a row, so that garbage about to be collected does not
   * count. V8 itself limits only the heap, which buffers are not part of.
   *
   * @param isFull true if the workers together take too much: then one that is stuck, and cannot report its memory, is ended

   * Terminates the worker if it exceeds its memory limit at two calls in a row, so that garbage about to be collected does not
   * count. V8 itself limits only the heap, which does not include buffers.
   */
  readonly stopIfTooLarge: (isFull: boolean) => void;
  /**
   * Ends the worker once everything that its tasks have started is done, or after `ms` at the latest.
   *
   * @returns true if it ended by itself
   */
  readonly finish: (ms: number) => Promise<boolean>;
  /** Ends the worker without reporting a failure, except to the task that is still running. */
  readonly stop: (failure?: WorkerFailure) => Promise<unknown>;
}

interface Events {
  /** Called with the output of code in the worker. */
  readonly onOutput: (text: string) => void;
  /** @param heapUsed in bytes */
  readonly onReply: (heapUsed: number) => void;
  /** @param failure absent when the running task has received it */
  readonly onEnd: (failure: WorkerFailure | undefined) => void;
}

export function startPoolWorker<Task, Reply>(started: RenderWorker, events: Events): PoolWorker<Task, Reply> {
  const { worker, port, heartbeat, memory } = started;
  const monitor = monitorHeartbeat(heartbeat);
  const state: State<Task, Reply> = { running: undefined, hasRun: false, isFinishing: false, hasEnded: false };
  const fail: OnFailure = (kind, message, cause) => {
    if (state.hasEnded) return;
    state.hasEnded = true;
    const failure = createFailure(kind, message, {
      cause,
      job: currentJob(heartbeat),
      module: loadingModule(heartbeat),
    });
    state.running?.reject(failure);
    events.onEnd(state.running === undefined ? failure : undefined);
  };
  onReply(started, ({ reply, heapUsed }: TaskReply<Reply>) => {
    state.running?.resolve(reply);
    state.running = undefined;
    events.onReply(heapUsed);
  });
  onWorkerEnd(worker, fail, () => state.isFinishing);
  for (const stream of [worker.stdout, worker.stderr]) stream.setEncoding('utf8').on('data', events.onOutput);
  return {
    memory,
    hasCurrentEnvironment: () => hasCurrentEnvironment(started),
    isIdle: () => state.running === undefined,
    run: (queued) => {
      state.running = queued;
      state.hasRun = true;
      monitor.restart();
      port.postMessage(queued.task);
    },
    ...limitsOf(worker, memory, fail, heartbeat, () => monitor.silence(state.running === undefined)),
    ...endings(started, state),
  };
}

/** A worker that has been in one piece of code for this long, in ms, may have filled its memory since it measured itself. */
const UNMEASURED = 500;

/** @param silence returns how long the worker has been blocked, in ms */
function limitsOf(worker: Worker, memory: number, onFailure: OnFailure, heartbeat: Heartbeat, silence: () => number) {
  let wasTooLarge = false;
  const giveUp = (kind: WorkerFailure['kind'], message: string) => {
    onFailure(kind, message);
    void worker.terminate();
  };
  return {
    stopIfStuck: (seconds: number) => {
      if (silence() > seconds * 1000) giveUp('time', `The worker did not respond for ${count(seconds, 'second')}.`);
    },
    stopIfTooLarge: (isFull: boolean) => {
      const isTooLarge = usedMemory(heartbeat) > memory || (isFull && silence() > UNMEASURED);
      if (isTooLarge && wasTooLarge) giveUp('memory', `The worker holds more than ${memory} MB.`);
      wasTooLarge = isTooLarge;
    },
  };
}

interface State<Task, Reply> {
  running: QueuedTask<Task, Reply> | undefined;
  hasRun: boolean;
  /** True if it may end without a failure. */
  isFinishing: boolean;
  hasEnded: boolean;
}

function endings<Task, Reply>(started: RenderWorker, state: State<Task, Reply>) {
  const { worker, port } = started;
  const stop = async (failure?: WorkerFailure) => {
    state.hasEnded = true;
    if (failure !== undefined) state.running?.reject(failure);
    const ended = endWorker(started, state.hasRun);
    if (state.hasRun) await ended;
  };
  const finish = async (ms: number) => {
    state.isFinishing = true;
    // No site code has run in a worker without tasks.
    const hasEnded = !state.hasRun || (await waitForExit(worker, port, ms));
    await stop();
    return hasEnded;
  };
  return { finish, stop };
}

/** Waits until a worker has run everything that its tasks have started, or for this many ms. @returns true if it has */
async function waitForExit(worker: Worker, port: MessagePort, ms: number): Promise<boolean> {
  const exited = new Promise<true>((resolve) => worker.once('exit', () => resolve(true)));
  port.postMessage(NO_MORE_TASKS);
  return Promise.race([exited, sleep(ms, false, { ref: false })]);
}

/** Replies arrive before the end of the worker, in the order in which it sent them. */
function onReply<Reply>({ worker, port }: RenderWorker, receive: (reply: TaskReply<Reply>) => void): void {
  port.on('message', receive).unref(); // the worker itself keeps the process running
  worker.on('exit', () => {
    for (let left = receiveMessageOnPort(port); left !== undefined; left = receiveMessageOnPort(port))
      receive(left.message as TaskReply<Reply>);
  });
}

type OnFailure = (kind: WorkerFailure['kind'], message: string, cause?: unknown) => void;

/** @param mayEnd returns true if it may end without an error */
function onWorkerEnd(worker: Worker, onFailure: OnFailure, mayEnd: () => boolean): void {
  let error: NodeJS.ErrnoException | undefined;
  worker.on('error', (thrown: Error) => (error = thrown));
  worker.on('exit', (code) => {
    if (code === 0 && mayEnd()) return;
    const kind = error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended';
    onFailure(kind, error === undefined ? `The worker exited with code ${code}.` : shorten(String(error)), error);
  });
}

/** Measures how long a worker has been blocked. */
function monitorHeartbeat(heartbeat: Heartbeat) {
  let lastBeats = 0;
  let since = 0;
  return {
    restart: () => void (since = performance.now()),
    /** @returns ms since the last beat; 0 while the worker is idle or has not started yet */
    silence: (isIdle: boolean): number => {
      const beats = countBeats(heartbeat);
      if (isIdle || beats === 0 || beats !== lastBeats) since = performance.now();
      lastBeats = beats;
      return performance.now() - since;
    },
  };
}

export function createFailure(
  kind: WorkerFailure['kind'],
  message: string,
  { cause, job, module }: Partial<Pick<WorkerFailure, 'cause' | 'job' | 'module'>> = {},
): WorkerFailure {
  return Object.assign(new Error(message, { cause }), { kind, job, module });
}
