/** The entry of a thread that compiles MDX: see `mdx-threads.ts`. */
import { parentPort } from 'node:worker_threads';
import { SitegenError } from '../shared/errors.ts';
import { compileMdx } from './compile-mdx.ts';
import type { ContentFile } from './content-problem.ts';
import type { MdxReply } from './mdx-threads.ts';

async function reply(content: ContentFile, memo: string): Promise<MdxReply> {
  try {
    return { compiled: await compileMdx(content, memo) };
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    return { message: error.message, diagnostics: error.diagnostics };
  }
}

parentPort?.on('message', ({ content, memo }: { readonly content: ContentFile; readonly memo: string }) => {
  // A bug rejects, which ends the thread.
  void reply(content, memo).then((compiled) => parentPort?.postMessage(compiled));
});
