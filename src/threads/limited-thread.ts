/** Threads for code of the site that runs once in a build. Only a thread can be ended, with its loops, servers and timers. */
import { MessageChannel, SHARE_ENV, Worker, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { hasCode } from '../core/errors.ts';
import type { Answer, LimitedTask, Message, ThreadData } from './run-task.ts';

/** What the code of a task may need, in MB. */
const MEMORY = 1024;

/** How often its time and memory are checked, in ms. */
const CHECK_INTERVAL = 250;

/** A thread that is ready for a task. */
export interface LimitedThread<Task, Reply, Question> {
  /**
   * @param seconds how long it may take
   * @param answer gives what the code of the task asks for. That does not count as its time
   * @throws an error that says which limit it exceeds, or how the thread ended
   */
  readonly run: (task: Task, seconds: number, answer?: (question: Question) => Promise<unknown>) => Promise<Reply>;
  /** Ends it, with everything that the code has started. */
  readonly stop: () => Promise<unknown>;
}

interface ThreadEnd {
  readonly reason: string;
  readonly cause?: unknown;
}

interface StartedThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** May resolve before it has a task: `NODE_OPTIONS` can preload a file that throws. */
  readonly ended: Promise<ThreadEnd>;
}

/**
 * For each entry that this process has used, a thread that has no task. Owned by the process: `serve` starts them after a
 * build, the next build takes them.
 */
const spares = new Map<string, StartedThread | undefined>();

/** A thread takes longer to start than most tasks take, so the next build of this process finds one ready. */
export function keepSpareThreads(): void {
  for (const [entry, spare] of spares) {
    if (spare !== undefined) continue;
    const thread = spawn(entry);
    thread.worker.unref();
    void thread.ended.then(() => spares.get(entry) === thread && spares.set(entry, undefined));
    spares.set(entry, thread);
  }
}

/** @param entry a module that calls `runTask` */
export function startThread<Task, Reply, Question = never>({ href }: URL): LimitedThread<Task, Reply, Question> {
  const { worker, port, ended } = spares.get(href) ?? spawn(href);
  spares.set(href, undefined);
  worker.ref();
  return {
    run: (task, seconds, answer = refuse) =>
      new Promise((resolve, reject) => {
        let questions = 0;
        const fail = ({ reason, cause }: ThreadEnd) => reject(new Error(reason, { cause }));
        const stopWatching = watchLimits(seconds, () => questions > 0, fail);
        const receive = (message: Message<Reply, Question>) => {
          if ('reply' in message) return resolve(message.reply);
          questions += 1;
          void settle(answer(message.question)).then((answered) => {
            questions -= 1;
            message.port.postMessage(answered);
          });
        };
        port.on('message', receive);
        void ended.then((end) => {
          stopWatching();
          const last = receiveMessageOnPort(port); // it may have replied just before
          if (last !== undefined) receive(last.message as Message<Reply, Question>);
          fail(end);
        });
        port.postMessage({ task, seconds } satisfies LimitedTask<Task>);
      }),
    stop: () => worker.terminate(),
  };
}

const refuse = () => Promise.reject(new Error('There are no answers.'));

async function settle(answering: Promise<unknown>): Promise<Answer> {
  try {
    return { answer: await answering };
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

function spawn(entry: string): StartedThread {
  const { port1: port, port2: workerPort } = new MessageChannel();
  const worker = new Worker(new URL(entry), {
    workerData: { port: workerPort } satisfies ThreadData,
    transferList: [workerPort],
    env: SHARE_ENV, // what a config sets is for the pages, too
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  const ended = new Promise<ThreadEnd>((resolve) => {
    worker
      .once('error', (cause) => resolve({ reason: isOutOfMemory(cause) ? TOO_LARGE : String(cause), cause }))
      .once('exit', (code) => resolve({ reason: code === 0 ? UNFINISHED : `it ended with exit code ${code}.` }));
  });
  return { worker, port, ended };
}

const TOO_LARGE = `it needs more than ${MEMORY} MB of memory.`;

const UNFINISHED = 'a top-level `await` never settles, or it calls `process.exit`.';

const isOutOfMemory = (error: unknown): boolean => hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY');

/** Buffers do not count towards the heap. Meanwhile nothing else in this process needs much memory. */
function watchLimits(seconds: number, isWaiting: () => boolean, fail: (end: ThreadEnd) => void): () => void {
  const before = process.memoryUsage.rss();
  let left = seconds * 1000;
  const timer = setInterval(() => {
    if (!isWaiting()) left -= CHECK_INTERVAL;
    if (left <= 0) fail({ reason: `it takes more than ${seconds} seconds.` });
    if (process.memoryUsage.rss() - before > MEMORY * 2 ** 20) fail({ reason: TOO_LARGE });
  }, CHECK_INTERVAL);
  return () => clearInterval(timer);
}
