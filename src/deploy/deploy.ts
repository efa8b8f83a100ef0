import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { encodePath, isElsewhere } from '../shared/address.ts';
import { count } from '../shared/format.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Config, OpenPlaceholder } from '../shared/model.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { isHtml } from '../shared/paths.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { createLease, describeConflict, describeOther, type Lease } from './lease.ts';
import { openBucket, type Bucket, type StoredText } from './s3-bucket.ts';
import { formatDestination, type Destination } from './s3-url.ts';
import type { Listing } from './diff.ts';
import { planDeploy, type Plan } from './plan.ts';
import { lockSite, readPlaceholders } from './lock-site.ts';
import { listSiteFiles, withPageKeys, md5Of, type SiteFile } from './site-files.ts';
import { MANIFEST, NO_MANIFEST, formatManifest, parseManifest } from './manifest.ts';
import { loadSdk } from './aws-sdk.ts';

export interface DeployOptions {
  readonly config: Config;
  readonly destination: Destination;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Plans the deploy, and changes nothing. */
  readonly dry: boolean;
  /** Deletes files that are not part of the site. */
  readonly deletes: boolean;
  /** More deletions than this count as a mistake. */
  readonly maxDeletes: number;
  readonly allowPlaceholders: boolean;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  /** The CloudFront distribution in which to invalidate changed paths. */
  readonly distribution: string | undefined;
  readonly signal: AbortSignal;
  /** Called before anything is changed. */
  readonly onPlan: (plan: Plan) => void;
  readonly onWarning: (message: string) => void;
  readonly onProgress?: (done: number, known: number) => void;
}

export interface DeployResult {
  /** Placeholders of the site. If there are any, nothing was deployed. */
  readonly placeholders: readonly OpenPlaceholder[];
  readonly plan?: Plan;
}

/**
 * Uploads the site as built last.
 *
 * @throws {SitegenError} when it cannot be deployed, before anything is changed; or when S3 fails during the upload
 */
export async function deploy(options: DeployOptions): Promise<DeployResult> {
  const { config, distribution, signal } = options;
  const { root, out, base } = config;
  const release = await lockSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(out);
    if (placeholders.length > 0) return { placeholders };
    const invalidate = distribution === undefined ? undefined : createInvalidator({ root, distribution, signal });
    const lost = new AbortController();
    const bucket = openBucket({ root, ...options, signal: AbortSignal.any([signal, lost.signal]) });
    try {
      const plan = await changeBucket(bucket, options, (error) => lost.abort(error));
      if (!options.dry) await invalidate?.(pathsToInvalidate(plan, base, options.deletes));
      return { placeholders, plan };
    } catch (error) {
      throw lost.signal.aborted ? lost.signal.reason : error;
    } finally {
      bucket.close();
    }
  } finally {
    release();
  }
}

/** @param onLost called with the reason to abort requests in progress */
async function changeBucket(bucket: Bucket, options: DeployOptions, onLost: (error: unknown) => void): Promise<Plan> {
  const { config, destination, endpoint = 'Amazon S3', dry, concurrency, onPlan, onWarning } = options;
  const { root, out, base, keepAssets, elsewhere, trailingSlash } = config;
  const where = formatDestination(destination);
  const stored = await bucket.readIfReadable(MANIFEST); // before the list: the lease notices if another deploy changes it
  const listing = await bucket.list();
  if (listing.has(MANIFEST) && stored === undefined) throw await describeUnread(bucket, where);
  const manifest = stored === undefined ? NO_MANIFEST : parseManifest(stored.text, where);
  const other = dry ? undefined : describeOther(manifest, where, bucket.now());
  if (other !== undefined) throw other;

  const site = withPageKeys(await listSiteFiles(root, out), trailingSlash);
  const isOthers = (file: string) => isElsewhere(elsewhere, base + file);
  const plan = await planDeploy(bucket, { listing, manifest, site, keep: keepAssets, isOthers, concurrency });
  onPlan(plan);
  if (dry) return plan;
  limitDeletes(plan, options);
  if (isUpToDate(plan, stored, options.deletes)) return plan;
  const lease = createLease(bucket, { stored, manifest, where, service: endpoint, onWarning, onLost });
  try {
    await lease.take();
    await applyPlan(bucket, lease, plan, { ...options, out });
  } catch (error) {
    await giveBack(lease, options);
    throw error;
  }
  return plan;
}

/** Why a manifest was not readable although it is listed. */
async function describeUnread(bucket: Bucket, where: string): Promise<SitegenError> {
  const found = await bucket.readIfReadable(MANIFEST);
  if (found !== undefined) return describeConflict(found, where, bucket.now()); // it was not there before
  return new SitegenError(
    `Access denied: cannot read ${where}${MANIFEST}, the record of the last deploy.\n` +
      'Try: grant s3:GetObject to the user or role that deploys; docs/deploy.md has the whole policy.',
  );
}

function isUpToDate(plan: Plan, stored: StoredText | undefined, deletes: boolean): boolean {
  const changes = [...plan.added, ...plan.changed, ...(deletes ? plan.strays : [])];
  return changes.length === 0 && manifestOf(plan, plan.listing) === stored?.text;
}

/** The most time that a failed deploy may take to release its lease, in ms. */
const RELEASE_TIME = 3000;

/** The requests of a deploy that was stopped are aborted, so this opens another connection. */
async function giveBack(lease: Lease, options: DeployOptions): Promise<void> {
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
function limitDeletes({ strays }: Plan, { deletes, maxDeletes }: DeployOptions): void {
  if (!deletes || strays.length <= maxDeletes) return;
  throw new SitegenError(
    `This deploy would delete ${count(strays.length, 'file')}, more than the limit of ${maxDeletes}. Nothing was changed.\n` +
      `Try: review them with --dry-run, then add --max-deletes ${strays.length}`,
  );
}

interface ApplyPlan {
  /** The site's folder, absolute. */
  readonly out: string;
  /** Deletes files that are not part of the site. */
  readonly deletes: boolean;
  readonly concurrency: number;
  /** Called for each upload and each deletion. */
  readonly onProgress?: (done: number, known: number) => void;
}

/** Larger files, in bytes, are uploaded one at a time, because each is read into memory. */
const LARGE = 16e6;

/**
 * Uploads a site to a bucket. At any moment, each page in the bucket finds its files: assets are uploaded before pages, new
 * pages before changed ones, which may link to them, and deletions come last. The manifest is written at the end; without
 * it, the next deploy compares files with the bucket instead.
 *
 * @throws {SitegenError} when an upload or deletion fails; later steps are then skipped
 */
async function applyPlan(bucket: Bucket, lease: Lease, plan: Plan, options: ApplyPlan): Promise<void> {
  const { out, deletes, concurrency, onProgress = () => {} } = options;
  const { added, changed, listing } = plan;
  const [pages, others] = split(deletes ? plan.strays : [], isHtml);
  const etags = new Map(listing);
  const known = added.length + changed.length + pages.length + others.length;
  let done = 0;
  const advance = () => onProgress((done += 1), known);

  for (const files of inOrder(plan)) {
    const upload = async (file: SiteFile) => {
      await lease.renewIfOld();
      etags.set(file.file, await bucket.write(file, await readPlanned(out, file)));
      advance();
    };
    if (files.length > 0) await lease.renew();
    const [large, small] = split(files, ({ size }) => size > LARGE);
    await mapConcurrently(small, concurrency, upload);
    await mapConcurrently(large, 1, upload);
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
  await lease.finish(manifestOf(plan, etags));
}

/** @param etags of all files that are in the bucket then */
function manifestOf({ added, changed, unchanged, retained }: Plan, etags: Listing): string {
  const site = [...added, ...changed, ...unchanged].map((file) => [file, etags.get(file.file) ?? ''] as const);
  return formatManifest(site, retained);
}

/** Groups of files that can be uploaded in parallel, in order. */
function inOrder({ added, changed }: Plan): SiteFile[][] {
  const [newPages, newFiles] = split(added, isPageFile);
  const [pages, files] = split(changed, isPageFile);
  return [[...newFiles, ...files], newPages, pages];
}

const isPageFile = ({ file, source = file, location }: SiteFile) => location !== undefined || isHtml(source);

/** @throws {SitegenError} when the file has changed since the plan */
async function readPlanned(out: string, { file, source = file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, source));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, source)} changed during the deploy.\nTry: run the command again.`);
}

/** @returns the items that match, and the others */
function split<Item>(items: readonly Item[], matches: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))];
}

/** Amazon charges for each path above this number per month; one with a wildcard counts once. */
const MAX_PATHS = 1000;

/**
 * The paths whose contents a deploy has changed. New pages are included: CloudFront also caches their 404.
 *
 * @param base `/`, `/docs/`
 * @param deletes true if stray files were deleted
 * @returns percent-encoded: `/contact/`, `/contact/index.html`; or one wildcard for the whole site
 */
export function pathsToInvalidate({ added, changed, strays }: Plan, base: string, deletes: boolean): string[] {
  const files = [...[...added, ...changed].map(({ file }) => file), ...(deletes ? strays : [])];
  const paths = files.filter((file) => !isHashed(file)).flatMap((file) => pathsOf(base + file));
  return paths.length > MAX_PATHS ? [`${base}*`] : paths;
}

function pathsOf(inside: string): string[] {
  const escaped = encodePath(inside);
  const paths = escaped.endsWith('/index.html') ? [escaped.slice(0, -'index.html'.length), escaped] : [escaped];
  // The function for viewer requests encodes "+": see hosts/cloudfront.ts.
  return [...new Set(paths.flatMap((one) => [one, one.replaceAll('+', '%2B')]))];
}

interface Distribution {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Its id: `E1A2B3C4D5E6F7`. */
  readonly distribution: string;
  readonly signal: AbortSignal;
}

/**
 * @returns requests the invalidation of paths, which CloudFront completes within minutes; throws a `SitegenError` when
 *   CloudFront rejects it
 * @throws {SitegenError} when the package for CloudFront is not installed
 */
function createInvalidator({ root, distribution, signal }: Distribution) {
  const sdk = loadSdk(
    '@aws-sdk/client-cloudfront',
    root,
    '--invalidate',
  ) as typeof import('@aws-sdk/client-cloudfront');
  return async (paths: readonly string[]): Promise<void> => {
    if (paths.length === 0) return;
    const client = new sdk.CloudFrontClient({ region: 'us-east-1', maxAttempts: 5 });
    const CallerReference = `sitegen-${Date.now()}`; // requests with the same one are ignored
    const InvalidationBatch = { CallerReference, Paths: { Quantity: paths.length, Items: [...paths] } };
    const command = new sdk.CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch });
    try {
      await client.send(command, { abortSignal: signal });
    } catch (error) {
      signal.throwIfAborted();
      const { name, message } = error as Error;
      throw new SitegenError(
        `The site is deployed, but invalidating distribution ${distribution} failed: ${name}, ${message}\n` +
          `Try: aws cloudfront create-invalidation --distribution-id ${distribution} --paths '/*'`,
        { cause: error },
      );
    } finally {
      client.destroy();
    }
  };
}
