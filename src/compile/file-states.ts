/** The files that a run of esbuild has read, as they were: those of packages change with an install, a link or an edit by hand. */
import path from 'node:path';
import { stateOf, statIfExists } from '../shared/files.ts';

/** By file, absolute. */
export type FileStates = ReadonlyMap<string, string>;

/** @returns the `package.json` of each package that files belong to. Absolute, like the files */
export function packagesOf(files: readonly string[]): string[] {
  const folders = files.flatMap(
    (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file) ?? [],
  );
  return [...new Set(folders)].map((folder) => path.join(folder, 'package.json'));
}

/** How far file times may lag behind a change, in ms: two ticks of the clock, because too few would show an old page. */
export const TICKS_MS = 20;

/** @param begun when the files were read, in ms since the epoch */
export function mayHaveChanged(files: readonly string[], begun: number): boolean {
  return files.some((file) => (statIfExists(file)?.ctimeMs ?? 0) > begun - TICKS_MS);
}

export function statesOf(files: readonly string[]): FileStates {
  return new Map(files.map((file) => [file, stateOfFile(file)]));
}

export function areUnchanged(states: FileStates): boolean {
  return [...states].every(([file, state]) => stateOfFile(file) === state);
}

function stateOfFile(file: string): string {
  const stats = statIfExists(file);
  return stats === undefined ? '' : stateOf(stats);
}
