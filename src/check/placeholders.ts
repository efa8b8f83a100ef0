import type { BuildState, Compiled, SiteResult } from '../cache/state.ts';
import type { OpenPlaceholder, Project } from '../core/model.ts';

interface CollectPlaceholders {
  readonly project: Project;
  readonly compiled: Compiled;
  readonly previous: BuildState | undefined;
}

/** The placeholders that this build has rendered, and those that pages and files which it reuses may show. */
export function collectPlaceholders(
  { site, own }: SiteResult,
  { project, compiled, previous }: CollectPlaceholders,
): OpenPlaceholder[] {
  const { graph, unknownImports } = compiled.server;
  const filesOf = (sources: readonly string[]) => sources.flatMap((source) => graph.get(source)?.files ?? []);
  const reused = site.pages.filter(({ route }) => !site.rebuilt.has(route.path)).map(({ route }) => route.source);
  const around = [project.shell, project.card].flatMap((source) => source ?? []);
  const run = own.recorded === undefined ? project.files.map(({ source }) => source) : [];
  const kept = new Set(filesOf([...new Set(reused), ...(reused.length > 0 ? around : []), ...run]));
  // Files of packages are not in the graph.
  const mayBeShown = ({ place }: OpenPlaceholder) =>
    place?.file.startsWith('templates/') === true && unknownImports.length === 0 ? kept.has(place.file) : kept.size > 0;
  const known = [
    ...(previous?.placeholders ?? []).filter(mayBeShown),
    ...site.placeholders,
    ...(own.recorded?.placeholders ?? []),
  ];
  const byPlace = new Map(known.map((open) => [`${open.what} ${JSON.stringify(open.place)}`, open]));
  return [...byPlace.values()].toSorted(byFileAndLine);
}

/** By code units, so that the order does not depend on the locale. */
function byFileAndLine(a: OpenPlaceholder, b: OpenPlaceholder): number {
  const [fileA, fileB] = [a.place?.file ?? '', b.place?.file ?? ''];
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.what < b.what ? -1 : 1);
}
