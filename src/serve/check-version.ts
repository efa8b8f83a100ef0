import { buildSite, type BuiltSite } from '../build/build.ts';
import { bundleUsedIslands } from '../build/compile.ts';
import type { ResolvedOptions } from '../build/options.ts';
import { startWorkers } from '../build/workers.ts';
import type { Version } from './open-version.ts';

/**
 * Renders and checks all pages of a version, with the steps of a build.
 *
 * @param out the folder to publish to, absolute
 * @throws when stopped
 */
export async function checkVersion(version: Version, options: ResolvedOptions, out: string): Promise<BuiltSite> {
  const { compiled, project, misnamed, timings } = version;
  const running = { ...options, publishing: { at: new Date(), showsAll: true } };
  const workers = startWorkers(running, false);
  try {
    const reading = Promise.resolve(compiled.config);
    const bundling = bundleUsedIslands(reading, Promise.resolve(compiled.server), project);
    const islands = await timings.time('bundle islands', bundling);
    const checked = { ...compiled, islands, config: { ...compiled.config, out } };
    const built = await buildSite({ options: running, project, misnamed, compiled: checked, workers, timings });
    options.signal?.throwIfAborted();
    return built;
  } finally {
    await workers.stop();
  }
}
