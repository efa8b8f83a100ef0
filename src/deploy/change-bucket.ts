/** Changes a bucket, one deploy or rollback at a time, so that each page in it finds its files at any moment. */
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Config } from '../shared/model.ts';
import { lookUp } from '../shared/records.ts';
import { isHtml } from '../shared/paths.ts';
import type { Listing } from './diff.ts';
import { createInvalidator, pathsToInvalidate } from './invalidate.ts';
import { createLease, describeConflict, describeOther, recordFile, type Lease } from './lease.ts';
import {
  MANIFEST,
  NO_MANIFEST,
  RELEASES,
  fileKeyOf,
  formatManifest,
  parseManifest,
  type Manifest,
} from './manifest.ts';
import type { Plan, PlannedFile } from './plan.ts';
import { addRelease, formatHistory, parseHistory, versionKeyOf, type History } from './releases.ts';
import { openBucket, type Bucket, type StoredText, type Written } from './s3-bucket.ts';
import { formatDestination, type Destination } from './s3-url.ts';

export interface ChangeOptions {
  readonly config: Config;
  readonly destination: Destination;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Plans the changes, and makes none. */
  readonly dry: boolean;
  /** Deletes files that are not part of the site. */
  readonly deletes: boolean;
  /** More deletions than this count as a mistake. */
  readonly maxDeletes: number;
  /** How many releases to keep. */
  readonly keep: number;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  /** The CloudFront distribution in which to invalidate changed paths. */
  readonly distribution: string | undefined;
  readonly signal: AbortSignal;
  readonly onWarning: (message: string) => void;
  /** Called for each upload and each deletion. */
  readonly onProgress?: (done: number, known: number) => void;
}

/** The contents of a bucket. */
export interface Found {
  /** For messages: `s3://bucket/site/` */
  readonly where: string;
  readonly listing: Listing;
  readonly stored: StoredText | undefined;
  readonly manifest: Manifest;
  readonly history: History;
}

/** How a bucket is to be changed. */
export interface Change<File extends PlannedFile> {
  readonly plan: Plan<File>;
  /** True for files that need others: these are written before them. */
  readonly isPage: (file: File) => boolean;
  readonly put: (file: File) => Promise<Written>;
  readonly stampOf: (file: File, etag: string) => string;
  /** The release that is restored. */
  readonly of?: number;
}

/** @param prepare plans the changes; called before anything is changed */
type Prepare<File extends PlannedFile> = (bucket: Bucket, found: Found) => Promise<Change<File>>;

/** @throws {SitegenError} when nothing can be changed, before anything is; or when S3 fails meanwhile */
export async function changeBucket<File extends PlannedFile>(
  options: ChangeOptions,
  prepare: Prepare<File>,
): Promise<Plan<File>> {
  const { config, distribution, signal } = options;
  const { root, base } = config;
  const invalidate = distribution === undefined ? undefined : createInvalidator({ root, distribution, signal });
  const lost = new AbortController();
  const bucket = openBucket({ root, ...options, signal: AbortSignal.any([signal, lost.signal]) });
  try {
    const plan = await changeOpen(bucket, options, prepare, (error) => lost.abort(error));
    if (!options.dry) await invalidate?.(pathsToInvalidate(plan, base, options.deletes));
    return plan;
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    bucket.close();
  }
}

/** @param onLost called with the reason to abort requests in progress */
async function changeOpen<File extends PlannedFile>(
  bucket: Bucket,
  options: ChangeOptions,
  prepare: Prepare<File>,
  onLost: (error: unknown) => void,
): Promise<Plan<File>> {
  const { destination, endpoint = 'Amazon S3', dry, onWarning } = options;
  const found = await readBucket(bucket, destination);
  const { where, stored, manifest } = found;
  const other = dry ? undefined : describeOther(manifest, where, bucket.now());
  if (other !== undefined) throw other;

  const change = await prepare(bucket, found);
  const { plan } = change;
  if (dry) return plan;
  limitDeletes(plan, options);
  if (isUpToDate(change, found, options.deletes)) return plan;
  const lease = createLease(bucket, { stored, manifest, where, service: endpoint, onWarning, onLost });
  try {
    await lease.take();
    await applyChange(bucket, lease, { ...change, found }, options);
  } catch (error) {
    await giveBack(lease, options);
    throw error;
  }
  return plan;
}

/** @throws {SitegenError} when its records are damaged, or may not be read */
export async function readBucket(bucket: Bucket, destination: Destination): Promise<Found> {
  const where = formatDestination(destination);
  const stored = await bucket.readIfReadable(MANIFEST); // before the list: the lease notices if another deploy changes it
  const listing = await bucket.list();
  if (listing.has(MANIFEST) && stored === undefined) throw await describeUnread(bucket, where);
  const manifest = stored === undefined ? NO_MANIFEST : parseManifest(stored.text, where);
  const releases = listing.has(RELEASES) ? await bucket.readIfReadable(RELEASES) : undefined;
  if (listing.has(RELEASES) && releases === undefined) throw describeDenied(where + RELEASES, 'releases');
  return { where, listing, stored, manifest, history: parseHistory(releases?.text, where) };
}

/** Why a manifest was not readable although it is listed. */
async function describeUnread(bucket: Bucket, where: string): Promise<SitegenError> {
  const found = await bucket.readIfReadable(MANIFEST);
  if (found !== undefined) return describeConflict(found, where, bucket.now()); // it was not there before
  return describeDenied(where + MANIFEST, 'the last deploy');
}

function describeDenied(file: string, subject: string): SitegenError {
  return new SitegenError(
    `Access denied: cannot read ${file}, the record of ${subject}.\n` +
      'Try: grant s3:GetObject to the user or role that deploys; docs/deploy.md has the whole policy.',
  );
}

/** True if the bucket contains the site, its manifest and, if it may have versions, a release. */
function isUpToDate<File extends PlannedFile>(
  change: Change<File>,
  { stored, manifest, listing }: Found,
  deletes: boolean,
): boolean {
  const { added, changed, strays } = change.plan;
  const changes = [...added, ...changed, ...(deletes ? strays : [])];
  const isMissing = stored?.version !== undefined && manifest.release === undefined;
  return changes.length === 0 && !isMissing && manifestOf(change, listing, manifest.release) === stored?.text;
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

interface OpenChange<File extends PlannedFile> extends Change<File> {
  readonly found: Found;
}

/**
 * At any moment, each page in the bucket finds its files: assets are written before pages, new pages before changed ones,
 * which may link to them, and deletions come last. The manifest is written at the end; without it, the next deploy compares
 * files with the bucket instead.
 *
 * @throws {SitegenError} when a write or deletion fails; later steps are then skipped
 */
async function applyChange<File extends PlannedFile>(
  bucket: Bucket,
  lease: Lease,
  change: OpenChange<File>,
  { deletes, concurrency, keep, onProgress = () => {} }: ChangeOptions,
): Promise<void> {
  const { plan, put, found } = change;
  const [pages, others] = split(deletes ? plan.strays : [], isHtml);
  const written = new Map<string, Written>();
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
  const etags = new Map([...found.listing, ...[...written].map(([file, { etag }]) => [file, etag] as const)]);
  await lease.renewIfOld();
  const release = bucket.keepsVersions()
    ? await recordRelease(bucket, change, { etags, written, concurrency, keep })
    : undefined;
  await lease.finish(manifestOf(change, etags, release));
}

interface Applied {
  /** Of all files that are in the bucket then. */
  readonly etags: Listing;
  readonly written: ReadonlyMap<string, Written>;
  readonly concurrency: number;
  readonly keep: number;
}

/**
 * Records the versions of all files of the site.
 *
 * @returns the number of the release
 */
async function recordRelease<File extends PlannedFile>(
  bucket: Bucket,
  { plan, stampOf, of, found }: OpenChange<File>,
  { etags, written, concurrency, keep }: Applied,
): Promise<number> {
  const live = found.history.find(({ id }) => id === found.manifest.release);
  const files = [...plan.added, ...plan.changed, ...plan.unchanged];
  const entries = await mapConcurrently(files, concurrency, async (file) => {
    const key = fileKeyOf(file.file);
    const stamp = stampOf(file, etags.get(file.file) ?? '');
    const recorded = lookUp(live?.files, key);
    if (recorded?.[1] === stamp && !written.has(file.file)) return [key, recorded] as const;
    const { version = (await bucket.readHeaders(file.file)).version } = written.get(file.file) ?? {};
    return [key, [versionKeyOf(version, etags.get(file.file) ?? ''), stamp]] as const;
  });
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const at = new Date(bucket.now()).toISOString();
  const history = addRelease(found.history, { files: Object.fromEntries(entries), size, at, of }, live, keep);
  await bucket.write(...recordFile(RELEASES, formatHistory(history)));
  return history.at(-1)?.id ?? 0;
}

/** @param etags of all files that are in the bucket then */
function manifestOf<File extends PlannedFile>(
  { plan, stampOf }: Change<File>,
  etags: Listing,
  release: number | undefined,
): string {
  const { added, changed, unchanged, retained } = plan;
  const site = [...added, ...changed, ...unchanged];
  const stamps = site.map((file) => [file.file, stampOf(file, etags.get(file.file) ?? '')] as const);
  return formatManifest(stamps, retained, release);
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
