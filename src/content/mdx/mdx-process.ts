/** The entry of a child process that compiles MDX: see `mdx/mdx-processes.ts`. */
import { pathToFileURL } from 'node:url';
import type { UserConfig } from '../../api/user-config.ts';
import { SitegenError } from '../../shared/errors.ts';
import { compileMdx } from './compile-mdx.ts';
import { completeReading } from '../reading.ts';
import type { MdxReply, MdxTask } from './mdx-processes.ts';

async function reply({ root, content, memo, reading }: MdxTask): Promise<MdxReply> {
  try {
    const { config } = reading;
    if (config !== undefined) process.setSourceMapsEnabled(true); // for the errors of plug-ins
    const loaded = config && ((await import(pathToFileURL(config.module).href)) as { readonly default: UserConfig });
    return { compiled: await compileMdx(content, memo, completeReading(reading, loaded?.default), root) };
  } catch (error) {
    if (error instanceof SitegenError) return { message: error.message, diagnostics: error.diagnostics };
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (task: MdxTask) => {
  void reply(task).then((result) => process.send?.(result));
});
