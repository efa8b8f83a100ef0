/**
 * The list of files that sitegen wrote to `out`, and the facts about them that a later command needs. It is in `out` itself: it
 * must not outlive the files, nor be lost without them. Names are hashed, because some hosts serve the list, and addresses
 * that nothing links to are private.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../shared/errors.ts';
import { listFiles } from '../shared/files.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import { MARKER } from '../shared/paths.ts';

const HEAD = `sitegen generated this folder, and changes it with each build. It leaves alone what is not in this list of hashes:
`;

/** For each hashed asset, from `out`, how many builds ago it was last part of the site: 0 if it is now. */
type AssetAges = Readonly<Record<string, number>>;

export interface PublishedFacts {
  readonly assetAges: AssetAges;
  /** Placeholders on the pages. */
  readonly placeholders: readonly OpenPlaceholder[];
}

export interface PublishedFiles extends PublishedFacts {
  /** The names of the files, as hashes. */
  readonly keys: ReadonlySet<string>;
}

/** @param files POSIX paths from `out` */
export function formatPublishedFiles(files: readonly string[], facts: PublishedFacts): string {
  // The compiler finds assets in no fixed order, and the same site must be the same bytes.
  const assetAges = Object.fromEntries(Object.entries(facts.assetAges).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const list = [JSON.stringify({ ...facts, assetAges }), ...files.map(keyOf).toSorted()].join('\n');
  return `${HEAD}${list}\n${keyOf(list)}.\n`;
}

/** @returns `undefined` if the list is missing or damaged */
export function readPublishedFiles(out: string): PublishedFiles | undefined {
  const text = readMarker(out);
  if (text?.startsWith(HEAD) !== true) return undefined;
  const list = text.slice(HEAD.length, text.lastIndexOf('\n', text.length - 2));
  if (text !== `${HEAD}${list}\n${keyOf(list)}.\n`) return undefined;
  const [facts = '', ...keys] = list.split('\n');
  if (!facts.startsWith('{')) return undefined; // written by an older version
  return { ...(JSON.parse(facts) as PublishedFacts), keys: new Set(keys) };
}

export function hasPublished({ keys }: Pick<PublishedFiles, 'keys'>, file: string): boolean {
  return keys.has(keyOf(file));
}

/** @returns published files that are no longer part of the site. @param files of the site, from `out` */
export function findOutdated(out: string, { keys }: PublishedFiles, files: Iterable<string>): string[] {
  const left = new Set(keys);
  for (const file of files) left.delete(keyOf(file));
  return left.size === 0 ? [] : listFiles(out).filter((name) => left.has(keyOf(name)));
}

/** @returns the number of published files that are still there, and wanted. @param isWanted of a path from `out` */
export function countPublished(out: string, published: PublishedFiles, isWanted: (file: string) => boolean): number {
  return listFiles(out).filter((file) => isWanted(file) && hasPublished(published, file)).length;
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
