/** Plans the changes that turn the contents of a bucket into a site. */
import { isElsewhere } from '../shared/address.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Config } from '../shared/model.ts';
import { isHashed } from '../hosts/file-metadata.ts';
import { lookUp } from '../shared/records.ts';
import { MANIFEST, fileKeyOf, type FileAges, type Manifest } from './manifest.ts';
import type { Listing } from './s3-bucket.ts';
import type { SiteFile } from './site-files.ts';

/** A file of a build or of a release. */
export type PlannedFile = Pick<SiteFile, 'file' | 'size'>;

/** Each file is in one of the lists. */
export interface Plan<File extends PlannedFile = PlannedFile> {
  readonly added: readonly File[];
  readonly changed: readonly File[];
  readonly unchanged: readonly File[];
  /** Uploaded by earlier deploys, and no longer part of the site. From the prefix, like all paths here. */
  readonly strays: readonly string[];
  /** Assets of previous deploys, kept for a while for pages loaded earlier. */
  readonly retained: readonly string[];
  /** Of both. */
  readonly ages: FileAges;
}

export interface PlanOptions<File extends PlannedFile> {
  readonly config: Pick<Config, 'base' | 'keepAssets' | 'elsewhere'>;
  readonly site: { readonly listing: Listing; readonly manifest: Manifest };
  readonly files: readonly File[];
  /** Identifies a file and an object, as the manifest records them. */
  readonly stampOf: (file: File, etag: string) => string;
  /** True if the bucket has a file that is not recorded, with these contents and headers. */
  readonly isThere: (file: File, etag: string) => Promise<boolean>;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
}

/** Compares files with a bucket. Assets with hashed names are retained for some deploys. Changes nothing. */
export async function planChanges<File extends PlannedFile>(options: PlanOptions<File>): Promise<Plan<File>> {
  const { config, site, files, stampOf, isThere, concurrency } = options;
  const { listing, manifest } = site;
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
  const aged = findUnused(options).map((file) => {
    const age = lookUp(manifest.ages, fileKeyOf(file));
    // A file without a recorded age was part of the site until this deploy.
    return [file, age === undefined ? 1 : age + aging] as const;
  });
  return {
    added: ofKind('added'),
    changed: ofKind('changed'),
    unchanged: ofKind('recorded', 'found'),
    strays: aged.filter((entry) => !isRetained(entry)).map(([file]) => file),
    retained: aged.filter(isRetained).map(([file]) => file),
    ages: new Map(aged),
  };
}

/**
 * Files that the manifest knows, and that are not part of the site now. All others in the bucket belong to somebody else: also
 * those that were part of the site once, and now belong to another server (`elsewhere` in the config) or to another site,
 * deployed into a subfolder such as `/docs/` below `/`.
 */
function findUnused<File extends PlannedFile>({ config, site, files }: PlanOptions<File>): string[] {
  const all = [...site.listing.keys()];
  const { stamps, ages } = site.manifest;
  const current = new Set(files.map(({ file }) => file));
  const otherSites = all.filter((file) => file.endsWith(`/${MANIFEST}`)).map((file) => file.slice(0, -MANIFEST.length));
  const isOurs = (file: string) => [stamps, ages].some((record) => Object.hasOwn(record, fileKeyOf(file)));
  const isOthers = (file: string) =>
    isElsewhere(config.elsewhere, config.base + file) || otherSites.some((folder) => file.startsWith(folder));
  return all.filter((file) => !current.has(file) && isOurs(file) && !isOthers(file));
}
