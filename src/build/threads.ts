import os from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer } from './answer-tasks.ts';

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

/** Threads that have been started before anybody needs them, by their code. */
const spares = new Map<string, Worker[]>();

/** To start a thread takes longer than to make a few pages: so many are made ready for the next build of this process. */
export function keepSpares(file: URL, count: number): void {
  const ready = spares.get(file.href) ?? [];
  spares.set(file.href, ready);
  while (ready.length < count) {
    const worker = startWorker(file);
    worker.unref();
    worker.once('exit', () => ready.includes(worker) && ready.splice(ready.indexOf(worker), 1));
    ready.push(worker);
  }
}

function takeWorker(file: URL): Worker {
  const spare = spares.get(file.href)?.shift();
  spare?.ref();
  return spare ?? startWorker(file);
}

function startWorker(file: URL): Worker {
  const env = { ...process.env, NODE_ENV: 'production' };
  return new Worker(file, { env, stdout: true, stderr: true, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}

/** In MB, for what has just been made. With more, pages are made no faster; Node would take up to three times as much. */
const YOUNG_MB = 16;

/** A thread that holds more, in bytes, when it is done with a task is replaced: code of a site may keep what it makes. */
const REPLACED_ABOVE = 400 * 2 ** 20;

/** How many threads can work at the same time on this machine. */
export const availableThreads = (): number => os.availableParallelism();

/**
 * Starts threads when tasks wait, up to `count` of them.
 *
 * @param file the threads' code, which calls `answerTasks`
 * @param onOutput receives what code in the threads prints
 * @param replacedAbove see there; without end where threads remember tasks
 */
export function startThreads<Task, Reply>(
  file: URL,
  count: number,
  onOutput: (text: string) => void,
  replacedAbove = REPLACED_ABOVE,
): Threads<Task, Reply> {
  const threads = new Set<Thread<Task, Reply>>();
  const waiting: Job<Task, Reply>[] = [];
  const failures: ThreadFailure[] = [];
  let stopping = false;

  function start(): Thread<Task, Reply> {
    const worker = takeWorker(file);
    const thread: Thread<Task, Reply> = { worker, job: undefined };
    let cause: unknown;
    threads.add(thread);
    worker.stdout.setEncoding('utf8').on('data', onOutput);
    worker.stderr.setEncoding('utf8').on('data', onOutput);
    worker.on('message', ({ reply, heap }: Answer<Reply>) => {
      thread.job?.resolve(reply);
      thread.job = undefined;
      if (heap > replacedAbove) retire(thread);
      giveOut();
    });
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => {
      if (!threads.delete(thread) || stopping) return;
      const reason = cause instanceof Error ? String(cause) : `The thread ended with exit code ${code}.`;
      const failure = Object.assign(new Error(reason, { cause }), { isStop: false });
      if (thread.job) thread.job.reject(failure);
      else failures.push(failure);
      giveOut();
    });
    return thread;
  }

  function retire(thread: Thread<Task, Reply>): void {
    threads.delete(thread);
    void thread.worker.terminate();
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
