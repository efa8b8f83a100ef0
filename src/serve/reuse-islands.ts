/** Islands are bundled again only if they may have changed: saving a page does not change them. */
import { keyOfIslands } from '../compile/development-islands.ts';
import { areUnchanged, packagesOf, statesOf, type FileStates } from '../compile/file-states.ts';
import { INSTALLED } from '../compile/islands-run.ts';
import { IS_SASS } from '../compile/module-graph.ts';
import type { Config, IslandFile, IslandsBundle } from '../shared/model.ts';
import { isWithin } from '../shared/paths.ts';
import { changedSince, type ProjectState } from './project-state.ts';

/** The sources of a version. */
export interface Sources {
  /** When compiling began, in ms since the epoch. */
  readonly begun: number;
  /** The project once it had compiled. */
  readonly state: ProjectState;
  /** What pages and the stylesheet were compiled from, absolute. */
  readonly inputs: readonly string[];
}

/** @returns a function whose calls wait for each other */
export function reuseIslands(
  bundle: (config: Config, islands: readonly IslandFile[]) => Promise<IslandsBundle>,
): (config: Config, islands: readonly IslandFile[], sources: Sources) => Promise<IslandsBundle> {
  let last: Bundled | undefined;
  let before: Promise<unknown> = Promise.resolve();
  const bundleAgain: ReturnType<typeof reuseIslands> = async (config, islands, sources) => {
    const key = keyOfIslands(config, islands);
    if (last?.key === key && isUnaffected(config.root, last, sources)) return last.islands;
    last = undefined;
    const bundled = await bundle(config, islands);
    const files = statesOf([...bundled.inputs, ...packagesOf(bundled.inputs)]);
    if (bundled.href !== undefined) last = { key, islands: bundled, files, ...sources };
    return bundled;
  };
  return (...input) => {
    const next = () => bundleAgain(...input);
    const bundling = before.then(next, next);
    before = bundling;
    return bundling;
  };
}

interface Bundled extends Pick<Sources, 'begun' | 'state'> {
  readonly key: string;
  readonly islands: IslandsBundle;
  /** The state of their inputs, and of the packages among them. */
  readonly files: FileStates;
}

/** False if a file was added or removed, or if it is not known what an edited file does, as with `tsconfig.json`. */
function isUnaffected(root: string, { begun, state, files }: Bundled, { state: now, inputs }: Sources): boolean {
  const changed = changedSince(begun, state, now);
  if ([...files.keys()].some((file) => isLinked(root, file))) return false;
  const ofPages = new Set(inputs);
  const isOfPagesAlone = (file: string) =>
    state.has(file) && now.has(file) && ofPages.has(file) && !files.has(file) && !IS_SASS.test(file);
  return changed.every(isOfPagesAlone) && areUnchanged(files);
}

/** A file of the project, but in a folder around it, of which nothing is known. */
function isLinked(root: string, file: string): boolean {
  return !isWithin(root, file) && !isWithin(INSTALLED, file) && !/[\\/]node_modules[\\/]/.test(file);
}
