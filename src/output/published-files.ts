/**
 * The list of files that sitegen wrote to `out`, in `out` itself: it must not outlive them, nor be lost without them. It
 * holds hashes, because some hosts serve it, and addresses that nothing links to are private.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../core/errors.ts';
import { listFiles } from '../core/files.ts';
import { MARKER } from '../core/paths.ts';

const HEAD = `sitegen generated this folder, and changes it with each build. It leaves alone what is not in this list of hashes:
`;

/** The names of files, as hashes. */
export type PublishedFiles = ReadonlySet<string>;

/** @param files POSIX paths from `out` */
export function formatPublishedFiles(files: readonly string[]): string {
  const list = files.map(keyOf).toSorted().join('\n');
  return `${HEAD}${list}\n${keyOf(list)}.\n`;
}

/** @returns nothing when the list is missing or damaged */
export function readPublishedFiles(out: string): PublishedFiles | undefined {
  const text = readMarker(out);
  if (text?.startsWith(HEAD) !== true) return undefined;
  const list = text.slice(HEAD.length, text.lastIndexOf('\n', text.length - 2));
  return text === `${HEAD}${list}\n${keyOf(list)}.\n` ? new Set(list.split('\n')) : undefined;
}

export function isListed(published: PublishedFiles, file: string): boolean {
  return published.has(keyOf(file));
}

/**
 * Finds published files that are no longer part of the site.
 *
 * @param files of the site, from `out`
 * @param candidates files that may have been published, which saves listing `out`
 */
export function findOutdated(
  out: string,
  published: PublishedFiles,
  { files, candidates }: { readonly files: Iterable<string>; readonly candidates: readonly string[] },
): string[] {
  const left = new Set(published);
  for (const file of files) left.delete(keyOf(file));
  left.delete(''); // of an empty list
  const take = (names: readonly string[]) => names.filter((name) => left.delete(keyOf(name)));
  const known = take(candidates);
  return left.size === 0 ? known : [...known, ...take(listFiles(out))];
}

function keyOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

function readMarker(out: string): string | undefined {
  try {
    return readFileSync(path.join(out, MARKER), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}
