import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inputsOf, loadedBy } from '../modules/compilation-inputs.ts';
import { forNode, runEsbuild } from '../bundle/esbuild.ts';
import { runningSitegen } from '../bundle/runtime-plugins.ts';
import { LOCATIONS, sourceLocations } from '../bundle/source-locations.ts';
import { error, hasErrors } from '../core/diagnostics.ts';
import { SitegenError } from '../core/errors.ts';
import { formatPlace } from '../core/format.ts';
import type { Config } from '../core/model.ts';
import { CONFIG_FILES, UNREAD_CONFIG_FILES } from '../core/paths.ts';
import { frameInStack } from '../core/stack-trace.ts';
import { exists, createWorkFolder, removeFolder } from '../core/temp-folders.ts';
import { loadEnvironment } from './environment.ts';
import { readConfigData } from './config-data.ts';
import { startThread } from '../threads/limited-thread.ts';
import type { ConfigFile, LoadedConfig } from './config-worker.ts';
import { completeConfig, type Overrides } from './resolve-config.ts';

/** How long a config may take to load, in seconds. It cannot set that itself. */
const SECONDS = 30;

const WORKER = new URL('./config-worker.js', import.meta.url);

interface ReadConfig {
  readonly config: Config;
  /** What the config comes from: see `modules/compilation-inputs.ts`. Files that it reads as `read /project/site.json`. */
  readonly inputs: readonly string[];
}

/** @param work a folder for the compiled config, absolute */
export async function readConfig(
  root: string,
  work: string,
  overrides: Overrides,
  signal?: AbortSignal,
): Promise<ReadConfig> {
  const file = findConfigFile(root);
  if (file === undefined) return { config: completeConfig(root, undefined, undefined, overrides), inputs: [] };
  const data = readConfigData(readSource(path.join(root, file)));
  const { written, inputs } = data ? { written: data, inputs: [file] } : await importConfig(root, file, work, signal);
  return { config: completeConfig(root, file, written, overrides), inputs };
}

/**
 * @returns its name in the root; `undefined` without one
 * @throws {SitegenError} when another file looks like a config, and would be ignored
 */
function findConfigFile(root: string): string | undefined {
  const [file, ...more] = CONFIG_FILES.filter((name) => existsSync(path.join(root, name)));
  const ignored = [...more, ...UNREAD_CONFIG_FILES.filter((name) => existsSync(path.join(root, name)))];
  if (ignored.length === 0) return file;
  const why = file === undefined ? `a config is one of ${CONFIG_FILES.join(', ')}` : `the config is ${file}`;
  const hint = file === undefined ? `write it as ${CONFIG_FILES[0]}` : 'keep one of them';
  const diagnostics = ignored.map((name) => error('config-invalid', `${name} is ignored: ${why}.`, { hint }));
  throw new SitegenError('The config is invalid.', { diagnostics });
}

/** @returns nothing where that fails: esbuild reports why */
function readSource(file: string): string {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : ''; // a pipe would block
  } catch {
    return '';
  }
}

/**
 * Reads a project's config, for commands other than `build`.
 *
 * @param root absolute
 * @throws {SitegenError} if the folder does not exist, or the config is invalid
 */
export async function readSiteConfig(root: string, overrides: Overrides): Promise<Config> {
  if (!(await exists(root)))
    throw new SitegenError(`The folder ${root} does not exist.\nTry: set the project's folder with --root.`);
  const work = await createWorkFolder(root);
  const restoreEnvironment = loadEnvironment(root, 'production');
  try {
    return (await readConfig(root, work, overrides)).config;
  } finally {
    restoreEnvironment();
    await removeFolder(work);
  }
}

/**
 * Loads the config file.
 *
 * @param file its name in the root
 * @param folder where compiled files are written: in the project, so that Node finds its packages
 * @param signal ends the thread in which the config runs
 * @returns the default export of the file, and what it was compiled from
 * @throws {SitegenError} if it does not compile, throws, or exceeds its limits
 */
async function importConfig(
  root: string,
  file: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly written: unknown; readonly inputs: readonly string[] }> {
  const thread = startThread<ConfigFile, LoadedConfig>(WORKER); // while the file is compiled
  const stop = () => void thread.stop();
  signal?.addEventListener('abort', stop);
  try {
    const compiled = path.join(folder, 'config.mjs');
    const options = forNode();
    const { diagnostics, metafile } = await runEsbuild(root, {
      ...options,
      define: { ...options.define, ...LOCATIONS },
      plugins: [runningSitegen('config-entry.js'), sourceLocations()],
      entryPoints: [file],
      outfile: compiled,
      sourcemap: 'inline',
      write: true,
    });
    if (hasErrors(diagnostics)) throw new SitegenError(`Cannot load ${file}.`, { diagnostics });
    const inputs = metafile === undefined ? [] : inputsOf(root, loadedBy(root, metafile));
    const loaded = await thread.run({ compiled, name: file }, SECONDS).catch((failure: Error) => {
      throw new SitegenError(`Cannot load ${file}: ${failure.message}`, { cause: failure.cause });
    });
    if ('written' in loaded) return { written: loaded.written, inputs: [...inputs, ...loaded.reads] };
    if ('mistakes' in loaded) throw new SitegenError('The config is invalid.', { diagnostics: loaded.mistakes });
    throw new SitegenError(`Cannot load ${file}: ${loaded.message}${placeOf(root, loaded.thrown)}`, {
      cause: loaded.thrown,
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.stop();
  }
}

/** Where in the project something was thrown: ` (sitegen.config.ts:2:7)` */
function placeOf(root: string, thrown: unknown): string {
  const frame = thrown instanceof Error ? frameInStack(thrown.stack ?? '', root) : undefined;
  return frame === undefined ? '' : ` (${formatPlace(frame.place)})`;
}
