import type { Diagnostic } from '../core/diagnostics.ts';
import type { Project, ServerBundle } from '../core/model.ts';
import { describeFailure } from '../check/describe-problems.ts';
import type { RenderPool } from './render-batch.ts';
import type { WorkerFailure } from './worker-pool.ts';

/** What is wrong with the island files that could be compiled. */
export async function checkIslands(
  threads: RenderPool,
  root: string,
  { islands }: Project,
  { modules }: ServerBundle,
): Promise<readonly Diagnostic[]> {
  const compiled = islands.flatMap((island) => {
    const module = modules.get(island.source);
    return module === undefined ? [] : { ...island, module };
  });
  if (compiled.length === 0) return [];
  try {
    return (await threads.run({ root, islands: compiled })) as readonly Diagnostic[];
  } catch (error) {
    return describeLateFailures(root, [error as WorkerFailure]);
  }
}

/** What has ended threads while no page was being made. */
export function describeLateFailures(root: string, failures: readonly WorkerFailure[]): Diagnostic[] {
  return failures.map((failure) => ({
    ...describeFailure(root, 'templates', failure.cause),
    code: 'thread-ended',
    message: `Code of the site ended a thread after its page was made. ${failure.message}`,
    hint: 'look for a timer that throws, an unhandled rejection, or process.exit',
  }));
}
