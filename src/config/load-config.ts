import { existsSync } from 'node:fs';
import path from 'node:path';
import { SCRIPTS, filesOf } from '../compile/module-graph.ts';
import { importDefault, forNode, runEsbuild } from '../compile/esbuild.ts';
import { runningSitegen } from '../compile/plugins/runtime-plugins.ts';
import { LOCATIONS, sourceLocations } from '../compile/plugins/source-locations.ts';
import { error, hasErrors } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import { formatPlace } from '../shared/format-diagnostic.ts';
import type { Config } from '../shared/model.ts';
import { CONFIG_FILES, UNREAD_CONFIG_FILES } from '../shared/paths.ts';
import { frameInStack } from '../shared/stack-trace.ts';
import { exists, createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { loadEnvironment } from './environment.ts';
import { completeConfig, type Overrides } from './resolve-config.ts';

interface ReadConfig {
  readonly config: Config;
  /** Every file that the config was compiled from, absolute. */
  readonly inputs: readonly string[];
}

/** @param work a new folder for the compiled config, absolute */
export async function readConfig(root: string, work: string, overrides: Overrides): Promise<ReadConfig> {
  const file = findConfigFile(root);
  const { written, inputs } =
    file === undefined ? { written: undefined, inputs: [] } : await importConfig(root, file, work);
  const config = completeConfig(root, file, written, overrides);
  return {
    config:
      file === undefined ? config : Object.freeze({ ...config, module: { source: file, module: compiledIn(work) } }),
    inputs,
  };
}

/**
 * @returns its name in the root; `undefined` without one
 * @throws {SitegenError} if another file looks like a config, and would be ignored
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
    return { ...(await readConfig(root, work, overrides)).config, module: undefined };
  } finally {
    restoreEnvironment();
    await removeFolder(work);
  }
}

/**
 * @param file its name in the root
 * @param folder for the compiled file: in the project, so that Node finds its packages, and new, because Node imports a file
 * only once
 * @returns the default export of the config, and the files it was compiled from
 * @throws {SitegenError} if it does not compile, or throws
 */
async function importConfig(
  root: string,
  file: string,
  folder: string,
): Promise<{ readonly written: unknown; readonly inputs: readonly string[] }> {
  const compiled = compiledIn(folder);
  const options = forNode();
  const { diagnostics, metafile } = await runEsbuild(root, {
    ...options,
    define: { ...options.define, ...LOCATIONS },
    plugins: [runningSitegen('config-entry.js'), sourceLocations(SCRIPTS)],
    entryPoints: [file],
    outfile: compiled,
    sourcemap: 'inline',
    sourcesContent: false, // Node keeps the text of each module
    write: true,
  });
  if (hasErrors(diagnostics)) throw new SitegenError(`Cannot load ${file}.`, { diagnostics });
  try {
    const written = await importDefault(compiled);
    return { written, inputs: metafile === undefined ? [] : filesOf(root, metafile) };
  } catch (thrown) {
    throw new SitegenError(`Cannot load ${file}: ${String(thrown)}${placeOf(root, thrown)}`, { cause: thrown });
  }
}

const compiledIn = (folder: string) => path.join(folder, 'config.mjs');

/** The place in the project where an error was thrown: ` (sitegen.config.ts:2:7)` */
function placeOf(root: string, thrown: unknown): string {
  const frame = thrown instanceof Error ? frameInStack(thrown.stack ?? '', root) : undefined;
  return frame === undefined ? '' : ` (${formatPlace(frame.place)})`;
}
