/**
 * Processes that compile MDX. A document can keep the compiler busy, fill its memory, or overflow its stack, which can end a
 * whole process. Then only this process ends, and the build reports the file.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import { SitegenError } from '../../shared/errors.ts';
import { count } from '../../shared/format.ts';
import type { ReadingOptions } from '../../shared/page-tasks.ts';
import type { CompiledMdx } from './compile-mdx.ts';
import { contentError, describeMistake, type ContentFile } from '../content-problem.ts';

/** More of them would not be faster: each loads the compiler first. */
const SIZE = Math.min(4, availableParallelism());

/** The limit of the heap, in MB. */
const MEMORY = 390;

export interface MdxTask {
  /** Of the project, absolute. */
  readonly root: string;
  readonly content: ContentFile;
  /** The folder for colours of code, absolute. */
  readonly memo: string;
  readonly reading: ReadingOptions;
}

export type MdxReply =
  | { readonly compiled: CompiledMdx }
  | { readonly message: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly bug: string };

export interface MdxProcesses {
  /** @throws {SitegenError} with the mistake in the file */
  readonly compile: (task: MdxTask) => Promise<CompiledMdx>;
  readonly close: () => Promise<unknown>;
}

/** @param seconds the limit for each file. Processes start when files are compiled, and run until they are closed */
export function createMdxProcesses(seconds: number): MdxProcesses {
  const idle: ChildProcess[] = [];
  /** Each settles when the files in its queue are compiled, or refused. */
  const queues: Promise<unknown>[] = [];
  let files = 0;
  const run = async (task: MdxTask): Promise<CompiledMdx> => {
    const child = idle.pop() ?? start();
    try {
      const reply = await ask(child, task, seconds);
      idle.push(child);
      if ('compiled' in reply) return reply.compiled;
      if ('bug' in reply) throw new Error(`${task.content.file} cannot be compiled: ${reply.bug}`);
      throw new SitegenError(reply.message, { diagnostics: reply.diagnostics });
    } finally {
      if (!idle.includes(child)) await end(child);
    }
  };
  return {
    compile: (task) => {
      const index = files % SIZE;
      files += 1;
      const compiling = Promise.resolve(queues[index]).then(() => run(task));
      queues[index] = compiling.catch(ignore); // its caller receives the error
      return compiling;
    },
    close: () => Promise.all(idle.splice(0).map(end)),
  };
}

function ignore(): void {}

function start(): ChildProcess {
  return fork(fileURLToPath(new URL('./mdx-process.js', import.meta.url)), {
    execArgv: [`--max-old-space-size=${MEMORY}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function ask(child: ChildProcess, task: MdxTask, seconds: number): Promise<MdxReply> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const hint = task.reading.config === undefined ? SPLIT : `${SPLIT}; or correct a plug-in that does not end`;
    const refuse = (message: string) =>
      settle(() => reject(contentError([describeMistake(task.content, { message, line: 1, hint })])));
    const onMessage = (reply: MdxReply) => settle(() => resolve(reply));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => refuse(`The file is nested too deep, or needs more than ${MEMORY} MB of memory.`);
    const onTimeout = () => refuse(`Compiling the file takes more than ${count(seconds, 'second')}.`);
    const timer = setTimeout(onTimeout, seconds * 1000);
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
    child.send(task);
  });
}

const SPLIT = 'split it into several files, or move what is large to a file that it imports';
