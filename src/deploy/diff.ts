/** Compares a site with the contents of a bucket. Pure. */
import { isHashed } from '../hosts/file-metadata.ts';
import { MANIFEST, OWN_FILES, fileKeyOf, stampOf, type FileAges, type Manifest } from './manifest.ts';
import type { SiteFile } from './site-files.ts';
import { lookUp } from '../shared/records.ts';

/** The ETags of all files below the prefix, by path. */
export type Listing = ReadonlyMap<string, string>;

export interface Comparison {
  readonly added: readonly SiteFile[];
  readonly changed: readonly SiteFile[];
  readonly unchanged: readonly SiteFile[];
  /** The same bytes, but possibly other headers. */
  readonly unclear: readonly SiteFile[];
}

/**
 * Groups a site's files by how they differ from the bucket. S3 has the last word: what the manifest recorded of a file is
 * valid as long as the object is still the one uploaded then.
 */
export function compare(site: readonly SiteFile[], listing: Listing, { stamps }: Manifest): Comparison {
  const groups: Record<keyof Comparison, SiteFile[]> = { added: [], changed: [], unchanged: [], unclear: [] };
  for (const file of site) {
    const etag = listing.get(file.file);
    if (etag === undefined) groups.added.push(file);
    else if (stamps[fileKeyOf(file.file)] === stampOf(file, etag)) groups.unchanged.push(file);
    // An ETag is the MD5 of the contents, except for multipart uploads and objects encrypted with a KMS key.
    else if (etag === file.md5) groups.unclear.push(file);
    else groups.changed.push(file);
  }
  return groups;
}

interface StrayRules {
  readonly keep: number;
  /** True if this deploy uploads nothing; retained assets do not age then. */
  readonly isSame: boolean;
  /** True for files of another server (`elsewhere` in the config). */
  readonly isOthers: (file: string) => boolean;
}

export interface StrayFiles {
  /** Files in the bucket that are not part of the site. */
  readonly strays: readonly string[];
  /** Assets of previous deploys, kept for pages loaded earlier. */
  readonly retained: FileAges;
}

/**
 * Finds files that are not part of the site. Assets with hashed names are retained for `keep` deploys. Other sites deployed
 * into a subfolder, such as `/docs/` below `/`, are ignored.
 */
export function findStrays(
  site: readonly Pick<SiteFile, 'file'>[],
  listing: Listing,
  { ages }: Manifest,
  { keep, isSame, isOthers }: StrayRules,
): StrayFiles {
  const ours = new Set(site.map(({ file }) => file));
  const files = [...listing.keys()];
  const otherSites = files.filter((file) => file.endsWith(`/${MANIFEST}`)).map(folderOf);
  const isOurs = (file: string) =>
    !isFolder(file) && !isOthers(file) && !otherSites.some((folder) => file.startsWith(folder));
  const unused = files.filter((file) => !ours.has(file) && !OWN_FILES.includes(file) && isOurs(file));
  const aged = unused.map((file) => [file, ageOf(lookUp(ages, fileKeyOf(file)), isSame)] as const);
  const isRetained = ([file, age]: readonly [string, number]) => isHashed(file) && age <= keep;
  return {
    strays: aged.filter((entry) => !isRetained(entry)).map(([file]) => file),
    retained: new Map(aged.filter(isRetained)),
  };
}

/** A file without a recorded age was presumably part of the site until this deploy. */
function ageOf(recorded: number | undefined, isSame: boolean): number {
  return recorded === undefined ? 1 : recorded + (isSame ? 0 : 1);
}

/** `docs/.sitegen-deploy.json` -> `docs/` */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

/** Consoles represent a folder by an empty object with such a name. */
function isFolder(file: string): boolean {
  return file === '' || file.endsWith('/');
}
