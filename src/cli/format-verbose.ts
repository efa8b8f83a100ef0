/** `--verbose`: how long each step took. */
import type { BuildResult } from '../shared/build-result.ts';

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
