/** The entry of a child process that compiles MDX: see `mdx-processes.ts`. */
import { SitegenError } from '../shared/errors.ts';
import { compileMdx } from './compile-mdx.ts';
import type { MdxReply, MdxTask } from './mdx-processes.ts';

async function reply({ content, memo }: MdxTask): Promise<MdxReply> {
  try {
    return { compiled: await compileMdx(content, memo) };
  } catch (error) {
    if (error instanceof SitegenError) return { message: error.message, diagnostics: error.diagnostics };
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (task: MdxTask) => {
  void reply(task).then((result) => process.send?.(result));
});
