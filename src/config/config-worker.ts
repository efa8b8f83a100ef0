/** The entry of the thread that loads a config file. */
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../core/diagnostics.ts';
import { pathOf, wrapReaders } from '../threads/file-readers.ts';
import { runTask } from '../threads/run-task.ts';

/** What is loaded. */
export interface ConfigFile {
  /** The compiled file, absolute. */
  readonly compiled: string;
  /** Its name in the root. */
  readonly name: string;
}

/** What the file exports, and has read as `read /project/site.json`; its mistakes, if that cannot be copied; or what it threw. */
export type LoadedConfig =
  | { readonly written: unknown; readonly reads: readonly string[] }
  | { readonly mistakes: readonly Diagnostic[] }
  | { readonly thrown: unknown; readonly message: string };

process.setSourceMapsEnabled(true);

runTask<ConfigFile, LoadedConfig>(async ({ compiled, name }, { reply }) => {
  const reads = recordReads();
  try {
    const { default: written } = (await import(pathToFileURL(compiled).href)) as { default?: unknown };
    // Functions cannot be copied, and are no valid option either.
    if (!(await reply({ written, reads: [...reads] }))) await reply({ mistakes: await findMistakes(written, name) });
  } catch (thrown) {
    const message = String(thrown);
    if (!(await reply({ thrown, message }))) await reply({ thrown: undefined, message });
  }
});

/** What Node reads when it loads packages and the compiled config counts by their sources. */
function recordReads(): ReadonlySet<string> {
  const reads = new Set<string>();
  wrapReaders((_name, [target]) => {
    const file = pathOf(target);
    if (file !== undefined && !/[\\/](node_modules|\.sitegen)[\\/]/.test(file)) reads.add(`read ${file}`);
  });
  syncBuiltinESMExports();
  return reads;
}

async function findMistakes(written: unknown, name: string): Promise<readonly Diagnostic[]> {
  const { checkConfig } = await import('./config-schema.ts');
  return checkConfig(written, name);
}
