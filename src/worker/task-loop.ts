/** The worker's side of `render/worker-pool.ts`. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { startHeartbeat } from './heartbeat.ts';

/** What a worker posts when a task is done. */
export interface TaskReply<Reply> {
  readonly reply: Reply;
  /** In bytes. */
  readonly heapUsed: number;
}

/** Runs each task that the main thread posts, and replies. */
export function runTaskLoop<Task, Reply>(runTask: (task: Task) => Promise<Reply>): void {
  const port = parentPort;
  if (port === null) throw new Error('This file must run in a worker thread.');
  startHeartbeat();
  port.on('message', (task: Task) => {
    // A rejection is not caught here: it ends the worker, and the pool rejects the task.
    void runTask(task).then(async (reply) => {
      await Promise.all([process.stdout, process.stderr].map(flush));
      port.postMessage({ reply, heapUsed: getHeapStatistics().used_heap_size } satisfies TaskReply<Reply>);
    });
  });
}

/** Output that has not arrived is lost when the worker is terminated. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
