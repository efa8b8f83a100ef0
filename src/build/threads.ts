import os from 'node:os';
import { Worker, parentPort } from 'node:worker_threads';

/** Threads that all run the same file, each one task at a time. */
export interface Threads<Task, Reply> {
  /** @throws {ThreadFailure} when the thread ends before it replies, whatever its exit code */
  readonly run: (task: Task) => Promise<Reply>;
  /** Starts a thread, so that it is ready when the first task comes. */
  readonly warmUp: () => void;
  /** @returns why threads have ended between tasks, if any have */
  readonly stop: () => Promise<readonly ThreadFailure[]>;
}

/** A thread has ended on its own. */
export interface ThreadFailure extends Error {
  /** Whether it was stopped from outside. */
  readonly isStop: boolean;
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
 * Starts threads when tasks wait, up to `count` of them.
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
    const env = { ...process.env, NODE_ENV: 'production' };
    const worker = new Worker(file, { env, stdout: true, stderr: true });
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
      const failure = Object.assign(new Error(reason, { cause }), { isStop: false });
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

  return {
    warmUp: () => void (threads.size === 0 && !stopping && start()),
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        giveOut();
      }),
    stop: async () => {
      stopping = true;
      const stopped = Object.assign(new Error('The build was stopped.'), { isStop: true });
      for (const { reject } of waiting.splice(0)) reject(stopped);
      for (const { job } of threads) job?.reject(stopped);
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
      return failures;
    },
  };
}

/** The thread's half: answers one task after the other. */
export function answerTasks<Task, Reply>(answer: (task: Task) => Promise<Reply>): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is meant to run as a thread.');
  port.on('message', (task: Task) => {
    // Should it fail, nobody catches that: the thread ends, and whoever waits for it is told.
    void answer(task).then((reply) => port.postMessage(reply));
  });
}
