import { lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Asset, Project } from '../core/model.ts';
import { hashOf } from '../core/hash.ts';
import type { FileState } from '../cache/state.ts';

/** The files of a site that are no pages, and which of them `out` does not have yet. */
export interface ChangedFiles {
  /** To be written, and to be copied from `public`. */
  readonly assets: readonly Asset[];
  readonly publicFiles: readonly string[];
  /** What those that stay are known by. From their paths in `out`. */
  readonly kept: Readonly<Record<string, FileState>>;
  /** What stands for the contents of the others. */
  readonly contents: Readonly<Record<string, string>>;
}

/**
 * @param last what `out` should have, if it is known
 * @param out absolute
 */
export function findChangedFiles(
  root: string,
  assets: readonly Asset[],
  { publicFiles }: Project,
  last: Readonly<Record<string, FileState>>,
  out: string,
): ChangedFiles {
  const contents: Record<string, string> = {};
  const kept: Record<string, FileState> = {};
  const isNew = (output: string, name: string, source?: string): boolean => {
    const state = last[output];
    const file = path.join(out, output);
    if (state !== undefined && isIntact(file, state) && (state.contents === name || isSame(file, source))) {
      kept[output] = { ...state, contents: name };
      return false;
    }
    contents[output] = name;
    return true;
  };
  return {
    assets: assets.filter((asset) => isNew(asset.output, hashOf(asset.contents))),
    publicFiles: publicFiles.filter((name) => {
      const source = path.join(root, 'public', name);
      return isNew(name, changeOf(source), source);
    }),
    kept,
    contents,
  };
}

/** What is known of files that have been written, once they are where they will be moved from. */
export function readStates(folder: string, contents: ChangedFiles['contents']): Record<string, FileState> {
  const states = Object.entries(contents).map(([output, name]): [string, FileState] => {
    const { size, mtimeMs } = statSync(path.join(folder, output));
    return [output, { contents: name, size, mtime: mtimeMs }];
  });
  return Object.fromEntries(states);
}

/** A file that has been restored from elsewhere has another date, and may be the same. */
function isSame(file: string, source: string | undefined): boolean {
  return source !== undefined && readFileSync(file).equals(readFileSync(source));
}

/** Most files have not been touched, and need not be read to know it. */
function changeOf(file: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(file);
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

/** Whether a file in `out` is as a build has left it. */
export function isIntact(file: string, { size, mtime }: FileState): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === size && stat.mtimeMs === mtime;
}
