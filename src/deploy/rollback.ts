/** Restores a release of a site, by copies inside the service of what was there before. */
import { isElsewhere } from '../shared/address.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { hashOf } from '../shared/hash.ts';
import { isHtml } from '../shared/paths.ts';
import { lookUp } from '../shared/records.ts';
import { changeBucket, closeSite, openSite, readBucket, type ChangeOptions, type Found } from './change-bucket.ts';
import { findStrays } from './diff.ts';
import { fileKeyOf, stampOf, type Manifest } from './manifest.ts';
import type { Plan, PlannedFile } from './plan.ts';
import type { FoundObject } from './release-store.ts';
import { findTarget, type Release } from './releases.ts';
import { md5Of } from './site-files.ts';
import type { Bucket, BucketOptions } from './s3-bucket.ts';
import { formatDestination } from './s3-url.ts';

/** The releases of a site. */
export interface Releases extends Pick<Found, 'where' | 'history'> {
  /** The release in the bucket. */
  readonly live: number | undefined;
  /** True while a deploy changes the bucket, and after one was killed. */
  readonly isChanging: boolean;
}

/** @throws {SitegenError} when the bucket has no releases, or cannot be read */
export async function listReleases(
  options: BucketOptions & Pick<ChangeOptions, 'releases' | 'concurrency'>,
): Promise<Releases> {
  const open = openSite(options);
  try {
    const { where, history, manifest } = await readBucket(open.bucket, open.store, options.destination);
    if (history.length === 0) throw describeNone(options, where);
    return { where, history, live: manifest.release, isChanging: manifest.lease !== undefined };
  } finally {
    closeSite(open);
  }
}

export interface RollbackOptions extends ChangeOptions {
  /** The number of the release to restore. Default: the one before the live one. */
  readonly wanted: number | undefined;
  /** Called before anything is changed. */
  readonly onPlan: (plan: Rollback) => void;
}

export interface Rollback {
  readonly plan: Plan;
  readonly release: Release;
  /** Pages that the site does not have now, by their files. */
  readonly returning: readonly string[];
}

/** The MD5 of an object without contents. */
const NOTHING = md5Of(Buffer.alloc(0));

/** @throws {SitegenError} when the release cannot be restored, before anything is changed; or when S3 fails meanwhile */
export async function rollBack(options: RollbackOptions): Promise<Rollback> {
  const { wanted, onPlan, concurrency } = options;
  const { base, keepAssets, elsewhere } = options.config;
  const isOthers = (file: string) => isElsewhere(elsewhere, base + file);
  let rollback: Rollback | undefined;
  await changeBucket<FoundObject>(options, async ({ bucket, store }, found) => {
    const release = chooseRelease(options, found, wanted);
    const files = (await store.find(release)).toSorted((a, b) => (a.file < b.file ? -1 : 1));
    const groups = await compareFiles(bucket, files, found, concurrency);
    const restored = [...groups.added, ...groups.changed];
    refuseMissing(restored, release, found.where);
    const isSame = restored.length === 0;
    const strays = findStrays(files, found.listing, found.manifest, { keep: keepAssets, isSame, isOthers });
    const plan = { ...groups, ...strays, listing: found.listing };
    const names = new Set(files.map(({ file }) => file));
    const isPage = ({ file, size }: PlannedFile) => isHtml(file) || size === 0 || names.has(`${file}.html`);
    const isGone = ({ file }: PlannedFile) => (found.listing.get(file) ?? NOTHING) === NOTHING; // or redirects
    const returning = restored.filter((file) => isPage(file) && file.size > 0 && isGone(file)).map(({ file }) => file);
    rollback = { plan, release, returning };
    onPlan(rollback);
    const put = async ({ file, source, location }: FoundObject) => {
      if (source === undefined) throw new Error(`${file} is missing.`); // `refuseMissing` has thrown
      return bucket.copy(source, file, await location());
    };
    return { plan, isPage, put, stampOf: stampFor, size: release.size, of: release.of ?? release.id };
  });
  if (rollback === undefined) throw new Error('There is no plan.');
  return rollback;
}

function chooseRelease(options: RollbackOptions, { where, history, manifest }: Found, wanted?: number): Release {
  if (history.length === 0) throw describeNone(options, where);
  const release = findTarget(history, manifest.release, wanted);
  if (release !== undefined) return release;
  const known = `Releases are ${history.map(({ id }) => id).join(', ')}`;
  throw new SitegenError(
    wanted === undefined
      ? `There is no release of ${where} before the live one. Nothing was changed.\n${known}. Try: sitegen releases`
      : `${where} has no release ${wanted}. Nothing was changed.\n${known}. Try: sitegen releases`,
  );
}

function describeNone(
  options: Pick<ChangeOptions, 'destination' | 'endpoint' | 'releases'>,
  where: string,
): SitegenError {
  const { destination, endpoint, releases } = options;
  if (releases !== undefined)
    return new SitegenError(
      `${where} has no releases in ${formatDestination(releases)}. The next deploy with --releases makes the first one.`,
    );
  const service = endpoint === undefined ? '' : ` --endpoint-url ${endpoint}`;
  return new SitegenError(
    `${where} has no releases: only a bucket with versions keeps what a deploy replaces.\n` +
      `Try: aws s3api put-bucket-versioning --bucket ${destination.bucket} --versioning-configuration Status=Enabled${service}\n` +
      'The next deploy that changes something makes the first release. For a bucket without versions: --releases',
  );
}

/** Groups the files of a release by how they differ from the bucket. */
async function compareFiles(
  bucket: Bucket,
  files: readonly FoundObject[],
  { listing, manifest }: Found,
  concurrency: number,
): Promise<Pick<Plan<FoundObject>, 'added' | 'changed' | 'unchanged'>> {
  const added = files.filter(({ file }) => !listing.has(file));
  const others = files.filter(({ file }) => listing.has(file));
  const areSame = await mapConcurrently(others, concurrency, async (file) => {
    const etag = listing.get(file.file) ?? '';
    if (file.isLatest || isStamped(file, etag, manifest)) return true;
    // An interrupted rollback may have copied it, or its version is gone and the object is the same.
    return etag === (file.etag ?? etag) && (await stampIn(bucket, file.file)) === file.stamp;
  });
  const isSame = (_: FoundObject, index: number) => areSame[index] === true;
  return {
    added,
    changed: others.filter((file, index) => !isSame(file, index)),
    unchanged: others.filter(isSame),
  };
}

function isStamped(file: FoundObject, etag: string, { stamps }: Manifest): boolean {
  return file.etag !== undefined && lookUp(stamps, fileKeyOf(file.file)) === stampFor(file, etag);
}

/** The stamp of an object whose ETag is the MD5 of its contents. */
async function stampIn(bucket: Bucket, file: string): Promise<string> {
  const { type = '', cacheControl = '', location, etag } = await bucket.readHeaders(file);
  return stampOf({ file, size: 0, md5: etag, type, cacheControl, ...(location !== undefined && { location }) }, etag);
}

/** The ETag of a copy differs if the object is encrypted with a KMS key; the next deploy uploads the file then. */
function stampFor({ stamp, etag: before }: FoundObject, etag: string): string {
  return before === undefined || etag === before ? stamp : hashOf(stamp, etag);
}

/** @throws {SitegenError} when there are files that cannot be copied */
function refuseMissing(files: readonly FoundObject[], { id }: Release, where: string): void {
  const missing = files
    .filter(({ source }) => source === undefined)
    .map(({ file }) => `  ${printableName(file)}`)
    .toSorted();
  if (missing.length === 0) return;
  throw new SitegenError(
    `Release ${id} of ${where} is not complete: ${count(missing.length, 'file')} cannot be restored: their versions were removed or archived, as by a lifecycle rule. Nothing was changed.\n` +
      `${missing.join('\n')}\nTry: another release; and keep noncurrent versions longer`,
  );
}
