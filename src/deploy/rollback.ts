/** Restores a release of a site, by copies inside the service of what was there before. */
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { hashOf } from '../shared/hash.ts';
import { isHtml } from '../shared/paths.ts';
import { changeBucket, withSite, type ChangeOptions, type OpenSite } from './change-bucket.ts';
import { stampOf } from './manifest.ts';
import { planChanges, type Plan, type PlannedFile } from './plan.ts';
import { describeIncomplete, type FoundObject, type StoreOptions } from './release-store.ts';
import type { Release } from './releases.ts';
import { md5Of } from './hash-files.ts';
import type { Bucket } from './s3-bucket.ts';
import { formatDestination } from './s3-url.ts';

/** The releases of a site. */
export interface Releases extends Pick<OpenSite, 'where' | 'history'> {
  /** The release in the bucket. */
  readonly live: number | undefined;
  /** True while a deploy changes the bucket, and after one was killed. */
  readonly isChanging: boolean;
}

/** @throws {SitegenError} when the bucket has no releases, or cannot be read */
export async function listReleases(options: StoreOptions): Promise<Releases> {
  return withSite(options, async ({ where, history, manifest }) => {
    if (history.length === 0) throw describeNone(options, where);
    return { where, history, live: manifest.release, isChanging: manifest.lease !== undefined };
  });
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
  const { config, wanted, onPlan, concurrency } = options;
  return changeBucket<FoundObject, Rollback>(options, async (site) => {
    const { bucket, store, listing } = site;
    const release = chooseRelease(options, site, wanted);
    const files = (await store.find(release)).toSorted((a, b) => (a.file < b.file ? -1 : 1));
    const plan = await planChanges({
      config,
      site,
      files,
      stampOf: (found, etag) => (found.etag === undefined ? '' : stampFor(found, etag)),
      // An interrupted rollback may have copied it, or its version is gone and the object is the same.
      isThere: async (found, etag) =>
        etag === (found.etag ?? etag) && (await stampIn(bucket, found.file)) === found.stamp,
      concurrency,
    });
    const restored = [...plan.added, ...plan.changed];
    const missing = restored.filter(({ source }) => source === undefined).map(({ file }) => file);
    const reason = `${count(missing.length, 'file')} cannot be restored: their versions were removed or archived, as by a lifecycle rule`;
    if (missing.length > 0) throw describeIncomplete(release.id, site.where, reason, missing);
    const names = new Set(files.map(({ file }) => file));
    const isPage = ({ file, size }: PlannedFile) => isHtml(file) || size === 0 || names.has(`${file}.html`);
    const isGone = ({ file }: PlannedFile) => (listing.get(file) ?? NOTHING) === NOTHING; // or redirects
    const returning = restored.filter((file) => isPage(file) && file.size > 0 && isGone(file)).map(({ file }) => file);
    onPlan({ plan, release, returning });
    const put = async ({ file, source }: FoundObject) => {
      if (source === undefined) throw new Error(`${file} is missing.`);
      return bucket.copy(source, file);
    };
    const { size, of = release.id } = release;
    return { plan, release, returning, isPage, put, stampOf: stampFor, size, of };
  });
}

/** By default the one before the live one, or before the one that this has restored: each rollback goes further back. */
function chooseRelease(options: RollbackOptions, { where, history, live }: OpenSite, wanted?: number): Release {
  if (history.length === 0) throw describeNone(options, where);
  const limit = live === undefined ? Infinity : (live.of ?? live.id);
  const release = history.findLast(({ id }) => (wanted === undefined ? id < limit : id === wanted));
  if (release !== undefined) return release;
  const known = `Releases are ${history.map(({ id }) => id).join(', ')}`;
  throw new SitegenError(
    `${where} has no release ${wanted ?? 'before the live one'}. Nothing was changed.\n${known}. Try: sitegen releases`,
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

/** The stamp of an object whose ETag is the MD5 of its contents. */
async function stampIn(bucket: Bucket, file: string): Promise<string> {
  const { type = '', cacheControl = '', location, etag } = await bucket.readHeaders(file);
  return stampOf({ file, size: 0, md5: etag, type, cacheControl, ...(location !== undefined && { location }) }, etag);
}

/** The ETag of a copy differs if the object is encrypted with a KMS key; the next deploy uploads the file then. */
function stampFor({ stamp, etag: before }: FoundObject, etag: string): string {
  return before === undefined || etag === before ? stamp : hashOf(stamp, etag);
}
