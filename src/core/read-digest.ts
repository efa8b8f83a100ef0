import fs from 'node:fs';
import { hashOf } from './hash.ts';

/** As they are before `note-reads` wraps them. */
const { readFileSync, readdirSync, statSync } = fs;

/** A name for what a file holds, or for the names in a folder. The same for all that cannot be read. */
export function readDigest(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return 'nothing';
    return stat.isDirectory() ? hashOf(...readdirSync(file).toSorted()) : hashOf(readFileSync(file));
  } catch {
    return 'closed'; // whoever reads it is told why
  }
}
