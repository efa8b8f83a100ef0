import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** A short name for contents: equal ones have the same, and nobody will ever see two others that do. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  // Between parts stands their length, so that no two lists run together to the same bytes.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 22);
}

/** As they are before `note-reads` wraps them. */
const { readFileSync, readdirSync, statSync } = fs;

/** A name for what a file holds, or for the names in a folder. The same for all that cannot be read. */
export function hashPath(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return 'nothing';
    return stat.isDirectory() ? hashOf(...readdirSync(file).toSorted()) : hashOf(readFileSync(file));
  } catch {
    return 'closed'; // whoever reads it is told why
  }
}
