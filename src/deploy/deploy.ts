/** Uploads a site to S3 so that each page in the bucket finds its files at any moment. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { mapConcurrently, waitForAll } from '../shared/concurrency.ts';
import type { Config, OpenPlaceholder } from '../shared/model.ts';
import { isHtml } from '../shared/paths.ts';
import { createInvalidator, pathsToInvalidate } from './invalidate.ts';
import { lockSite, readPlaceholders } from './lock-site.ts';
import { MANIFEST, formatManifest, parseManifest, type Manifest } from './manifest.ts';
import { manifestAfter, manifestDuring, planChanges, type Plan } from './plan.ts';
import { openBucket, type Bucket, type BucketOptions, type Listing, type StoredText } from './s3-bucket.ts';
import { formatDestination } from './s3-url.ts';
import { listSiteFiles, md5Of, withPageKeys, type SiteFile } from './site-files.ts';

export interface DeployOptions extends Omit<BucketOptions, 'root'> {
  readonly config: Config;
  /** Plans the changes, and makes none. */
  readonly dry: boolean;
  /** Deletes files of earlier deploys that have left the site. */
  readonly deletes: boolean;
  /** More deletions than this count as a mistake. */
  readonly maxDeletes: number;
  readonly allowPlaceholders: boolean;
  /** The CloudFront distribution in which to invalidate changed paths. */
  readonly distribution: string | undefined;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  /** Called before anything is changed. */
  readonly onPlan: (plan: Plan) => void;
  /** Called for each upload and each deletion. */
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
  const { root, out, base } = options.config;
  const { distribution, signal, deletes } = options;
  const unlock = await lockSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(out);
    if (placeholders.length > 0) return { placeholders };
    const invalidate = distribution === undefined ? undefined : createInvalidator(root, distribution, signal);
    const bucket = openBucket({ root, ...options });
    try {
      const plan = await deployTo(bucket, options);
      if (!options.dry) await invalidate?.(pathsToInvalidate(plan, base, deletes));
      return { placeholders, plan };
    } finally {
      bucket.close();
    }
  } finally {
    unlock();
  }
}

async function deployTo(bucket: Bucket, options: DeployOptions): Promise<Plan> {
  const { config, concurrency, signal, dry, onPlan } = options;
  const file = formatDestination(options.destination) + MANIFEST;
  // Before the list: what another deploy changes after this makes the condition fail, under which the manifest is written.
  const stored = await bucket.readIfReadable(MANIFEST);
  const [listing, published] = await waitForAll([bucket.list(), listSiteFiles(config, signal)]);
  if (stored === undefined && listing.has(MANIFEST)) throw await describeUnread(bucket, file);
  const manifest = stored === undefined ? { stamps: {}, ages: {} } : parseManifest(stored.text, file);
  const files = withPageKeys(published, config.trailingSlash);
  // An ETag is the MD5 of the contents, except for multipart uploads and objects encrypted with a KMS key.
  const isThere = async (wanted: SiteFile, etag: string) => etag === wanted.md5 && bucket.hasHeaders(wanted);
  const plan = await planChanges({ config, listing, manifest, files, isThere, concurrency });
  onPlan(plan);
  if (dry) return plan;
  limitDeletes(plan, options);
  await applyPlan(bucket, plan, { stored, manifest, listing }, options);
  return plan;
}

/** Why a manifest was not readable although it is listed. */
async function describeUnread(bucket: Bucket, file: string): Promise<SitegenError> {
  if ((await bucket.readIfReadable(MANIFEST)) !== undefined)
    return describeConflict('Nothing was changed by this one.');
  return new SitegenError(
    `Access denied: cannot read ${file}, the record of the last deploy.\n` +
      'Try: grant s3:GetObject to the user or role that deploys; docs/deploy.md has the whole policy.',
  );
}

function describeConflict(consequence: string): SitegenError {
  return new SitegenError(
    `Another deploy is changing this site. ${consequence}\n` +
      'Try: wait until it has finished, then deploy the build that should be live',
  );
}

/** Many deletions are a sign of a wrong prefix, or of the `out` of another site. */
function limitDeletes({ strays }: Plan, { deletes, maxDeletes }: DeployOptions): void {
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
 * which may link to them, and deletions come last. The manifest is written before and after, each time only if no other deploy
 * has written it since: of two deploys at once, at least one ends with an error.
 *
 * @throws {SitegenError} when a write or deletion fails; later steps are then skipped
 */
async function applyPlan(
  bucket: Bucket,
  plan: Plan,
  before: { readonly stored: StoredText | undefined; readonly manifest: Manifest; readonly listing: Listing },
  options: DeployOptions,
): Promise<void> {
  const { manifest, listing } = before;
  const { config, deletes, concurrency, onProgress = () => {} } = options;
  const strays = deletes ? plan.strays : [];
  const known = plan.added.length + plan.changed.length + strays.length;
  const etags = new Map(listing);
  const finalManifest = () => formatManifest(manifestAfter(manifest, plan, (file) => etags.get(file) ?? '', strays));
  let { stored } = before;
  if (known === 0 && stored?.text === finalManifest()) return;
  if (known > 0) {
    const text = formatManifest(manifestDuring(manifest, plan), randomUUID());
    stored = await bucket.replaceText(MANIFEST, text, stored);
    if (stored === undefined) throw describeConflict('Nothing was changed by this one.');
  }

  let done = 0;
  const advance = () => onProgress((done += 1), known);
  for (const files of inOrder(plan)) {
    const upload = async (file: SiteFile) => {
      etags.set(file.file, await bucket.write(file, await readPlanned(config.out, file)));
      advance();
    };
    const [large, small] = split(files, ({ size }) => size > LARGE);
    await mapConcurrently(small, concurrency, upload);
    await mapConcurrently(large, 1, upload);
  }
  // Pages first: a page may still be requested while its files are deleted.
  for (const files of split(strays, isHtml))
    await mapConcurrently(files, concurrency, async (file) => {
      await bucket.remove(file);
      advance();
    });
  const ended = await bucket.replaceText(MANIFEST, finalManifest(), stored);
  if (ended === undefined) throw describeConflict('Files of both may be in the bucket.');
}

/** Groups of files that can be written in parallel, in order. */
function inOrder({ added, changed }: Plan): SiteFile[][] {
  const isPage = ({ file, source = file, location }: SiteFile) => location !== undefined || isHtml(source);
  const [newPages, newFiles] = split(added, isPage);
  const [pages, files] = split(changed, isPage);
  return [[...newFiles, ...files], newPages, pages];
}

/** @returns the items that match, and the others */
function split<Item>(items: readonly Item[], matches: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))];
}

/** @throws {SitegenError} when the file has changed since the plan */
async function readPlanned(out: string, { file, source = file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, source));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, source)} changed during the deploy.\nTry: run the command again.`);
}
