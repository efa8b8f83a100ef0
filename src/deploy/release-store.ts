/** Where earlier objects of a site stay: as versions in its bucket, or as copies in a private one. */
import { mapConcurrently } from '../shared/concurrency.ts';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { lookUp } from '../shared/records.ts';
import { recordFile } from './lease.ts';
import { RELEASES, describeDenied, fileKeyOf } from './manifest.ts';
import { formatHistory, parseHistory, versionKeyOf, type History, type Release } from './releases.ts';
import {
  openBucket,
  type Bucket,
  type BucketOptions,
  type CopySource,
  type Listing,
  type StoredVersion,
} from './s3-bucket.ts';
import { formatDestination, type Destination } from './s3-url.ts';

export interface ReleaseStore {
  /** @param listing of the site */
  readonly read: (listing: Listing) => Promise<History>;
  /** True if a release can be recorded now. */
  readonly isReady: () => boolean;
  /** Keeps objects that are about to be replaced or deleted. */
  readonly keep: (files: readonly string[], live: Release | undefined, listing: Listing) => Promise<void>;
  /** How a release names a file. */
  readonly keyOf: (file: string) => string;
  /** Identifies the current object of a file. @param version if it is known */
  readonly objectOf: (file: string, etag: string, version: string | undefined) => Promise<string>;
  readonly write: (history: History) => Promise<void>;
  /** Finds the files of a release. Throws a `SitegenError` when not even their names are known. */
  readonly find: (release: Release) => Promise<FoundObject[]>;
  readonly close: () => void;
}

/** A file of a release. */
export interface FoundObject {
  readonly file: string;
  readonly stamp: string;
  /** When it was recorded. `undefined`: it does not exist any more. */
  readonly etag: string | undefined;
  /** In bytes; 0 if it does not exist any more. */
  readonly size: number;
  /** `undefined`: it does not exist any more. */
  readonly source: CopySource | undefined;
}

export interface StoreOptions extends BucketOptions {
  /** The private bucket in which replaced objects are kept. `undefined`: as versions. */
  readonly releases: Destination | undefined;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  /** The files that the bucket presumably has, in the order of code units: a long list is read in parallel between them. */
  readonly names?: readonly string[];
}

/**
 * @param bucket with the site
 * @throws {SitegenError} when the private bucket is that of the site
 */
export function openReleases(bucket: Bucket, options: StoreOptions): ReleaseStore {
  const { releases, destination } = options;
  return releases === undefined ? openVersions(bucket, destination) : openPrivate(options, releases);
}

function openVersions(bucket: Bucket, from: Destination): ReleaseStore {
  const where = formatDestination(from);
  return {
    read: (listing) => readHistory(bucket, listing, where),
    isReady: bucket.keepsVersions,
    keep: async () => {},
    keyOf: fileKeyOf,
    objectOf: async (file, etag, version) => versionKeyOf(version ?? (await bucket.readHeaders(file)).version, etag),
    write: async (history) => void (await bucket.write(...recordFile(RELEASES, formatHistory(history)))),
    find: (release) => findVersions(bucket, from, release),
    close: () => {},
  };
}

/** @param site where it is, if the record is elsewhere */
async function readHistory(bucket: Bucket, listing: Listing, where: string, site?: string): Promise<History> {
  if (!listing.has(RELEASES)) return [];
  const stored = await bucket.readIfReadable(RELEASES);
  if (stored === undefined) throw describeDenied(where + RELEASES, 'releases');
  return parseHistory(stored.text, where, site);
}

/** @param names of files, if they are known */
export function describeIncomplete(id: number, where: string, problem: string, names: readonly string[] = []) {
  const list = names.map((file) => `  ${printableName(file)}\n`).toSorted();
  return new SitegenError(
    `Release ${id} of ${where} is not complete: ${problem}. Nothing was changed.\n${list.join('')}` +
      'Try: another release; and keep noncurrent versions longer (lifecycle rules of the bucket)',
  );
}

/** Looks for the versions of a release, of which the record has hashes. */
async function findVersions(bucket: Bucket, from: Destination, { id, files }: Release): Promise<FoundObject[]> {
  const names = new Map<string, string>();
  const found = new Map<string, StoredVersion>();
  await bucket.forEachVersion((version) => {
    const key = fileKeyOf(version.file);
    const entry = lookUp(files, key);
    if (entry === undefined) return;
    names.set(key, version.file);
    if (version.isReadable && versionKeyOf(version.version, version.etag) === entry[0]) found.set(key, version);
  });
  const unknown = Object.keys(files).filter((key) => !names.has(key)).length;
  if (unknown > 0)
    throw describeIncomplete(id, formatDestination(from), `the bucket has no trace of ${count(unknown, 'file')}`);
  return Object.entries(files).map(([key, [, stamp]]) => {
    const file = names.get(key) ?? '';
    const { etag, size = 0, version } = found.get(key) ?? {};
    const source = version === undefined ? undefined : { from, file, version, size };
    return { file, stamp, etag, size, source };
  });
}

/** The folder of kept objects, which are named by the hash of their contents and headers. */
const KEPT = 'objects/';

function openPrivate(options: StoreOptions, kept: Destination): ReleaseStore {
  const { destination: from, concurrency } = options;
  const [site, where] = [formatDestination(from), formatDestination(kept)];
  if (kept.bucket === from.bucket)
    throw new SitegenError(
      `Releases must not be kept in the bucket of the site, ${from.bucket}: anyone could read what was withdrawn.\n` +
        'Try: --releases with a bucket that is not public',
    );
  const store = openBucket({ ...options, destination: kept });
  return {
    read: async () => readHistory(store, await store.list(), where, site),
    isReady: () => true,
    keep: async (files, live, listing) => {
      const there = files.length === 0 ? new Map<string, string>() : await store.list();
      const entries = files.flatMap((file) => {
        const [etag, stamp = ''] = lookUp(live?.files, file) ?? [];
        return etag !== undefined && etag === listing.get(file) && !there.has(KEPT + stamp) ? [{ file, stamp }] : [];
      });
      await mapConcurrently(entries, concurrency, ({ file, stamp }) => store.copy({ from, file }, KEPT + stamp));
    },
    keyOf: (file) => file,
    objectOf: async (_file, etag) => etag,
    write: async (history) => {
      await store.write(...recordFile(RELEASES, formatHistory(history, site)));
      const needed = new Set(history.flatMap(({ files }) => Object.values(files).map(([, stamp]) => KEPT + stamp)));
      const others = [...(await store.list()).keys()].filter((file) => isKept(file) && !needed.has(file));
      await mapConcurrently(others, concurrency, store.remove);
    },
    find: async ({ files }) => {
      const sizes = new Map<string, number>();
      await store.list({ onSize: (file, size) => sizes.set(file, size) });
      return Object.entries(files).map(([file, [etag, stamp]]) => {
        const [name, size] = [KEPT + stamp, sizes.get(KEPT + stamp)];
        const source = size === undefined ? undefined : { from: kept, file: name, size };
        return { file, stamp, etag, size: size ?? 0, source };
      });
    },
    close: store.close,
  };
}

/** True for names that sitegen gives. */
function isKept(file: string): boolean {
  return file.startsWith(KEPT) && /^[\w-]{22}$/.test(file.slice(KEPT.length));
}
