/** Writes the modules that esbuild has compiled. */
import { linkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputFile } from 'esbuild';
import { mapConcurrently } from '../shared/concurrency.ts';
import { nameFile } from '../shared/errors.ts';

/** How many files are written at a time. */
const CONCURRENCY = 8;

export interface WriteModules {
  readonly files: readonly OutputFile[];
  /** The code of files that were changed after esbuild had compiled them, by path. */
  readonly changed: ReadonlyMap<string, string>;
  /** The folder that `files` are in, and the one that they are written to, which exists. Absolute. */
  readonly compiled: string;
  readonly folder: string;
}

/** Files that are the same as the last time are links to those: a site that highlights code has hundreds that never change. */
export function createModuleWriter(): (modules: WriteModules) => Promise<void> {
  let last: ReadonlyMap<string, Written> = new Map();
  return async ({ files, changed, compiled, folder }) => {
    const written = new Map<string, Written>();
    await mapConcurrently(files, CONCURRENCY, async ({ path: file, contents, hash }) => {
      const target = path.join(folder, path.relative(compiled, file));
      const code = changed.get(file);
      const before = code === undefined ? last.get(file) : undefined;
      const isLinked = before?.hash === hash && linkIfPossible(before.target, target);
      if (!isLinked) await writeFile(target, code ?? contents).catch(nameFile(target));
      if (code === undefined) written.set(file, { hash, target });
    });
    last = written;
  };
}

interface Written {
  /** esbuild's. */
  readonly hash: string;
  /** Absolute. */
  readonly target: string;
}

/** @returns false if the file is gone, or if the disk has no links */
function linkIfPossible(file: string, link: string): boolean {
  try {
    linkSync(file, link);
    return true;
  } catch {
    return false;
  }
}
