import type { Project } from '../core/model.ts';
import { changedSources, isSetting } from './source-hashes.ts';
import type { Compiled, PreviousBuild } from './state.ts';

/** @returns from a page file to why all its pages have to be rendered again; empty when its files have not changed */
export function findRebuildReasons(
  { compilation, changedRead }: PreviousBuild,
  project: Project,
  { server, sourceHashes }: Compiled,
): (source: string) => string {
  const changed = new Set(changedSources(compilation.sourceHashes, sourceHashes));
  const shared = [project.shell, project.card].flatMap((file) => server.graph.get(file ?? '')?.files ?? []);
  const isShared = (name: string) => isSetting(name) || shared.includes(name) || project.cardFonts.includes(name);
  const describe = (file: string | undefined) => (file === undefined ? '' : `${file} has changed`);
  const forAll = changedRead || describe([...changed].find(isShared));
  const known = new Map<string, string>();
  return (source) => {
    const own = () => describe(server.graph.get(source)?.files.find((name) => changed.has(name)));
    const reason = known.get(source) ?? (forAll || own());
    known.set(source, reason);
    return reason;
  };
}
