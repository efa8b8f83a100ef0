import { error, type Diagnostic } from '../core/diagnostics.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { Difference } from './compare-folders.ts';

/** The files that differ between two builds of the same sources. */
export function describeDifferences(differences: readonly Difference[], pages: readonly PageFacts[]): Diagnostic[] {
  const sources = new Map(pages.map(({ route }) => [route.output, route.source]));
  return differences.map(({ file, excerpts }) => {
    const source = sources.get(file);
    const shown = excerpts === undefined ? '' : `\nFirst:  ${excerpts[0]}\nSecond: ${excerpts[1]}`;
    return error('not-reproducible', `"${file}" differs between two builds of the same sources.${shown}`, {
      place: source === undefined ? undefined : { file: source },
      hint: 'look for the clock, Math.random() or the order of an unsorted list in the code of this file',
    });
  });
}
