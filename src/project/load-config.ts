import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { forNode, runEsbuild } from '../bundle/esbuild.ts';
import { runningSitegen } from '../bundle/runtime-plugins.ts';
import { SitegenError } from '../core/errors.ts';
import type { Config } from '../core/model.ts';
import { CONFIG_FILES } from '../core/paths.ts';
import { exists, createWorkFolder, removeFolder } from '../core/temp-folders.ts';
import { loadEnvironment } from './environment.ts';
import { completeConfig, type Overrides } from './resolve-config.ts';

/** @param work a folder for the compiled config, absolute */
export async function readConfig(root: string, work: string, overrides: Overrides): Promise<Config> {
  const file = CONFIG_FILES.find((name) => existsSync(path.join(root, name)));
  const written = file === undefined ? undefined : await importConfig(root, file, work);
  return completeConfig(root, file, written, overrides);
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
    return await readConfig(root, work, overrides);
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
 * @returns the default export of the file
 * @throws {SitegenError} if it does not compile, or throws
 */
async function importConfig(root: string, file: string, folder: string): Promise<unknown> {
  const outfile = path.join(folder, 'config.mjs');
  const { diagnostics } = await runEsbuild(root, {
    ...forNode(),
    plugins: [runningSitegen('config-entry.js')],
    entryPoints: [file],
    outfile,
    write: true,
  });
  if (diagnostics.some(({ severity }) => severity === 'error'))
    throw new SitegenError(`Cannot load ${file}.`, { diagnostics });
  try {
    return ((await import(pathToFileURL(outfile).href)) as { default?: unknown }).default;
  } catch (cause) {
    throw new SitegenError(`Cannot load ${file}: ${String(cause)}`, { cause });
  }
}
