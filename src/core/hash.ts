import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** A short hash (132 bits of SHA-256). The parts are separated: `hashOf('ab', 'c')` differs from `hashOf('a', 'bc')`. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 22);
}

/** What `hashPath` returns for a file that does not exist. */
export const MISSING = 'missing';

/** What `hashPath` returns for a device, a pipe or a socket: reading it may change it, or never end. */
export const SPECIAL = 'special';

/** Of a larger file, in bytes, its times count instead of its contents: Node reads no more than 2 GiB at once. */
const MAX_READ = 2 ** 30;

/** As they are before `tracking/track-reads.ts` wraps them. */
const { readFileSync, readdirSync, statSync } = fs;

/** A hash of a file's contents, or of the names and kinds of what is in a folder. */
export function hashPath(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return MISSING;
    if (stat.isDirectory()) return hashOf(...entriesIn(file));
    // Reading a pipe would wait forever, and reading a device may never end.
    if (!stat.isFile()) return SPECIAL;
    const { size, mtimeMs, ctimeMs, ino } = stat;
    return hashOf(size > MAX_READ ? [size, mtimeMs, ctimeMs, ino].join() : readFileSync(file));
  } catch {
    return 'unreadable'; // reading it reports why
  }
}

function entriesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => entry.name + kindOf(entry))
    .toSorted();
}

/** `/` for a folder, `@` for a link, nothing for a file, `!` for a device, a pipe or a socket. */
export function kindOf(entry: fs.Dirent): string {
  if (entry.isDirectory()) return '/';
  if (entry.isSymbolicLink()) return '@';
  return entry.isFile() ? '' : '!';
}
