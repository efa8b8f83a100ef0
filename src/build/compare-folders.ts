import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isRegularFile, listFiles } from '../shared/files.ts';

/** A file that differs between two folders. */
export interface Difference {
  /** Relative to the folders. */
  readonly file: string;
  /** The text around the first difference; absent if only one folder has the file, or if it is not a text file. */
  readonly excerpts?: readonly [string, string];
}

/** Excerpt length, in characters: before the first difference, and from it on. */
const BEFORE = 30;
const AFTER = 40;

const TEXT = /\.(html|css|js|svg|xml|txt|json|webmanifest)$/;

/** Compares all files, byte by byte. */
export async function compareFolders(first: string, second: string): Promise<Difference[]> {
  const [before, after] = [new Set(listFiles(first, isRegularFile)), new Set(listFiles(second, isRegularFile))];
  const differences: Difference[] = [];
  for (const file of [...new Set([...before, ...after])].toSorted()) {
    if (!before.has(file) || !after.has(file)) differences.push({ file });
    else {
      const [a, b] = await Promise.all([readFile(path.join(first, file)), readFile(path.join(second, file))]);
      if (!a.equals(b))
        differences.push({ file, ...(TEXT.test(file) && { excerpts: excerptsOf(a.toString(), b.toString()) }) });
    }
  }
  return differences;
}

function excerptsOf(a: string, b: string): readonly [string, string] {
  let same = 0;
  while (a[same] === b[same]) same += 1;
  const cut = (text: string) => {
    const start = Math.max(0, same - BEFORE);
    const end = Math.min(text.length, same + AFTER);
    const shown = text.slice(start, end).replace(/\s+/g, ' ');
    return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
