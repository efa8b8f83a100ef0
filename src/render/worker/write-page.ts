import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../../shared/errors.ts';
import { isReadableByAll, lstatIfExists } from '../../shared/files.ts';
import type { RenderSetup } from '../../shared/page-tasks.ts';

/**
 * Writes a page, or a card, to the staging folder, unless `out` has the same bytes. Synchronous: a worker renders one page at a
 * time anyway.
 *
 * @param output from `out`
 * @returns true if it was written
 */
export function writePage(target: RenderSetup['target'], output: string, contents: Uint8Array): boolean {
  if (target === undefined) return false;
  const { staging, out } = target;
  if (out !== undefined && isUnchanged(path.join(out, output), contents)) return false;
  const descriptor = openInFolder(path.join(staging, output));
  try {
    // `writeSync` may write a part without an error, at a file size limit or on a full disk.
    writeFileSync(descriptor, contents);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

function isUnchanged(file: string, contents: Uint8Array): boolean {
  const stat = lstatIfExists(file);
  const isSimilar = stat?.isFile() === true && isReadableByAll(stat) && stat.size === contents.length;
  return isSimilar && readFileSync(file).equals(contents);
}

/** Most pages are the first file in their folder, so the folder is created without checking. */
function openInFolder(file: string): number {
  const folder = path.dirname(file);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) mkdirSync(folder, { recursive: true });
    else if (!hasCode(error, 'EEXIST')) throw error;
  }
  return openSync(file, 'w');
}
