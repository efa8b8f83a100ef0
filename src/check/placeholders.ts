import type { OpenPlaceholder } from '../core/model.ts';
import type { Compiled, BuildState, SiteResult } from '../cache/state.ts';

/** The placeholders that this build has rendered, and those in the pages that it reuses. */
export function collectPlaceholders(
  { site, own }: SiteResult,
  { server, sourceHashes }: Compiled,
  last: BuildState | undefined,
): OpenPlaceholder[] {
  const sources = new Set([...server.graph.values()].flatMap(({ files }) => files));
  const isUnchanged = ({ place }: OpenPlaceholder) =>
    place === undefined ||
    (sources.has(place.file) && sourceHashes[place.file] === last?.compilation.sourceHashes[place.file]);
  const known = [
    ...(last?.placeholders ?? []).filter(isUnchanged),
    ...site.placeholders,
    ...(own.recorded?.placeholders ?? []),
  ];
  const byPlace = new Map(known.map((open) => [`${open.what} ${JSON.stringify(open.place)}`, open]));
  return [...byPlace.values()].toSorted(
    (a, b) => compareCodeUnits(a.place?.file ?? '', b.place?.file ?? '') || (a.place?.line ?? 0) - (b.place?.line ?? 0),
  );
}

/** By code units, so that the order does not depend on the locale. */
function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
