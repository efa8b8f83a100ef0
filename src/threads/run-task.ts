/** What the entry of a limited thread does: see `limited-thread.ts`. */
import { MessageChannel, workerData, type MessagePort } from 'node:worker_threads';
import { boundBlockingCalls } from './blocking-calls.ts';

/** What a thread is started with. */
export interface ThreadData {
  /** For the task and the reply. Modules that can be workers themselves use the thread's own port. */
  readonly port: MessagePort;
}

export interface LimitedTask<Task> {
  readonly task: Task;
  /** How long it may take, and a call may block. */
  readonly seconds: number;
}

/** What the thread sends. `port` is for the answer. */
export type Message<Reply, Question> =
  { readonly reply: Reply } | { readonly question: Question; readonly port: MessagePort };

/** `failure` is a message. */
export type Answer = { readonly answer: unknown } | { readonly failure: string };

/** What code of a task gets. */
export interface Caller<Reply, Question> {
  /** Ends the task. Resolves to false when the reply cannot be copied. */
  readonly reply: (reply: Reply) => Promise<boolean>;
  /** @throws an error with the message of the one that the answer threw */
  readonly ask: (question: Question) => Promise<unknown>;
}

/** Runs the one task of this thread. */
export function runTask<Task, Reply, Question = never>(
  run: (task: Task, caller: Caller<Reply, Question>) => Promise<unknown>,
): void {
  const { port } = workerData as ThreadData;
  let limit = 0;
  const outputs = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream)); // as they are before the task
  boundBlockingCalls(() => limit);
  const send = async (reply: Reply) => {
    // What has not been printed before the thread ends is lost.
    for (const write of outputs) await new Promise<unknown>((done) => write('', done));
    return post(port, { reply });
  };
  // Nothing waits for a second message, so a thread whose task never settles ends.
  port.once('message', ({ task, seconds }: LimitedTask<Task>) => {
    limit = seconds;
    void run(task, { reply: send, ask: (question) => ask(port, question) });
  });
}

/** @returns false when the message cannot be copied */
function post(port: MessagePort, message: unknown): boolean {
  try {
    port.postMessage(message);
    return true;
  } catch {
    return false;
  }
}

function ask(port: MessagePort, question: unknown): Promise<unknown> {
  const { port1: own, port2: others } = new MessageChannel();
  port.postMessage({ question, port: others }, [others]);
  return new Promise((resolve, reject) => {
    own.once('message', (answered: Answer) => {
      own.close();
      if ('failure' in answered) reject(new Error(answered.failure));
      else resolve(answered.answer);
    });
  });
}
