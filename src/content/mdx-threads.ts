/** Threads that compile MDX. A document can keep the compiler busy, or fill its memory: then its thread is ended. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import type { CompiledMdx } from './compile-mdx.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';

/** More of them would not be faster: each loads the compiler first. */
const SIZE = Math.min(4, availableParallelism());

/** In MB. A document of the largest size that is allowed needs less, unless it is built to need more. */
const MEMORY = 320;

/** The reply of a thread. */
export type MdxReply =
  { readonly compiled: CompiledMdx } | { readonly message: string; readonly diagnostics: readonly Diagnostic[] };

export interface MdxThreads {
  /**
   * @param memo the folder for colours of code, absolute
   * @throws {SitegenError} with the mistake in the file
   */
  readonly compile: (content: ContentFile, memo: string) => Promise<CompiledMdx>;
  readonly close: () => Promise<unknown>;
}

/** @param seconds the limit for each file. Threads start when files are compiled, and stay until they are closed */
export function createMdxThreads(seconds: number): MdxThreads {
  const idle: Worker[] = [];
  /** Each settles when its file is compiled, or refused. */
  const places: Promise<unknown>[] = Array.from({ length: SIZE }, () => Promise.resolve());
  let files = 0;
  const run = async (content: ContentFile, memo: string): Promise<CompiledMdx> => {
    const thread = idle.pop() ?? startThread();
    try {
      const reply = await ask(thread, content, memo, seconds);
      idle.push(thread);
      if ('compiled' in reply) return reply.compiled;
      throw new SitegenError(reply.message, { diagnostics: reply.diagnostics });
    } finally {
      if (!idle.includes(thread)) await thread.terminate();
    }
  };
  return {
    compile: (content, memo) => {
      const place = files % SIZE;
      files += 1;
      const compiling = (places[place] ?? Promise.resolve()).then(() => run(content, memo));
      places[place] = compiling.catch(ignore); // its caller receives the error
      return compiling;
    },
    close: () => Promise.all(idle.splice(0).map((thread) => thread.terminate())),
  };
}

function ignore(): void {}

function startThread(): Worker {
  return new Worker(new URL('./mdx-thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
}

function ask(thread: Worker, content: ContentFile, memo: string, seconds: number): Promise<MdxReply> {
  const limit = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      end();
    };
    const refuse = (message: string) =>
      settle(() => reject(contentError([describeMistake(content, { message, hint: SPLIT })])));
    const onMessage = (reply: MdxReply) => settle(() => resolve(reply));
    const onExit = () => refuse('The thread that compiled the file has ended.');
    const onError = (error: Error) => {
      if (hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY'))
        refuse(`Compiling the file needs more than ${MEMORY} MB of memory.`);
      else settle(() => reject(error));
    };
    const timer = setTimeout(() => refuse(`Compiling the file takes more than ${limit}.`), seconds * 1000);
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage({ content, memo });
  });
}

const SPLIT = 'split it into several files, or move what is large to a file that it imports';
