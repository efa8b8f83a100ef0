/** Changes a bucket, one deploy or rollback at a time, so that each page in it finds its files at any moment. */
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Config } from '../shared/model.ts';
import { lookUp } from '../shared/records.ts';
import { isHtml } from '../shared/paths.ts';
import { createInvalidator, pathsToInvalidate } from './invalidate.ts';
import { createLease, describeConflict, describeOther, type Lease } from './lease.ts';
import {
  MANIFEST,
  NO_MANIFEST,
  describeDenied,
  formatManifest,
  parseManifest,
  withUploads,
  type Manifest,
} from './manifest.ts';
import type { Plan, PlannedFile } from './plan.ts';
import { openReleases, type ReleaseStore, type StoreOptions } from './release-store.ts';
import { addRelease, type History, type Release } from './releases.ts';
import { openBucket, type Bucket, type Listing, type StoredText, type Written } from './s3-bucket.ts';
import { formatDestination } from './s3-url.ts';

export interface ChangeOptions extends Omit<StoreOptions, 'root'> {
  readonly config: Config;
  /** Plans the changes, and makes none. */
  readonly dry: boolean;
  /** Deletes files of earlier deploys that have left the site. */
  readonly deletes: boolean;
  /** More deletions than this count as a mistake. */
  readonly maxDeletes: number;
  /** How many releases to keep. */
  readonly keep: number;
  /** The CloudFront distribution in which to invalidate changed paths. */
  readonly distribution: string | undefined;
  readonly onWarning: (message: string) => void;
  /** Called for each upload and each deletion. */
  readonly onProgress?: (done: number, known: number) => void;
}

/** A bucket, its contents and its releases. */
export interface OpenSite {
  readonly bucket: Bucket;
  readonly store: ReleaseStore;
  /** For messages: `s3://bucket/site/` */
  readonly where: string;
  readonly listing: Listing;
  readonly stored: StoredText | undefined;
  readonly manifest: Manifest;
  readonly history: History;
  /** The release in the bucket. */
  readonly live: Release | undefined;
}

/** How a bucket is to be changed. */
export interface Change<File extends PlannedFile> {
  readonly plan: Plan<File>;
  /** True for files that need others: these are written before them. */
  readonly isPage: (file: File) => boolean;
  readonly put: (file: File) => Promise<Written>;
  readonly stampOf: (file: File, etag: string) => string;
  /** The version of the object of a file, if it is known. */
  readonly versionOf?: (file: string) => string | undefined;
  /** The size of all files, in bytes, if not all of the plan are known. */
  readonly size?: number;
  /** The release that is restored. */
  readonly of?: number;
}

/**
 * @param prepare plans the changes; called before anything is changed
 * @throws {SitegenError} when nothing can be changed, before anything is; or when S3 fails meanwhile
 */
export async function changeBucket<File extends PlannedFile, Facts = unknown>(
  options: ChangeOptions,
  prepare: (site: OpenSite) => Promise<Change<File> & Facts>,
): Promise<Change<File> & Facts> {
  const { config, endpoint = 'Amazon S3', dry, deletes, distribution, signal, onWarning } = options;
  const { root, base } = config;
  const invalidate = distribution === undefined ? undefined : createInvalidator({ root, distribution, signal });
  const lost = new AbortController();
  const change = async (site: OpenSite) => {
    const { bucket, manifest, where } = site;
    const other = dry ? undefined : describeOther(manifest, where, bucket.now());
    if (other !== undefined) throw other;
    const prepared = await prepare(site);
    if (dry) return prepared;
    limitDeletes(prepared.plan, options);
    if (isUpToDate(prepared, site, options)) return prepared;
    const onLost = (error: unknown) => lost.abort(error);
    const { added, changed } = prepared.plan;
    const during = withUploads(
      manifest,
      [...added, ...changed].map(({ file }) => file),
    );
    const lease = createLease(bucket, { ...site, manifest: during, service: endpoint, onWarning, onLost });
    try {
      await lease.take();
      await applyChange(site, lease, prepared, options);
    } catch (error) {
      await giveBack(lease, options);
      throw error;
    }
    await invalidate?.(pathsToInvalidate(prepared.plan, base, deletes));
    return prepared;
  };
  try {
    return await withSite({ root, ...options, signal: AbortSignal.any([signal, lost.signal]) }, change);
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  }
}

/**
 * Reads the records of a bucket, and closes it at the end.
 *
 * @throws {SitegenError} when they are damaged, or may not be read
 */
export async function withSite<Result>(
  options: StoreOptions,
  use: (site: OpenSite) => Promise<Result>,
): Promise<Result> {
  const bucket = openBucket(options);
  const store = openReleases(bucket, options);
  try {
    const where = formatDestination(options.destination);
    const stored = await bucket.readIfReadable(MANIFEST); // before the list: the lease notices if another deploy changes it
    const listing = await bucket.list(options);
    if (listing.has(MANIFEST) && stored === undefined) throw await describeUnread(bucket, where);
    const manifest = stored === undefined ? NO_MANIFEST : parseManifest(stored.text, where);
    const history = await store.read(listing);
    const live = history.find(({ id }) => id === manifest.release);
    return await use({ bucket, store, where, listing, stored, manifest, history, live });
  } finally {
    bucket.close();
    store.close();
  }
}

/** Why a manifest was not readable although it is listed. */
async function describeUnread(bucket: Bucket, where: string): Promise<SitegenError> {
  const found = await bucket.readIfReadable(MANIFEST);
  if (found !== undefined) return describeConflict(found, where, bucket.now()); // it was not there before
  return describeDenied(where + MANIFEST, 'the last deploy');
}

/** True if the bucket contains the site, its manifest and, if it may have versions, a release. */
function isUpToDate<File extends PlannedFile>(
  change: Change<File>,
  { stored, manifest, listing }: OpenSite,
  { deletes, releases }: ChangeOptions,
): boolean {
  const { added, changed, strays } = change.plan;
  const changes = [...added, ...changed, ...(deletes ? strays : [])];
  const mayHave = releases !== undefined || stored?.version !== undefined;
  if (changes.length > 0 || (mayHave && manifest.release === undefined)) return false;
  return manifestOf(change, deletes, (file) => listing.get(file), manifest.release) === stored?.text;
}

/** The most time that a failed deploy may take to release its lease, in ms. */
const RELEASE_TIME = 3000;

/** The requests of a deploy that was stopped are aborted, so this opens another connection. */
async function giveBack(lease: Lease, options: ChangeOptions): Promise<void> {
  const bucket = openBucket({ ...options, root: options.config.root, signal: AbortSignal.timeout(RELEASE_TIME) });
  try {
    await lease.release(bucket);
  } catch {
    // The error that ended the deploy says more, and the lease expires by itself.
  } finally {
    bucket.close();
  }
}

/** Many deletions are a sign of a wrong prefix, or of the `out` of another site. */
function limitDeletes({ strays }: Plan, { deletes, maxDeletes }: ChangeOptions): void {
  if (!deletes || strays.length <= maxDeletes) return;
  throw new SitegenError(
    `This deploy would delete ${count(strays.length, 'file')}, more than the limit of ${maxDeletes}. Nothing was changed.\n` +
      `Try: review them with --dry-run, then add --max-deletes ${strays.length}`,
  );
}

/** Larger files, in bytes, are uploaded one at a time, because each is read into memory. */
const LARGE = 16e6;

/**
 * At any moment, each page in the bucket finds its files: assets are written before pages, new pages before changed ones,
 * which may link to them, and deletions come last. The manifest is written at the end; without it, the next deploy compares
 * files with the bucket instead.
 *
 * @throws {SitegenError} when a write or deletion fails; later steps are then skipped
 */
async function applyChange<File extends PlannedFile>(
  site: OpenSite,
  lease: Lease,
  change: Change<File>,
  options: ChangeOptions,
): Promise<void> {
  const { deletes, concurrency, onProgress = () => {} } = options;
  const { bucket, store, listing, live } = site;
  const { plan, put } = change;
  const [pages, others] = split(deletes ? plan.strays : [], isHtml);
  const written = new Map<string, Written>();
  const known = plan.added.length + plan.changed.length + pages.length + others.length;
  let done = 0;
  const advance = () => onProgress((done += 1), known);

  const replaced = [...plan.changed.map(({ file }) => file), ...pages, ...others];
  await store.keep(replaced, live, listing);
  for (const files of inOrder(change)) {
    const write = async (file: File) => {
      await lease.renewIfOld();
      written.set(file.file, await put(file));
      advance();
    };
    if (files.length > 0) await lease.renew();
    const [large, small] = split(files, ({ size }) => size > LARGE);
    await mapConcurrently(small, concurrency, write);
    await mapConcurrently(large, 1, write);
  }
  // Pages first: a page may still be requested while its files are deleted.
  for (const files of [pages, others]) {
    if (files.length > 0) await lease.renew();
    await mapConcurrently(files, concurrency, async (file) => {
      await lease.renewIfOld();
      await bucket.remove(file);
      advance();
    });
  }
  await lease.renewIfOld();
  const release = store.isReady() ? await recordRelease(site, change, written, options) : undefined;
  await lease.finish(manifestOf(change, deletes, (file) => written.get(file)?.etag ?? listing.get(file), release));
}

/**
 * Records the versions of all files of the site.
 *
 * @returns the number of the release
 */
async function recordRelease<File extends PlannedFile>(
  { bucket, store, listing, history, live }: OpenSite,
  { plan, stampOf, versionOf = () => undefined, of, size }: Change<File>,
  written: ReadonlyMap<string, Written>,
  { concurrency, keep }: ChangeOptions,
): Promise<number | undefined> {
  const at = new Date(bucket.now()).toISOString();
  const files = [...plan.added, ...plan.changed, ...plan.unchanged];
  const entries = await mapConcurrently(files, concurrency, async (planned) => {
    const { file } = planned;
    const [key, put] = [store.keyOf(file), written.get(file)];
    const etag = put?.etag ?? listing.get(file) ?? '';
    const stamp = stampOf(planned, etag);
    const recorded = put === undefined ? lookUp(live?.files, key) : undefined;
    if (recorded?.[1] === stamp) return [key, recorded] as const;
    return [key, [await store.objectOf(file, etag, put?.version ?? versionOf(file)), stamp]] as const;
  });
  const sizes = files.reduce((sum, file) => sum + file.size, 0);
  const made = { files: Object.fromEntries(entries), size: size ?? sizes, at, of };
  const releases = addRelease(history, made, keep);
  await store.write(releases);
  return releases.at(-1)?.id;
}

/** @param etagOf a file that is in the bucket then */
function manifestOf<File extends PlannedFile>(
  { plan, stampOf }: Change<File>,
  deletes: boolean,
  etagOf: (file: string) => string | undefined,
  release: number | undefined,
): string {
  const { added, changed, unchanged, strays, ages } = plan;
  const deleted = new Set(deletes ? strays : []);
  const left = new Map([...ages].filter(([file]) => !deleted.has(file)));
  const site = [...added, ...changed, ...unchanged];
  const stamps = site.map((file) => [file.file, stampOf(file, etagOf(file.file) ?? '')] as const);
  return formatManifest(stamps, left, release);
}

/** Groups of files that can be written in parallel, in order. */
function inOrder<File extends PlannedFile>({ plan: { added, changed }, isPage }: Change<File>): File[][] {
  const [newPages, newFiles] = split(added, isPage);
  const [pages, files] = split(changed, isPage);
  return [[...newFiles, ...files], newPages, pages];
}

/** @returns the items that match, and the others */
function split<Item>(items: readonly Item[], matches: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))];
}
