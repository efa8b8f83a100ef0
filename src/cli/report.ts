/** What several commands print about a build. */
import path from 'node:path';
import type { BuildResult } from '../shared/build-result.ts';
import { formatAnnotations } from '../shared/format.ts';
import { formatDiagnostics } from '../shared/format-diagnostic.ts';
import { toPosix } from '../shared/paths.ts';
import { paintFor, type ProcessContext } from './process.ts';

export function writeProblems(
  { diagnostics, config }: Pick<BuildResult, 'diagnostics' | 'config'>,
  { cwd, stderr }: ProcessContext,
  reporter?: 'text' | 'github',
): void {
  if (reporter === 'github') stderr.write(formatAnnotations(diagnostics, toPosix(path.relative(cwd, config.root))));
  else stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
}

/**
 * @example
 * Steps, in ms (some run at the same time):
 *   discover       3
 *   bundle pages  24
 */
export function formatVerbose({ steps }: BuildResult): string {
  const width = Math.max(0, ...Object.keys(steps).map((step) => step.length));
  const rows = Object.entries(steps).map(([step, ms]) => `  ${step.padEnd(width)}  ${String(ms).padStart(5)}\n`);
  return `Steps, in ms (some run at the same time):\n${rows.join('')}`;
}
