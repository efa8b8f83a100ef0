import os from 'node:os';
import { Worker, parentPort, workerData } from 'node:worker_threads';

/** Threads that all run the same file, each one task at a time. */
export interface Threads<Task, Reply> {
  /** @throws {ThreadFailure} when the thread ends before it replies, whatever its exit code */
  readonly run: (task: Task) => Promise<Reply>;
  /** @returns why threads have ended between tasks, if any have */
  readonly stop: () => Promise<readonly ThreadFailure[]>;
}

/** A thread has ended on its own. */
export interface ThreadFailure extends Error {
  /** The part of its task that the thread had come to, from 0, as it told with `reachPart`. */
  readonly at: number;
}

interface Job<Task, Reply> {
  readonly task: Task;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: Error) => void;
}

interface Thread<Task, Reply> {
  readonly worker: Worker;
  job: Job<Task, Reply> | undefined;
}

/** How many threads can work at the same time on this machine. */
export const availableThreads = (): number => os.availableParallelism();

/**
 * Starts a thread at once, so that it is ready when the first task comes, and up to `count` when tasks wait.
 *
 * @param file the threads' code, which calls `answerTasks`
 * @param onOutput receives what code in the threads prints
 */
export function startThreads<Task, Reply>(
  file: URL,
  count: number,
  onOutput: (text: string) => void,
): Threads<Task, Reply> {
  const threads = new Set<Thread<Task, Reply>>();
  const waiting: Job<Task, Reply>[] = [];
  const failures: ThreadFailure[] = [];
  let stopping = false;

  function start(): Thread<Task, Reply> {
    const at = new Int32Array(new SharedArrayBuffer(4));
    const env = { ...process.env, NODE_ENV: 'production' };
    const worker = new Worker(file, { workerData: at, env, stdout: true, stderr: true });
    const thread: Thread<Task, Reply> = { worker, job: undefined };
    let cause: unknown;
    threads.add(thread);
    worker.stdout.setEncoding('utf8').on('data', onOutput);
    worker.stderr.setEncoding('utf8').on('data', onOutput);
    worker.on('message', (reply: Reply) => {
      thread.job?.resolve(reply);
      thread.job = undefined;
      giveOut();
    });
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      threads.delete(thread);
      if (stopping) return;
      const reason = cause instanceof Error ? String(cause) : `The thread ended with exit code ${code}.`;
      const failure = Object.assign(new Error(reason, { cause }), { at: at[0] ?? 0 });
      if (thread.job) thread.job.reject(failure);
      else failures.push(failure);
      giveOut();
    });
    return thread;
  }

  function giveOut(): void {
    for (const job of waiting.splice(0)) {
      const idle = [...threads].find((thread) => thread.job === undefined);
      const thread = idle ?? (threads.size < count ? start() : undefined);
      if (thread === undefined) {
        waiting.push(job);
        continue;
      }
      thread.job = job;
      thread.worker.postMessage(job.task);
    }
  }

  start();
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        giveOut();
      }),
    stop: async () => {
      stopping = true;
      const stopped = Object.assign(new Error('The build was stopped.'), { at: -1 });
      for (const { reject } of waiting.splice(0)) reject(stopped);
      for (const { job } of threads) job?.reject(stopped);
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
      return failures;
    },
  };
}

/**
 * The thread's half: answers one task after the other.
 *
 * @param answer may call `reachPart` with the part of the task it comes to, so that a failure can be told from which
 */
export function answerTasks<Task, Reply>(
  answer: (task: Task, reachPart: (part: number) => void) => Promise<Reply>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is meant to run as a thread.');
  const at = workerData as Int32Array;
  port.on('message', (task: Task) => {
    at[0] = 0;
    // Should it fail, nobody catches that: the thread ends, and whoever waits for it is told.
    void answer(task, (part) => (at[0] = part)).then((reply) => port.postMessage(reply));
  });
}
