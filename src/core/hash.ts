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

/** As they are before `tracking/track-reads.ts` wraps them. */
const { readFileSync, readdirSync, statSync } = fs;

/** A hash of a file's contents, or of the names in a folder. */
export function hashPath(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return MISSING;
    if (stat.isDirectory()) return hashOf(...readdirSync(file).toSorted());
    // Reading a pipe would wait forever, and reading a device may never end.
    return stat.isFile() ? hashOf(readFileSync(file)) : 'special';
  } catch {
    return 'unreadable'; // reading it reports why
  }
}
