import { describeFailure } from '../check/describe-problems.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Project, ServerBundle } from '../core/model.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { RenderPool } from './render-batch.ts';

interface CheckIslands {
  readonly root: string;
  readonly trailingSlash: boolean;
  readonly pool: RenderPool;
  readonly project: Project;
  readonly server: ServerBundle;
}

/** What is wrong with the island files that compile, whether pages use them or not. */
export async function checkIslands(input: CheckIslands): Promise<readonly Diagnostic[]> {
  const { root, trailingSlash, pool, project, server } = input;
  const islands = project.islands.flatMap((island) => {
    const module = server.modules.get(island.source);
    return module === undefined ? [] : { ...island, module };
  });
  if (islands.length === 0) return [];
  try {
    return (await pool.run({ root, trailingSlash, islands })) as readonly Diagnostic[];
  } catch (error) {
    return describeWorkerFailures(root, [error as WorkerFailure]);
  }
}

/** Failures of workers that were not rendering a page. */
export function describeWorkerFailures(root: string, failures: readonly WorkerFailure[]): Diagnostic[] {
  return failures.map((failure) => ({
    ...describeFailure(root, 'templates', failure.cause),
    code: 'thread-ended',
    message: `Code of the site ended a worker thread after its page was rendered. ${failure.message}`,
    hint: 'look for a timer that throws, an unhandled rejection, or process.exit',
  }));
}
