/** Plans the changes that turn the contents of a bucket into a site. */
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Bucket } from './s3-bucket.ts';
import { compare, findStrays, type Listing } from './diff.ts';
import type { FileAges, Manifest } from './manifest.ts';
import type { SiteFile } from './site-files.ts';

/** A file of a build or of a release. */
export type PlannedFile = Pick<SiteFile, 'file' | 'size'>;

/** Each file is in one of the lists. */
export interface Plan<File extends PlannedFile = PlannedFile> {
  readonly added: readonly File[];
  readonly changed: readonly File[];
  readonly unchanged: readonly File[];
  /** Files in the bucket that are not part of the site. From the prefix, like all paths here. */
  readonly strays: readonly string[];
  /** Assets of previous deploys, kept for a while for pages loaded earlier. */
  readonly retained: FileAges;
  /** The contents of the bucket before the deploy. */
  readonly listing: Listing;
}

export interface PlanOptions {
  readonly listing: Listing;
  readonly manifest: Manifest;
  readonly site: readonly SiteFile[];
  /** How many deploys assets with hashed names are kept for after they leave the site. */
  readonly keep: number;
  /** True for files, from the prefix, that belong to another server. */
  readonly isOthers: (file: string) => boolean;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
}

/** Compares the site with a bucket, and reads the headers of files that the manifest does not know. Changes nothing. */
export async function planDeploy(bucket: Bucket, options: PlanOptions): Promise<Plan<SiteFile>> {
  const { listing, manifest, site, keep, isOthers, concurrency } = options;
  const { added, changed, unchanged, unclear } = compare(site, listing, manifest);
  const areSame = await mapConcurrently(unclear, concurrency, (file) => hasHeadersOf(bucket, file));
  const isSame = (_: SiteFile, index: number) => areSame[index] === true;
  const toChange = [...changed, ...unclear.filter((file, index) => !isSame(file, index))];
  const uploads = added.length + toChange.length;
  return {
    added,
    changed: toChange,
    unchanged: [...unchanged, ...unclear.filter(isSame)],
    ...findStrays(site, listing, manifest, { keep, isSame: uploads === 0, isOthers }),
    listing,
  };
}

async function hasHeadersOf(bucket: Bucket, { file, type, cacheControl, location }: SiteFile): Promise<boolean> {
  const headers = await bucket.readHeaders(file);
  return headers.type === type && headers.cacheControl === cacheControl && headers.location === location;
}
