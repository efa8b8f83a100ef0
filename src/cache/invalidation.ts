import type { ImpureCall } from '../core/page-tasks.ts';
import type { Project, ServerBundle } from '../core/model.ts';
import { isSetting } from './hash-input.ts';
import { changedSources } from './source-hashes.ts';
import type { Compiled, PreviousBuild } from './state.ts';

/** @returns from a page file to why all its pages have to be rendered again; empty when its files have not changed */
export function findRebuildReasons(
  { compilation, changedRead, changedData, impureCalls }: PreviousBuild,
  project: Project,
  compiled: Compiled,
): (source: string) => string {
  const { server, sourceHashes } = compiled;
  const changed = new Set(changedSources(compilation.sourceHashes, sourceHashes));
  const shared = [project.shell, project.card].flatMap((file) => server.graph.get(file ?? '')?.files ?? []);
  const isUnknown = (name: string) => server.unknownImports.includes(name);
  const isShared = (name: string) => isSetting(name) || shared.includes(name) || project.cardFonts.includes(name);
  const describe = (file: string | undefined) => {
    if (file === undefined) return '';
    return `${file} ${Object.hasOwn(sourceHashes, file) ? 'has changed' : 'has been removed'}`;
  };
  // What a module keeps of the data it has loaded may be part of any page.
  const forAll = changedRead || describe([...changed].find(isShared)) || changedData;
  const affectedBy = findImpureCalls(impureCalls, project, compiled.server);
  const known = new Map<string, string>();
  return (source) => {
    // A layout that was removed is among the files of before only.
    const files = [server.graph.get(source), compilation.graph[source]].flatMap((found) => found?.files ?? []);
    const own = () => describe(files.find((name) => changed.has(name)));
    const unknown = () => describeUnknown([...shared, ...files].find(isUnknown));
    const reason = known.get(source) ?? (forAll || own() || unknown() || describeImpure(affectedBy(source)[0]));
    known.set(source, reason);
    return reason;
  };
}

/**
 * A file counts as a whole: what one page has asked of the clock, it may keep for the next one.
 *
 * @returns from a page file to the impure calls that its pages may depend on
 */
export function findImpureCalls(
  calls: readonly ImpureCall[],
  project: Pick<Project, 'shell' | 'card'>,
  { graph }: ServerBundle,
): (source: string) => readonly ImpureCall[] {
  const filesOf = (source: string | undefined) => graph.get(source ?? '')?.files ?? [];
  const shared = [project.shell, project.card].flatMap(filesOf);
  const all = new Set([...graph.keys()].flatMap(filesOf));
  const forAll = calls.filter(({ place }) => shared.includes(place.file) || !all.has(place.file));
  const known = new Map<string, readonly ImpureCall[]>();
  return (source) => {
    if (calls.length === 0) return calls;
    const own = filesOf(source);
    const isOwn = ({ place }: ImpureCall) => own.includes(place.file);
    const found = known.get(source) ?? calls.filter((call) => forAll.includes(call) || isOwn(call));
    known.set(source, found);
    return found;
  };
}

/** Nothing records which file `import()` has looked for in vain. */
function describeUnknown(file: string | undefined): string {
  return file === undefined ? '' : `${file} has an \`import()\` whose file is known only when it runs`;
}

function describeImpure(call: ImpureCall | undefined): string {
  return call === undefined ? '' : `it is not deterministic: ${call.place.file} uses ${call.what}`;
}
