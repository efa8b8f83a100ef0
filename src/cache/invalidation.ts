import type { Project } from '../core/model.ts';
import { changedSources, isSetting } from './source-hashes.ts';
import type { Compiled, PreviousBuild } from './state.ts';

/** @returns why the pages of a file cannot be as they were, from its path; empty where nothing says so */
export function findRebuildReasons(
  { compilation, changedRead }: PreviousBuild,
  project: Project,
  { server, sourceHashes }: Compiled,
): (source: string) => string {
  const changed = new Set(changedSources(compilation.sourceHashes, sourceHashes));
  const shared = [project.shell, project.card].flatMap((file) => server.graph.get(file ?? '')?.files ?? []);
  const ofAll = [...changed].find(
    (name) => isSetting(name) || shared.includes(name) || project.cardFonts.includes(name),
  );
  const forAll = changedRead || (ofAll === undefined ? '' : `${ofAll} has changed`);
  const known = new Map<string, string>();
  return (source) => {
    const reason = known.get(source) ?? (forAll || ofFile(source));
    known.set(source, reason);
    return reason;
  };

  function ofFile(source: string): string {
    const file = server.graph.get(source)?.files.find((name) => changed.has(name));
    return file === undefined ? '' : `${file} has changed`;
  }
}
