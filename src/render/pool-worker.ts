/** One worker of a pool: runs one task at a time, and is terminated when it stops responding. */
import { setTimeout as sleep } from 'node:timers/promises';
import { receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { shorten } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { NO_MORE_TASKS, type TaskReply } from './worker/task-loop.ts';
import { countBeats, currentJob, jobsUnderWay, loadingModule, usedMemory, type Heartbeat } from './worker/heartbeat.ts';
import type { Setup, Task, TaskMessage } from '../shared/page-tasks.ts';
import { endWorker, hasCurrentEnvironment, terminate, type RenderWorker } from './spawn-worker.ts';
import { WorkerFailure } from './worker-failure.ts';

export interface QueuedTask {
  readonly setup: Setup | undefined;
  readonly task: Task;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface PoolWorker {
  /** Its memory limit, in MB. */
  readonly memory: number;
  readonly hasCurrentEnvironment: () => boolean;
  readonly isIdle: () => boolean;
  readonly run: (queued: QueuedTask) => void;
  /** Terminates the worker if it blocks for longer than `seconds`. */
  readonly stopIfStuck: (seconds: number) => void;
  /**
   * Terminates the worker if it exceeds its memory limit at two calls in a row, so that garbage about to be collected does not
   * count. V8 itself limits only the heap, which does not include buffers.
   *
   * @param isFull true if the workers together take too much: a stuck one, which cannot report its memory, is then terminated
   */
  readonly stopIfTooLarge: (isFull: boolean) => void;
  /** Ends the worker once everything that its tasks have started is done, or after `ms` at the latest. */
  readonly finish: (ms: number) => Promise<void>;
  /** Ends the worker without reporting a failure, except to the task that is still running. */
  readonly stop: (error?: Error) => Promise<unknown>;
}

interface Events {
  /** Called with the output of code in the worker. */
  readonly onOutput: (text: string) => void;
  /** @param heapUsed in bytes */
  readonly onReply: (heapUsed: number) => void;
  /** @param failure absent when the running task has received it */
  readonly onEnd: (failure: WorkerFailure | undefined) => void;
}

export function startPoolWorker(started: RenderWorker, events: Events): PoolWorker {
  const { worker, port, heartbeat, memory } = started;
  const monitor = monitorHeartbeat(heartbeat);
  const state: State = {
    running: undefined,
    setup: undefined,
    hasRun: false,
    isFinishing: false,
    hasEnded: false,
  };
  const fail: OnFailure = (kind, message, cause) => {
    if (state.hasEnded) return;
    state.hasEnded = true;
    const [job, underWay, module] = [currentJob(heartbeat), jobsUnderWay(heartbeat), loadingModule(heartbeat)];
    const failure = new WorkerFailure(kind, message, { cause, job, underWay, module });
    state.running?.reject(failure);
    events.onEnd(state.running === undefined ? failure : undefined);
  };
  onReply(started, (message) => {
    if (message.kind === 'bug') state.running?.reject(Object.assign(Object(message.error), message.details));
    else state.running?.resolve(message.reply);
    state.running = undefined;
    events.onReply(message.kind === 'done' ? message.heapUsed : 0);
  });
  onWorkerEnd(worker, fail, () => state.isFinishing);
  for (const stream of [worker.stdout, worker.stderr]) stream.setEncoding('utf8').on('data', events.onOutput);
  return {
    memory,
    hasCurrentEnvironment: () => hasCurrentEnvironment(started),
    isIdle: () => state.running === undefined,
    run: (queued) => {
      const { setup, task } = queued;
      try {
        port.postMessage({ ...(setup !== state.setup && { setup }), task } satisfies TaskMessage);
      } catch (error) {
        queued.reject(error); // it cannot be copied
        return;
      }
      state.running = queued;
      state.setup = setup;
      state.hasRun = true;
      monitor.restart();
    },
    ...limitsOf(worker, memory, fail, heartbeat, () => monitor.silence(state.running === undefined)),
    ...endings(started, state),
  };
}

/** A worker that has been blocked for this long, in ms, may have filled its memory since it last measured it. */
const UNMEASURED = 500;

/** @param silence returns how long the worker has not responded, in ms */
function limitsOf(worker: Worker, memory: number, onFailure: OnFailure, heartbeat: Heartbeat, silence: () => number) {
  let wasTooLarge = false;
  const giveUp = (kind: WorkerFailure['kind'], message: string) => {
    onFailure(kind, message);
    void terminate(worker);
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

interface State {
  running: QueuedTask | undefined;
  /** The setup of its last task. */
  setup: Setup | undefined;
  hasRun: boolean;
  /** True if it may end without a failure. */
  isFinishing: boolean;
  hasEnded: boolean;
}

function endings(started: RenderWorker, state: State) {
  const { worker, port } = started;
  const stop = async (error?: Error) => {
    state.hasEnded = true;
    if (error !== undefined) state.running?.reject(error);
    const ended = endWorker(started, state.hasRun);
    if (state.hasRun) await ended;
  };
  const finish = async (ms: number) => {
    state.isFinishing = true;
    // No site code has run in a worker without tasks.
    if (state.hasRun) await waitForExit(worker, port, ms);
    await stop();
  };
  return { finish, stop };
}

/** Waits until everything that a worker's tasks started is done, or for this many ms. */
async function waitForExit(worker: Worker, port: MessagePort, ms: number): Promise<void> {
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  port.postMessage(NO_MORE_TASKS);
  await Promise.race([exited, sleep(ms, undefined, { ref: false })]);
}

/** Delivers every reply in order, before the worker's end is handled. */
function onReply({ worker, port }: RenderWorker, receive: (reply: TaskReply) => void): void {
  port.on('message', receive).unref(); // the worker itself keeps the process running
  worker.on('exit', () => {
    for (let left = receiveMessageOnPort(port); left !== undefined; left = receiveMessageOnPort(port))
      receive(left.message as TaskReply);
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

function monitorHeartbeat(heartbeat: Heartbeat) {
  let last = 0;
  let since = 0;
  const restart = () => (since = performance.now());
  /** @returns the time since the last beat, in ms: 0 while the worker has no task, or has not started yet */
  const silence = (isIdle: boolean): number => {
    const beats = countBeats(heartbeat);
    if (isIdle || beats === 0 || beats !== last) restart();
    last = beats;
    return performance.now() - since;
  };
  return { restart, silence };
}
