import { describeFailure } from '../check/describe-problems.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Project, ServerBundle } from '../core/model.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { RenderPool } from './render-batch.ts';

interface CheckIslands {
  readonly root: string;
  readonly pool: RenderPool;
  readonly project: Project;
  readonly server: ServerBundle;
}

/** What is wrong with the island files that compile, whether pages use them or not. */
export async function checkIslands({ root, pool, project, server }: CheckIslands): Promise<readonly Diagnostic[]> {
  const sources = [...new Set(project.islands.map(({ source }) => source))];
  const files = sources.flatMap((source) => {
    const module = server.modules.get(source);
    const islands = project.islands.filter((island) => island.source === source);
    return module === undefined ? [] : { source, module, islands };
  });
  if (files.length === 0) return [];
  try {
    return (await pool.run({ root, files })) as readonly Diagnostic[];
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
