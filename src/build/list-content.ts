import path from 'node:path';
import { bundleServer } from '../compile/bundle-pages.ts';
import { loadEnvironment } from '../config/environment.ts';
import { discoverProject } from '../project/discover.ts';
import { contentSettings } from '../render/content-settings.ts';
import { describeWorkerFailure } from '../render/describe-failure.ts';
import type { WorkerFailure } from '../render/pool-worker.ts';
import { startWorkerPool } from '../render/worker-pool.ts';
import { hasErrors, type Diagnostic } from '../shared/diagnostics.ts';
import type { Config } from '../shared/model.ts';
import type { ListContentTask, ListedContent } from '../shared/page-tasks.ts';
import { isContent } from '../shared/paths.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { modeOf, refusePlugAndPlay, resolveOptions, type BuildOptions } from './options.ts';
import { PAGE_WORKER } from './workers.ts';

/** The content of a site, and the reasons why some of it is not known. */
export interface SiteContent extends ListedContent {
  /** Markdown and MDX pages, from the root. */
  readonly pages: readonly string[];
}

/** Finds the content of a site: loads its modules, and renders nothing. */
export async function listContent(config: Config, options: BuildOptions): Promise<SiteContent> {
  refusePlugAndPlay();
  const resolved = resolveOptions(options);
  const { root, publishing, clockOffset, sharedData, onOutput } = resolved;
  const { project } = await discoverProject(root);
  const pages = project.pages.map(({ source }) => source).filter(isContent);
  const work = await createWorkFolder(root);
  const restoreEnvironment = loadEnvironment(root, modeOf(resolved));
  const worker = { file: PAGE_WORKER, root, onOutput, watching: false, takesSpares: false, clockOffset, sharedData };
  const pool = startWorkerPool<ListContentTask, ListedContent>({ ...worker, size: 1 });
  try {
    const server = await bundleServer(config, project, path.join(work, 'server'));
    if (hasErrors(server.diagnostics)) return { pages, collections: [], diagnostics: server.diagnostics };
    const { trailingSlash, limits } = config;
    pool.limit(limits);
    const content = contentSettings({ config, server });
    const listed = await pool
      .run({ content, trailingSlash, publishing, seconds: limits.seconds })
      .catch((error: unknown): ListedContent => ({ collections: [], diagnostics: [describeFailure(config, error)] }));
    return { pages, ...listed };
  } finally {
    await pool.stop();
    restoreEnvironment();
    await removeFolder(work);
  }
}

function describeFailure({ root, limits }: Config, error: unknown): Diagnostic {
  const failure = error as WorkerFailure;
  return describeWorkerFailure(root, failure.module ?? 'templates', 'Reading collections', limits, failure);
}
