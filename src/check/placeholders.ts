import type { OpenPlaceholder } from '../shared/model.ts';

/** @returns every placeholder once, by file and line */
export function collectPlaceholders(
  found: readonly { readonly placeholders: readonly OpenPlaceholder[] }[],
): OpenPlaceholder[] {
  const all = found.flatMap(({ placeholders }) => placeholders);
  const byPlace = new Map(all.map((open) => [`${open.what} ${JSON.stringify(open.place)}`, open]));
  return [...byPlace.values()].toSorted(byFileAndLine);
}

/** By code units, so that the order does not depend on the locale. */
function byFileAndLine(a: OpenPlaceholder, b: OpenPlaceholder): number {
  const [fileA, fileB] = [a.place?.file ?? '', b.place?.file ?? ''];
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.what < b.what ? -1 : 1);
}
