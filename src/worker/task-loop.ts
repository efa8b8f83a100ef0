/** A thread's half of `threads.ts`. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { startHeartbeat } from './heartbeat.ts';

/** What a thread sends. */
export interface Answer<Reply> {
  readonly reply: Reply;
  /** How much it holds, in bytes. */
  readonly heap: number;
}

/** Answers one task after the other. */
export function runTaskLoop<Task, Reply>(answer: (task: Task) => Promise<Reply>): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is meant to run as a thread.');
  startHeartbeat();
  port.on('message', (task: Task) => {
    // Should it fail, nobody catches that: the thread ends, and whoever waits for it is told.
    void answer(task).then(async (reply) => {
      await Promise.all([process.stdout, process.stderr].map(flush));
      port.postMessage({ reply, heap: getHeapStatistics().used_heap_size } satisfies Answer<Reply>);
    });
  });
}

/** What a thread has printed is lost when the thread is ended before it has arrived. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
