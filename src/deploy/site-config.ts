import { readConfig } from '../pipeline/compile.ts';
import { exists, removeFolder } from '../core/temp-folders.ts';
import { openWork } from '../output/staging.ts';
import { SitegenError } from '../core/errors.ts';
import type { Overrides } from '../project/resolve-config.ts';
import type { Config } from '../core/model.ts';

/**
 * Reads a project's config, for commands that do not build.
 *
 * @param root absolute
 * @throws {SitegenError} when there is no such folder, or the config is not right
 */
export async function readSiteConfig(root: string, overrides: Overrides): Promise<Config> {
  if (!(await exists(root))) throw new SitegenError(`There is no folder ${root}.\nTry: name the project with --root.`);
  const work = await openWork(root);
  try {
    return await readConfig(root, work, overrides);
  } finally {
    await removeFolder(work);
  }
}
