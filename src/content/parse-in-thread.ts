import { Worker } from 'node:worker_threads';
import type { MdxNode } from './content-tree.ts';
import { loadMdxParser } from './parse-mdx.ts';

/** In MB. The native parser is recursive: with the usual 4, deep nesting would end the whole process. */
const STACK_SIZE = 64;

/** The reply of the thread. */
export type MdxReply = { readonly id: number } & ({ readonly tree: string } | { readonly error: string });

export interface MdxThread {
  /** Rejects with an error whose message starts with the place of a mistake. */
  readonly parse: (source: string) => Promise<readonly MdxNode[]>;
  readonly close: () => Promise<unknown>;
}

/** Starts a thread that parses MDX. @throws {SitegenError} when satteri is not installed */
export async function startMdxThread(): Promise<MdxThread> {
  await loadMdxParser();
  const thread = new Worker(new URL('./mdx-thread.js', import.meta.url), {
    resourceLimits: { stackSizeMb: STACK_SIZE },
  });
  const waiting = new Map<number, { resolve: (nodes: readonly MdxNode[]) => void; reject: (error: Error) => void }>();
  const settle = (id: number) => {
    const request = waiting.get(id);
    waiting.delete(id);
    return request;
  };
  const rejectAll = (error: Error) => [...waiting.keys()].forEach((id) => settle(id)?.reject(error));
  thread.on('message', (reply: MdxReply) => {
    const request = settle(reply.id);
    if ('tree' in reply) request?.resolve(JSON.parse(reply.tree) as readonly MdxNode[]);
    else request?.reject(new Error(reply.error));
  });
  thread.on('error', rejectAll);
  thread.on('exit', () => rejectAll(new Error('The thread that parses MDX has ended.')));
  let requests = 0;
  return {
    parse: (source) =>
      new Promise((resolve, reject) => {
        requests += 1;
        waiting.set(requests, { resolve, reject });
        thread.postMessage({ id: requests, source });
      }),
    close: () => thread.terminate(),
  };
}
