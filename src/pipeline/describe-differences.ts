import type { Diagnostic } from '../core/diagnostics.ts';
import type { Reach, ServerBundle } from '../core/model.ts';
import type { Difference } from './compare-folders.ts';
import type { RenderedSite } from '../cache/state.ts';

/** What is wrong with a site that comes out differently each time, and which code of it may be why. */
export function describeDifferences(
  differences: readonly Difference[],
  { pages, reaches }: RenderedSite,
  { graph }: ServerBundle,
): Diagnostic[] {
  const sources = new Map(pages.map(({ route }) => [route.output, route.source]));
  return differences.map(({ file, excerpts }) => {
    const source = sources.get(file);
    const modules = new Set([...graph].flatMap(([entry, { files }]) => (isPartOf(entry, source) ? files : [])));
    const suspects = reaches.filter(({ place }) => modules.has(place.file));
    const message =
      excerpts === undefined
        ? `"${file}" does not come out the same each time.`
        : `"${file}" does not come out the same each time.\nFirst:  ${excerpts[0]}\nSecond: ${excerpts[1]}`;
    const place = source === undefined ? {} : { place: suspects[0]?.place ?? { file: source } };
    return { code: 'not-reproducible', severity: 'error', message, ...place, hint: hintFor(suspects) };
  });
}

/** Files that are on every page, or are nobody's in particular, may be made by any code. */
function isPartOf(entry: string, source: string | undefined): boolean {
  return source === undefined || entry === source || !entry.startsWith('templates/pages/');
}

function hintFor(suspects: readonly Reach[]): string {
  if (suspects.length === 0) return 'what it shows may depend on the order of a list, or on something outside';
  const all = suspects.map(({ what, place, by = 'the module' }) => {
    return `${place.file}:${place.line}:${place.column}, where ${by} asks ${what}`;
  });
  return `look at ${[...new Set(all)].join('; ')}. Take it from something that stays, or leave it out`;
}
