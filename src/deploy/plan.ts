/** Plans the changes that turn the contents of a bucket into a site. */
import { isElsewhere } from '../shared/address.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Config } from '../shared/model.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { lookUp } from '../shared/records.ts';
import { MANIFEST, UNKNOWN, fileKeyOf, findOurs, stampOf, type Manifest } from './manifest.ts';
import type { Listing } from './s3-bucket.ts';
import type { SiteFile } from './site-files.ts';

/** Each file is in one of the first four lists, or in `retained`. */
export interface Plan {
  readonly added: readonly SiteFile[];
  readonly changed: readonly SiteFile[];
  readonly unchanged: readonly SiteFile[];
  /** Uploaded by earlier deploys, and no longer part of the site. From the prefix, like all paths here. */
  readonly strays: readonly string[];
  /** Assets of previous deploys, kept for a while for pages loaded earlier. */
  readonly retained: readonly string[];
  /** The number of deploys since files of both lists left the site. */
  readonly ages: ReadonlyMap<string, number>;
}

export interface PlanOptions {
  readonly config: Pick<Config, 'base' | 'keepAssets' | 'elsewhere'>;
  readonly listing: Listing;
  readonly manifest: Manifest;
  readonly files: readonly SiteFile[];
  /** True if the bucket has a file that is not recorded, with these contents and headers. */
  readonly isThere: (file: SiteFile, etag: string) => Promise<boolean>;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
}

/** Compares files with a bucket. Assets with hashed names are retained for some deploys. Changes nothing. */
export async function planChanges(options: PlanOptions): Promise<Plan> {
  const { config, listing, manifest, files, isThere, concurrency } = options;
  const kinds = await mapConcurrently(files, concurrency, async (file) => {
    const etag = listing.get(file.file);
    if (etag === undefined) return 'added';
    // S3 has the last word: the manifest is right about a file as long as the object is still the one uploaded then.
    if (lookUp(manifest.stamps, fileKeyOf(file.file)) === stampOf(file, etag)) return 'recorded';
    return (await isThere(file, etag)) ? 'found' : 'changed';
  });
  const ofKind = (...wanted: string[]) => files.filter((_, index) => wanted.includes(kinds[index] ?? ''));
  const aging = kinds.every((kind) => kind === 'recorded') ? 0 : 1; // retained assets do not age if nothing was uploaded
  const isRetained = ([file, age]: readonly [string, number]) => isHashed(file) && age <= config.keepAssets;
  const left = findLeft(options).map((file) => {
    const age = lookUp(manifest.ages, fileKeyOf(file));
    // A file without a recorded age was part of the site until this deploy.
    return [file, age === undefined ? 1 : age + aging] as const;
  });
  return {
    added: ofKind('added'),
    changed: ofKind('changed'),
    unchanged: ofKind('recorded', 'found'),
    strays: left.filter((entry) => !isRetained(entry)).map(([file]) => file),
    retained: left.filter(isRetained).map(([file]) => file),
    ages: new Map(left),
  };
}

/**
 * Files that sitegen has uploaded, and that are not part of the site now. All others in the bucket belong to somebody else: also
 * those that were part of the site once, and now belong to another server (`elsewhere` in the config) or to another site,
 * deployed into a subfolder such as `/docs/` below `/`.
 */
function findLeft({ config, listing, manifest, files }: PlanOptions): string[] {
  const current = new Set(files.map(({ file }) => file));
  const all = [...listing.keys()];
  const otherSites = all.filter((file) => file.endsWith(`/${MANIFEST}`)).map((file) => file.slice(0, -MANIFEST.length));
  const isOthers = (file: string) =>
    isElsewhere(config.elsewhere, config.base + file) || otherSites.some((folder) => file.startsWith(folder));
  const isOurs = (file: string) => findOurs(manifest, file, listing.get(file) ?? '') !== undefined;
  return all.filter((file) => !current.has(file) && isOurs(file) && !isOthers(file));
}

/**
 * The manifest while a deploy changes the bucket: it lists the files of the last site and of the next one, so that a later deploy
 * knows all of them as ours, even if this one is killed.
 */
export function manifestDuring({ stamps, ages }: Manifest, { added, changed }: Plan): Manifest {
  const uploads = [...added, ...changed].map(({ file }) => [fileKeyOf(file), UNKNOWN] as const);
  return { stamps: { ...stamps, ...Object.fromEntries(uploads) }, ages };
}

/** The manifest after a deploy. @param etagOf a file in the bucket. @param deleted files that were deleted */
export function manifestAfter(
  before: Manifest,
  { added, changed, unchanged, ages }: Plan,
  etagOf: (file: string) => string,
  deleted: readonly string[],
): Manifest {
  const gone = new Set(deleted);
  const left = [...ages].filter(([file]) => !gone.has(file)).map(([file, age]) => [fileKeyOf(file), age] as const);
  const kept = left.map(([key]) => [key, lookUp(before.stamps, key) ?? UNKNOWN] as const);
  const site = [...added, ...changed, ...unchanged].map(
    (file) => [fileKeyOf(file.file), stampOf(file, etagOf(file.file))] as const,
  );
  return { stamps: Object.fromEntries([...kept, ...site]), ages: Object.fromEntries(left) };
}
