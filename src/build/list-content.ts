import path from 'node:path';
import { bundleServer } from '../compile/bundle-pages.ts';
import { readConfig } from '../config/load-config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { discoverProject } from '../project/discover.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import { createSetup } from '../render/create-setup.ts';
import { describeWorkerFailure } from '../render/describe-failure.ts';
import { WorkerFailure } from '../render/worker-failure.ts';
import { startWorkerPool } from '../render/worker-pool.ts';
import { hasErrors } from '../shared/diagnostics.ts';
import type { ListedContent } from '../shared/page-tasks.ts';
import { isContent } from '../shared/paths.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { modeOf, refusePlugAndPlay, resolveOptions, type BuildOptions } from './options.ts';
import { PAGE_WORKER } from './workers.ts';

/** The content of a site, and the problems that hide some of it. */
export interface SiteContent extends ListedContent {
  /** Markdown and MDX pages, from the root. */
  readonly pages: readonly string[];
}

/** Finds the content of a site by loading its modules. Renders nothing. */
export async function listContent(options: BuildOptions): Promise<SiteContent> {
  refusePlugAndPlay();
  const resolved = resolveOptions(options);
  const { root, publishing, clockOffset, sharedData, onOutput } = resolved;
  const { project } = await discoverProject(root);
  await writeRouteTypes(root, project.pages);
  const pages = project.pages.map(({ source }) => source).filter(isContent);
  const work = await createWorkFolder(root);
  const restoreEnvironment = loadEnvironment(root, modeOf(resolved));
  const worker = { file: PAGE_WORKER, root, onOutput, watching: false, takesSpares: false, clockOffset, sharedData };
  const pool = startWorkerPool({ ...worker, size: 1 });
  try {
    const { config } = await readConfig(root, work, resolved);
    const server = await bundleServer(config, project, path.join(work, 'server'));
    if (hasErrors(server.diagnostics)) return { pages, collections: [], diagnostics: server.diagnostics };
    pool.limit(config.limits);
    const listed = await pool.ask(createSetup({ config, server }, publishing), { kind: 'list-content' });
    if (!(listed instanceof WorkerFailure)) return { pages, ...listed };
    const file = listed.module ?? 'templates';
    const failure = describeWorkerFailure(root, file, 'Reading collections', config.limits, listed);
    return { pages, collections: [], diagnostics: [failure] };
  } finally {
    await pool.stop();
    restoreEnvironment();
    await removeFolder(work);
  }
}
