import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';

/** As they are before `note-reads` wraps them: what a build itself opens is no concern of a page. */
const { closeSync, fstatSync, mkdirSync, openSync, writeFileSync } = fs;

/** Writes a file, with the folders that it needs. Synchronous: one page at a time is what a thread does anyway. */
export function writePage(file: string, contents: Uint8Array): { mtime: number } {
  const descriptor = openInFolder(file);
  try {
    // Not `writeSync`, which may write a part and say nothing: where files may not be larger, or the disk is full.
    writeFileSync(descriptor, contents);
    return { mtime: fstatSync(descriptor).mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}

/** Most pages are the first file in their folder, so it is made before it is missed. */
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
