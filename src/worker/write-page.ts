import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';

/** As they are before `tracking/track-reads.ts` wraps them: a page does not depend on what the build itself opens. */
const { closeSync, fstatSync, mkdirSync, openSync, writeFileSync } = fs;

/** Writes a file and its folders. Synchronous: a worker renders one page at a time anyway. */
export function writePage(file: string, contents: Uint8Array): { mtime: number } {
  const descriptor = openInFolder(file);
  try {
    // `writeSync` may write a part without an error, at a file size limit or on a full disk.
    writeFileSync(descriptor, contents);
    return { mtime: fstatSync(descriptor).mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}

/** Most pages are the first file in their folder, so it is created without checking. */
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
