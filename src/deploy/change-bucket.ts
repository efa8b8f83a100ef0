/** Changes a bucket, one deploy at a time, so that each page in it finds its files at any moment. */
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Config } from '../shared/model.ts';
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
import {
  openBucket,
  type Bucket,
  type BucketOptions,
  type ListOptions,
  type Listing,
  type StoredText,
} from './s3-bucket.ts';
import { formatDestination } from './s3-url.ts';

export interface ChangeOptions extends Omit<BucketOptions, 'root'>, ListOptions {
  readonly config: Config;
  /** Plans the changes, and makes none. */
  readonly dry: boolean;
  /** Deletes files of earlier deploys that have left the site. */
  readonly deletes: boolean;
  /** More deletions than this count as a mistake. */
  readonly maxDeletes: number;
  /** The CloudFront distribution in which to invalidate changed paths. */
  readonly distribution: string | undefined;
  readonly onWarning: (message: string) => void;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  /** Called for each upload and each deletion. */
  readonly onProgress?: (done: number, known: number) => void;
}

/** A bucket and its contents. */
export interface OpenSite {
  readonly bucket: Bucket;
  /** For messages: `s3://bucket/site/` */
  readonly where: string;
  readonly listing: Listing;
  readonly stored: StoredText | undefined;
  readonly manifest: Manifest;
}

/** How a bucket is to be changed. */
export interface Change<File extends PlannedFile> {
  readonly plan: Plan<File>;
  /** True for files that need others: these are written before them. */
  readonly isPage: (file: File) => boolean;
  readonly put: (file: File) => Promise<string>;
  readonly stampOf: (file: File, etag: string) => string;
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
  options: BucketOptions & ListOptions,
  use: (site: OpenSite) => Promise<Result>,
): Promise<Result> {
  const bucket = openBucket(options);
  try {
    const where = formatDestination(options.destination);
    const stored = await bucket.readIfReadable(MANIFEST); // before the list: the lease notices if another deploy changes it
    const listing = await bucket.list(options);
    if (listing.has(MANIFEST) && stored === undefined) throw await describeUnread(bucket, where);
    const manifest = stored === undefined ? NO_MANIFEST : parseManifest(stored.text, where);
    return await use({ bucket, where, listing, stored, manifest });
  } finally {
    bucket.close();
  }
}

/** Why a manifest was not readable although it is listed. */
async function describeUnread(bucket: Bucket, where: string): Promise<SitegenError> {
  const found = await bucket.readIfReadable(MANIFEST);
  if (found !== undefined) return describeConflict(found, where, bucket.now()); // it was not there before
  return describeDenied(where + MANIFEST, 'the last deploy');
}

/** True if the bucket contains the site and its manifest. */
function isUpToDate<File extends PlannedFile>(
  change: Change<File>,
  { stored, listing }: OpenSite,
  { deletes }: ChangeOptions,
): boolean {
  const { added, changed, strays } = change.plan;
  const changes = [...added, ...changed, ...(deletes ? strays : [])];
  return changes.length === 0 && manifestOf(change, deletes, (file) => listing.get(file)) === stored?.text;
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
  const { bucket, listing } = site;
  const { plan, put } = change;
  const [pages, others] = split(deletes ? plan.strays : [], isHtml);
  const written = new Map<string, string>();
  const known = plan.added.length + plan.changed.length + pages.length + others.length;
  let done = 0;
  const advance = () => onProgress((done += 1), known);

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
  await lease.finish(manifestOf(change, deletes, (file) => written.get(file) ?? listing.get(file)));
}

/** @param etagOf a file that is in the bucket then */
function manifestOf<File extends PlannedFile>(
  { plan, stampOf }: Change<File>,
  deletes: boolean,
  etagOf: (file: string) => string | undefined,
): string {
  const { added, changed, unchanged, strays, ages } = plan;
  const deleted = new Set(deletes ? strays : []);
  const left = new Map([...ages].filter(([file]) => !deleted.has(file)));
  const site = [...added, ...changed, ...unchanged];
  const stamps = site.map((file) => [file.file, stampOf(file, etagOf(file.file) ?? '')] as const);
  return formatManifest(stamps, left);
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
