/** The entry of the thread that loads a config file. The thread ends, and with it everything that the config has started. */
import { pathToFileURL } from 'node:url';
import { workerData, type MessagePort } from 'node:worker_threads';
import type { Diagnostic } from '../core/diagnostics.ts';
import { boundBlockingCalls } from './blocking-calls.ts';

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

/** What the thread is started with. */
export interface ConfigWorkerData {
  /** For the file and the reply. Modules that can be workers themselves use the thread's own port. */
  readonly port: MessagePort;
  /** How long a call may block it. */
  readonly seconds: number;
}

const { port, seconds } = workerData as ConfigWorkerData;
boundBlockingCalls(() => seconds);
port.once('message', (file: ConfigFile) => void load(file));

async function load({ compiled, name }: ConfigFile): Promise<void> {
  try {
    const { default: written } = (await import(pathToFileURL(compiled).href)) as { default?: unknown };
    // Functions cannot be copied, and are no valid option either.
    if (!(await post({ written }))) await post({ mistakes: await findMistakes(written, name) });
  } catch (thrown) {
    const message = String(thrown);
    if (!(await post({ thrown, message }))) await post({ thrown: undefined, message });
  }
}

async function findMistakes(written: unknown, name: string): Promise<readonly Diagnostic[]> {
  const { checkConfig } = await import('./config-schema.ts');
  return checkConfig(written, name);
}

/** @returns false when it cannot be copied */
async function post(loaded: LoadedConfig): Promise<boolean> {
  // The thread ends with the reply, and what has not been printed by then is lost.
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done));
  try {
    port.postMessage(loaded);
    return true;
  } catch {
    return false;
  }
}
