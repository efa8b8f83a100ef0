import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FileState } from '../cache/state.ts';
import { hashOf } from '../core/hash.ts';
import type { Asset } from '../core/model.ts';
import { hasSameBytes } from './same-bytes.ts';
import { createRecord, lookUp } from '../api/records.ts';

/** The files of a site that are not pages, by whether `out` has them already. Paths are from `out`. */
export interface ChangedFiles {
  /** Generated files to write. */
  readonly assets: readonly Asset[];
  /** Files to copy from `public`. */
  readonly publicFiles: readonly string[];
  /** Files that stay as they are. */
  readonly kept: Readonly<Record<string, FileState>>;
  /** Content keys of the files to write or copy. */
  readonly contentKeys: Readonly<Record<string, string>>;
}

interface FindChangedFiles {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Absolute. */
  readonly out: string;
  readonly assets: readonly Asset[];
  /** From `public`. */
  readonly publicFiles: readonly string[];
  /** What the previous build published. */
  readonly published: Readonly<Record<string, FileState>>;
}

export function findChangedFiles({ root, out, assets, publicFiles, published }: FindChangedFiles): ChangedFiles {
  const contentKeys = createRecord<string>();
  const kept = createRecord<FileState>();
  const hasChanged = (output: string, contentKey: string, source?: string): boolean => {
    const state = lookUp(published, output);
    const file = path.join(out, output);
    if (state !== undefined && isAsPublished(file, state)) {
      // A source restored from elsewhere has another date, but may be the same.
      if (state.contentKey === contentKey || (source !== undefined && hasSameBytes(file, source))) {
        kept[output] = { ...state, contentKey };
        return false;
      }
    }
    contentKeys[output] = contentKey;
    return true;
  };
  return {
    assets: assets.filter((asset) => hasChanged(asset.output, hashOf(asset.contents))),
    publicFiles: publicFiles.filter((name) => {
      const source = path.join(root, 'public', name);
      return hasChanged(name, statKey(source), source);
    }),
    kept,
    contentKeys,
  };
}

/** The states of files that have been written to a folder from which they will be moved. */
export function readStates(folder: string, contentKeys: ChangedFiles['contentKeys']): Record<string, FileState> {
  const states = Object.entries(contentKeys).map(([output, contentKey]): [string, FileState] => {
    const { size, mtimeMs } = statSync(path.join(folder, output));
    return [output, { contentKey, size, mtime: mtimeMs }];
  });
  return Object.fromEntries(states);
}

/** Whether a file in `out` is as a build published it. */
export function isAsPublished(file: string, { size, mtime }: FileState): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === size && stat.mtimeMs === mtime;
}

/** Changes when a file changes, without reading it. */
function statKey(file: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(file);
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
