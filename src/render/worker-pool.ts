import os from 'node:os';
import { DEFAULT_LIMITS } from '../project/resolve-config.ts';
import type { Limits } from '../core/model.ts';
import type { Answer } from '../worker/task-loop.ts';
import { countBeats, currentJob } from '../worker/heartbeat.ts';
import { takeWorker, type RenderWorker } from './spawn-worker.ts';

/** Threads that all run the same file, each one task at a time. */
export interface WorkerPool<Task, Reply> {
  /**
   * @param isFirst whether it goes before those that wait
   * @throws {WorkerFailure} when the thread ends before it replies, whatever its exit code
   */
  readonly run: (task: Task, isFirst?: boolean) => Promise<Reply>;
  /** Starts a thread, so that it is ready when the first task comes. */
  readonly warmUp: () => void;
  /** From now on. A thread that has been started with others is replaced. */
  readonly limit: (limits: Limits) => void;
  /** @returns why threads have ended between tasks, if any have */
  readonly stop: () => Promise<readonly WorkerFailure[]>;
}

/** A thread has ended before it was done. */
export interface WorkerFailure extends Error {
  /** `stopped`: from outside. `ended`: by itself. The others are limits. */
  readonly kind: 'stopped' | 'ended' | 'time' | 'memory';
  /** The job of its task that it was working at, if that is known, counted from 0. */
  readonly job: number | undefined;
}

interface Waiting<Task, Reply> {
  readonly task: Task;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: Error) => void;
}

interface PoolWorker<Task, Reply> extends RenderWorker {
  work: Waiting<Task, Reply> | undefined;
  /** How often it had beaten when that was last looked at, and since when it is so often, in ms. */
  beats: number;
  since: number;
}

/** How often threads are looked at, in ms: several times within the shortest limit. */
const LOOK = 250;

/** A thread that holds so much of what it may, when it is done with a task, is replaced: code of a site may keep what it makes. */
const REPLACED_ABOVE = 0.4;

/** How many threads can work at the same time on this machine. */
export const availableWorkers = (): number => os.availableParallelism();

/**
 * Starts threads when tasks wait, up to `count` of them.
 *
 * @param file the threads' code, which calls `answerTasks`
 * @param onOutput receives what code in the threads prints
 * @param replacedAbove see there; without end where threads remember tasks
 */
export function startWorkerPool<Task, Reply>(
  file: URL,
  count: number,
  onOutput: (text: string) => void,
  replacedAbove = REPLACED_ABOVE,
): WorkerPool<Task, Reply> {
  const threads = new Set<PoolWorker<Task, Reply>>();
  const waiting: Waiting<Task, Reply>[] = [];
  const failures: WorkerFailure[] = [];
  let limits = DEFAULT_LIMITS;
  let stopping = false;
  const looking = setInterval(() => threads.forEach(look), LOOK).unref();

  function start(): PoolWorker<Task, Reply> {
    const thread: PoolWorker<Task, Reply> = { ...takeWorker(file, limits.memory), work: undefined, beats: 0, since: 0 };
    const { worker } = thread;
    let cause: unknown;
    threads.add(thread);
    worker.stdout.setEncoding('utf8').on('data', onOutput);
    worker.stderr.setEncoding('utf8').on('data', onOutput);
    worker.on('message', ({ reply, heap }: Answer<Reply>) => {
      thread.work?.resolve(reply);
      thread.work = undefined;
      if (heap > replacedAbove * limits.memory * 2 ** 20) retire(thread);
      giveOut();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => (cause = error));
    worker.on('exit', (code) => {
      const reason = cause instanceof Error ? String(cause) : `The thread ended with exit code ${code}.`;
      const isFull = (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(thread, isFull ? 'memory' : 'ended', new Error(reason, { cause }));
    });
    return thread;
  }

  function fail(thread: PoolWorker<Task, Reply>, kind: WorkerFailure['kind'], error: Error): void {
    if (!threads.delete(thread) || stopping) return;
    const failure = Object.assign(error, { kind, job: currentJob(thread.heartbeat) });
    if (thread.work) thread.work.reject(failure);
    else failures.push(failure);
    giveOut();
  }

  /** Ends a thread that has been at one piece of code for too long. */
  function look(thread: PoolWorker<Task, Reply>): void {
    const beats = countBeats(thread.heartbeat);
    // Until the first beat it is being started.
    if (thread.work === undefined || beats === 0 || beats !== thread.beats) {
      Object.assign(thread, { beats, since: performance.now() });
    } else if (performance.now() - thread.since > limits.seconds * 1000) {
      fail(thread, 'time', new Error(`Nothing has come of it for ${limits.seconds} seconds.`));
      void thread.worker.terminate();
    }
  }

  function retire(thread: PoolWorker<Task, Reply>): void {
    threads.delete(thread);
    void thread.worker.terminate();
  }

  function giveOut(): void {
    for (const work of waiting.splice(0)) {
      const idle = [...threads].find((thread) => thread.work === undefined);
      const thread = idle ?? (threads.size < count ? start() : undefined);
      if (thread === undefined) {
        waiting.push(work);
        continue;
      }
      Object.assign(thread, { work, since: performance.now() });
      thread.worker.postMessage(work.task);
    }
  }

  return {
    warmUp: () => void (threads.size === 0 && !stopping && start()),
    limit: (others) => {
      limits = others;
      for (const thread of threads) if (thread.memory !== limits.memory) retire(thread);
    },
    run: (task, isFirst = false) =>
      new Promise((resolve, reject) => {
        if (stopping) reject(wasStopped());
        else {
          waiting[isFirst ? 'unshift' : 'push']({ task, resolve, reject });
          giveOut();
        }
      }),
    stop: async () => {
      stopping = true;
      clearInterval(looking);
      const stopped = wasStopped();
      for (const { reject } of waiting.splice(0)) reject(stopped);
      for (const { work } of threads) work?.reject(stopped);
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
      return failures;
    },
  };
}

function wasStopped(): WorkerFailure {
  return Object.assign(new Error('The build was stopped.'), { kind: 'stopped' as const, job: undefined });
}
