/** `--verbose`: what took how long, and why each page was rebuilt. */
import type { BuildResult } from '../core/build-result.ts';
import { count, printable } from '../core/format.ts';

/** Longer lists of pages are cut. */
const MAX_PAGES = 10;

/**
 * @example
 * Steps, in ms (some run at the same time):
 *   discover       3
 *   bundle pages  24
 * Rebuilt 2 of 6 pages:
 *   templates/content/team.ts has changed: /, /team/
 */
export function formatVerbose({ steps, pages, rebuilt }: BuildResult): string {
  const width = Math.max(0, ...Object.keys(steps).map((step) => step.length));
  const rows = Object.entries(steps).map(([step, ms]) => `  ${step.padEnd(width)}  ${String(ms).padStart(5)}\n`);
  const byReason = new Map<string, string[]>();
  for (const { route, rebuild } of pages) {
    if (!rebuilt.has(route.path)) continue;
    const paths = byReason.get(rebuild.reason);
    if (paths === undefined) byReason.set(rebuild.reason, [route.path]);
    else paths.push(route.path);
  }
  const reasons = [...byReason].map(([reason, paths]) => {
    const more = paths.length > MAX_PAGES ? `, and ${paths.length - MAX_PAGES} more` : '';
    return `  ${reason}: ${paths.slice(0, MAX_PAGES).join(', ')}${more}\n`;
  });
  const title = `Rebuilt ${rebuilt.size} of ${count(pages.length, 'page')}${reasons.length > 0 ? ':' : '.'}\n`;
  return `Steps, in ms (some run at the same time):\n${rows.join('')}${title}${printable(reasons.join(''))}`;
}
