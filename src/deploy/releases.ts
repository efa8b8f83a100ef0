/**
 * The record of earlier states of a site. Anyone can read it if the bucket is public, so it contains hashes: neither names of
 * pages, nor versions, with which some policies let anyone read a page that was withdrawn. Pure.
 */
import { SitegenError } from '../shared/errors.ts';
import { hashOf } from '../shared/hash.ts';
import { lookUp } from '../shared/records.ts';
import { RELEASES, VERSION, isRecord, isRecordOf, parseRecord } from './manifest.ts';

/** An object of a release: see `versionKeyOf` and `stampOf`. */
type Entry = readonly [object: string, stamp: string];

/** Maps `fileKeyOf` each file to its object. */
type Entries = Readonly<Record<string, Entry>>;

export interface Release {
  readonly id: number;
  /** When it was finished, by the clock of the service: an ISO date. */
  readonly at: string;
  /** The first release with the same files, if a rollback made this one. */
  readonly of?: number | undefined;
  /** How many files differ from the release before. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Of all files, in bytes. */
  readonly size: number;
  readonly files: Entries;
}

/** The oldest release comes first. */
export type History = readonly Release[];

/** Identifies a version of an object without revealing it. */
export function versionKeyOf(version: string, etag: string): string {
  return hashOf(version, etag);
}

/**
 * Adds a release, unless the last one has the same contents, as after an interruption, and drops the oldest ones.
 *
 * @param keep how many releases to keep
 */
export function addRelease(
  history: History,
  made: Pick<Release, 'files' | 'size' | 'at' | 'of'>,
  keep: number,
): History {
  const last = history.at(-1);
  const changes = countChanges(last?.files ?? {}, made.files);
  const isSame = Object.values(changes).every((number) => number === 0);
  if (last !== undefined && isSame) return [...history.slice(0, -1), { ...last, files: made.files }];
  return [...history, { id: (last?.id ?? 0) + 1, ...made, ...changes }].slice(-keep);
}

function countChanges(before: Entries, after: Entries): Pick<Release, 'added' | 'changed' | 'removed'> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = keys.filter((key) => lookUp(before, key)?.[1] !== lookUp(after, key)?.[1]);
  const added = differing.filter((key) => lookUp(before, key) === undefined).length;
  const removed = differing.filter((key) => lookUp(after, key) === undefined).length;
  return { added, changed: differing.length - added - removed, removed };
}

/**
 * The newest release is complete; each older one has only the entries that differ from the next, `null` for none.
 *
 * @param site where it is, if the record is elsewhere
 */
export function formatHistory(history: History, site?: string): string {
  let next: Entries = {};
  const releases = history.toReversed().map(({ files, ...facts }) => {
    const keys = [...new Set([...Object.keys(files), ...Object.keys(next)])];
    const differing = keys.filter((key) => lookUp(files, key)?.join() !== lookUp(next, key)?.join());
    next = files;
    return { ...facts, files: Object.fromEntries(differing.map((key) => [key, lookUp(files, key) ?? null])) };
  });
  return JSON.stringify({ version: VERSION, ...(site !== undefined && { site }), releases });
}

/**
 * @param where the bucket, for messages: `s3://bucket/site/`
 * @param site where it is, if the record is elsewhere
 * @throws {SitegenError} when the text is not a history
 */
export function parseHistory(text: string, where: string, site?: string): History {
  const advice = 'restore an earlier version of it; or delete it, and the next deploy starts a new list of releases';
  const found = parseRecord(text, where + RELEASES, isHistory, advice);
  if (found.site === site) return readEntries(found.releases);
  throw new SitegenError(
    `${where}${RELEASES} is the record of another site, ${String(found.site)}.\nTry: --releases with a folder of its own`,
  );
}

/** As written. */
interface StoredRelease extends Omit<Release, 'files'> {
  readonly files: Readonly<Record<string, Entry | null>>;
}

function readEntries(releases: readonly StoredRelease[]): History {
  let next: Entries = {};
  const complete = releases.map((release) => {
    const entries = Object.entries({ ...next, ...release.files });
    next = Object.fromEntries(entries.flatMap(([key, entry]) => (entry === null ? [] : [[key, entry]])));
    return { ...release, files: next };
  });
  return complete.toReversed();
}

function isHistory(value: unknown): value is { readonly releases: readonly StoredRelease[]; readonly site?: unknown } {
  if (!isRecord(value) || value['version'] !== VERSION) return false;
  const { releases } = value;
  if (!Array.isArray(releases) || !releases.every(isRelease)) return false;
  return releases.every(({ id }, index) => index === 0 || id < (releases[index - 1] as Release).id);
}

function isRelease(value: unknown): value is StoredRelease {
  if (!isRecord(value)) return false;
  const { id, at, of = 1, added, changed, removed, size, files } = value;
  const numbers = [id, of, added, changed, removed, size];
  return (
    numbers.every((number) => Number.isSafeInteger(number) && (number as number) >= 0) &&
    !Number.isNaN(Date.parse(String(at))) &&
    isRecordOf(files, (entry) => entry === null || isEntry(entry))
  );
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
