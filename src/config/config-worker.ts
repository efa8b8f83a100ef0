/** The entry of the thread that loads a config file. */
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../core/diagnostics.ts';
import { runTask } from '../threads/run-task.ts';

/** What is loaded. */
export interface ConfigFile {
  /** The compiled file, absolute. */
  readonly compiled: string;
  /** Its name in the root. */
  readonly name: string;
}

/** What the file exports; its mistakes, if that cannot be copied; or what it threw. */
export type LoadedConfig =
  | { readonly written: unknown }
  | { readonly mistakes: readonly Diagnostic[] }
  | { readonly thrown: unknown; readonly message: string };

process.setSourceMapsEnabled(true);

runTask<ConfigFile, LoadedConfig>(async ({ compiled, name }, { reply }) => {
  try {
    const { default: written } = (await import(pathToFileURL(compiled).href)) as { default?: unknown };
    // Functions cannot be copied, and are no valid option either.
    if (!(await reply({ written }))) await reply({ mistakes: await findMistakes(written, name) });
  } catch (thrown) {
    const message = String(thrown);
    if (!(await reply({ thrown, message }))) await reply({ thrown: undefined, message });
  }
});

async function findMistakes(written: unknown, name: string): Promise<readonly Diagnostic[]> {
  const { checkConfig } = await import('./config-schema.ts');
  return checkConfig(written, name);
}
