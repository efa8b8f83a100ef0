/** What is to be done so that a bucket holds a site. */
import { mapConcurrently } from '../core/concurrency.ts';
import type { Bucket } from './s3-bucket.ts';
import { compare, findGone, type Listing } from './diff.ts';
import { MANIFEST, parseManifest, type FileAges } from './manifest.ts';
import type { SiteFile } from './site-files.ts';

/** No file is in two of the lists. */
export interface Plan {
  readonly added: readonly SiteFile[];
  readonly changed: readonly SiteFile[];
  readonly unchanged: readonly SiteFile[];
  /** In the bucket, and not part of the site. From the prefix, as all paths here. */
  readonly gone: readonly string[];
  /** Nor are these; they stay for a while, for pages that were loaded before. */
  readonly former: FileAges;
  /** What the bucket holds before. */
  readonly listing: Listing;
  /** The manifest that lies in it, if there is one. */
  readonly manifest: string | undefined;
}

export interface PlanOptions {
  readonly site: readonly SiteFile[];
  /** For so many deploys files with hashed names stay once they are not part of the site any more. */
  readonly keep: number;
  /** So many requests at a time. */
  readonly concurrency: number;
}

/** Asks a bucket what it holds, and for the headers of what nobody has noted them of. Changes nothing. */
export async function planDeploy(bucket: Bucket, { site, keep, concurrency }: PlanOptions): Promise<Plan> {
  const listing = await bucket.list();
  const text = listing.has(MANIFEST) ? await bucket.read(MANIFEST) : undefined;
  const manifest = parseManifest(text ?? '');
  const { added, changed, unchanged, unclear } = compare(site, listing, manifest);
  const areSame = await mapConcurrently(unclear, concurrency, bucket.isSentAs);
  const isSame = (_: SiteFile, index: number) => areSame[index] === true;
  const toChange = [...changed, ...unclear.filter((file, index) => !isSame(file, index))];
  const uploads = added.length + toChange.length;
  return {
    added,
    changed: toChange,
    unchanged: [...unchanged, ...unclear.filter(isSame)],
    ...findGone(site, listing, manifest, { keep, isSame: uploads === 0 }),
    listing,
    manifest: text,
  };
}
