import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Limits, Project, ServerBundle } from '../shared/model.ts';
import { describeLateFailures, describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { RenderPool } from './render-batch.ts';

interface CheckIslands {
  readonly root: string;
  readonly limits: Limits;
  readonly trailingSlash: boolean;
  readonly pool: RenderPool;
  readonly project: Project;
  readonly server: ServerBundle;
}

/** Returns problems of the island files that compile, including those that no page uses. */
export async function checkIslands(input: CheckIslands): Promise<readonly Diagnostic[]> {
  const { root, limits, trailingSlash, pool, project, server } = input;
  const sources = [...new Set(project.islands.map(({ source }) => source))];
  const files = sources.flatMap((source) => {
    const module = server.modules.get(source);
    const islands = project.islands.filter((island) => island.source === source);
    return module === undefined ? [] : { source, module, islands };
  });
  if (files.length === 0) return [];
  try {
    return (await pool.run({ root, trailingSlash, files, seconds: limits.seconds })) as readonly Diagnostic[];
  } catch (error) {
    const failure = error as WorkerFailure;
    if (failure.kind === 'stopped') throw failure;
    const culprit = files.find(({ source }) => source === failure.module);
    if (culprit === undefined) return describeLateFailures(root, [failure]);
    const diagnostic = describeWorkerFailure(root, culprit.source, 'Loading the island', limits, failure);
    const others = project.islands.filter(({ source }) => source !== culprit.source);
    return [diagnostic, ...(await checkIslands({ ...input, project: { ...project, islands: others } }))];
  }
}
