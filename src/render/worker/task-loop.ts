/** The worker's side of `render/worker-pool.ts`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { SiteFileError } from '../../shared/errors.ts';
import { count } from '../../shared/format.ts';
import { printableName } from '../../shared/format-diagnostic.ts';
import { printableOutput, replaceNodeWarnings } from '../../shared/site-output.ts';
import type { Setup, Task, TaskMessage } from '../../shared/page-tasks.ts';
import { heldBytes, startHeartbeat, type Heartbeat } from './heartbeat.ts';

/** Posted after the last task. */
export const NO_MORE_TASKS = 'no more tasks';

/** The data that a worker is started with. */
export interface WorkerData {
  readonly heartbeat: Heartbeat;
  /** The project folder, absolute. */
  readonly root: string;
  /** The offset of its clock, in ms. */
  readonly clockOffset: number;
  /** For `shared`: see `shared/shared-data.ts`. */
  readonly sharedData: MessagePort;
  /** What to load and run before the first task. Only a spare worker has time for it. */
  readonly warmUp: WarmUp | undefined;
  /** True if it only finds the places of problems: see `react/locate.ts`. */
  readonly isLocating: boolean;
  /** For tasks and replies. */
  readonly port: MessagePort;
}

/** What the pages of a project use. */
export interface WarmUp {
  /** Markdown, and front matter. */
  readonly content: boolean;
  /** HTML in Markdown. */
  readonly html: boolean;
}

/** The message that a worker posts when a task is done or has failed. */
export type TaskReply =
  | { readonly kind: 'done'; readonly reply: unknown; readonly heapUsed: number }
  | { readonly kind: 'bug'; readonly error: unknown; readonly details: SystemErrorDetails };

/** Properties of system errors that posting a message drops. */
type SystemErrorDetails = Pick<NodeJS.ErrnoException, 'code' | 'path' | 'syscall'>;

/**
 * Runs each task that the main thread posts, and replies. After the last one, the thread ends by itself once everything that
 * its code started is done: a timer that throws, or a promise that rejects, still ends it with an error.
 *
 * @param runTask catches errors of site code: anything that it throws is a bug in sitegen
 */
export function runTaskLoop(runTask: (setup: Setup | undefined, task: Task) => Promise<unknown>): void {
  const { port } = workerData as WorkerData;
  startHeartbeat();
  const post = (message: TaskReply): void => port.postMessage(message);
  const answer = async (setup: Setup | undefined, task: Task): Promise<void> => {
    try {
      const reply = await runTask(setup, task);
      for (const output of outputs) await output.finish();
      post({ kind: 'done', reply, heapUsed: heldBytes() });
    } catch (error) {
      const { code, path, syscall } = Object(error) as SystemErrorDetails;
      post({
        kind: 'bug',
        error,
        details: { ...(code && { code }), ...(path && { path }), ...(syscall && { syscall }) },
      });
    }
  };
  const outputs = [process.stdout, process.stderr].map(labelOutput);
  replaceNodeWarnings((line) => process.stderr.write(line));
  let current: Setup | undefined;
  port.on('message', (message: TaskMessage | typeof NO_MORE_TASKS) => {
    if (message === NO_MORE_TASKS) return endWaiting(port);
    current = message.setup ?? current;
    void answer(current, message.task);
  });
}

/** Site code may wait for messages to the thread itself, which are never sent. */
function endWaiting(port: MessagePort): void {
  port.close();
  parentPort?.unref();
}

/** The page whose code is running: a path or a file. Owned by the worker thread. */
const printing = new AsyncLocalStorage<string>();

/** Runs site code. Each line that it prints, even later, starts with this name. */
export function printAs<Result>(name: string, run: () => Result): Result {
  return printing.run(name, run);
}

/** How often time is counted, in ms. */
const TICK = 100;

/**
 * Waits for a result.
 *
 * @param seconds `limits.seconds`
 * @param problem the start of the error message if the time runs out: `Its data did not arrive`
 * @param source the file to report then, if it is not the page file
 * @throws what the promise rejects with, or an error when it takes too long
 */
export async function withTimeout<Result>(
  seconds: number,
  result: Promise<Result>,
  problem: string | (() => string),
  source?: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;
  const timeout = new Promise<never>((_resolve, reject) => {
    // Other pages may block the thread meanwhile: that counts as one tick, because nothing can arrive until they are done.
    timer = setInterval(() => {
      ticks += 1;
      if (ticks * TICK < seconds * 1000) return;
      const what = typeof problem === 'string' ? problem : problem();
      reject(
        new SiteFileError(`${what} within ${count(seconds, 'second')} (\`limits.seconds\` in the config).`, source),
      );
    }, TICK);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearInterval(timer);
  }
}

/** A line longer than this is printed in parts, in bytes. */
const MAX_LINE = 65_536;

/** Passes on whole lines only: otherwise the output of pages and workers that run at the same time would mix. */
function labelOutput(stream: NodeJS.WriteStream) {
  const write = stream.write.bind(stream);
  const unfinished = new Map<string, Buffer>();
  const print = (name: string, output: string, done?: () => void) => {
    const text = printableOutput(output);
    return write(
      name === '' ? text : text.replace(/(^|\n)(?=[^])/g, (start) => `${start}[${printableName(name)}] `),
      done,
    );
  };

  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    const encoding = rest.find((one) => typeof one === 'string') as BufferEncoding | undefined;
    const name = printing.getStore() ?? '';
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    const all = Buffer.concat([unfinished.get(name) ?? Buffer.alloc(0), bytes]);
    const end = all.lastIndexOf('\n') + 1;
    const isTooLong = all.length - end > MAX_LINE;
    unfinished.set(name, isTooLong ? Buffer.alloc(0) : all.subarray(end));
    if (isTooLong) return print(name, `${all.toString()}\n`, done);
    if (end > 0) return print(name, all.toString('utf8', 0, end), done);
    if (done !== undefined) process.nextTick(done);
    return true;
  };

  /** Output that has not arrived is lost when the worker is terminated. */
  const finish = async () => {
    for (const [name, bytes] of unfinished) if (bytes.length > 0) print(name, `${bytes.toString()}\n`);
    unfinished.clear();
    if (stream.writableLength > 0) await new Promise<void>((resolve) => write('', () => resolve()));
  };
  return { finish };
}
