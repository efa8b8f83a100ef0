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
