/** The entry of a thread that parses MDX: see `parse-in-thread.ts`. */
import { parentPort } from 'node:worker_threads';
import type { MdxReply } from './parse-in-thread.ts';
import { loadMdxParser } from './parse-mdx.ts';

const parse = await loadMdxParser();

function reply(id: number, source: string): MdxReply {
  try {
    return { id, tree: JSON.stringify(parse(source)) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', ({ id, source }: { readonly id: number; readonly source: string }) => {
  parentPort?.postMessage(reply(id, source));
});
