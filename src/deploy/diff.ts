/** What distinguishes a site from what a bucket holds. Pure. */
import { isHashed } from '../hosts/file-metadata.ts';
import { MANIFEST, nameOf, stampOf, type FileAges, type Manifest } from './manifest.ts';
import type { SiteFile } from './site-files.ts';

/** From a file's path to its ETag, for all that lies below the prefix. */
export type Listing = ReadonlyMap<string, string>;

export interface Comparison {
  readonly added: readonly SiteFile[];
  readonly changed: readonly SiteFile[];
  readonly unchanged: readonly SiteFile[];
  /** The same bytes, and nobody knows whether also the same headers. */
  readonly unclear: readonly SiteFile[];
}

/**
 * Sorts a site's files by what is to be done with them. Only what S3 says itself counts: what the manifest has noted of a
 * file holds as long as the object is still the one that was uploaded then.
 */
export function compare(site: readonly SiteFile[], listing: Listing, { stamps }: Manifest): Comparison {
  const groups: Record<keyof Comparison, SiteFile[]> = { added: [], changed: [], unchanged: [], unclear: [] };
  for (const file of site) {
    const etag = listing.get(file.file);
    if (etag === undefined) groups.added.push(file);
    else if (stamps[nameOf(file.file)] === stampOf(file, etag)) groups.unchanged.push(file);
    // An ETag is the MD5 of the contents, unless an object was put together of parts or encrypted with a key of KMS.
    else if (etag === file.md5) groups.unclear.push(file);
    else groups.changed.push(file);
  }
  return groups;
}

export interface Gone {
  /** In the bucket, and not part of the site. */
  readonly gone: readonly string[];
  /** Nor are these; they stay for pages that were loaded before. */
  readonly former: FileAges;
}

/**
 * Finds what is not part of the site any more. Files with hashed names are kept for `keep` deploys. Sites that were deployed
 * into a folder of this one, as `/docs/` below `/`, are nothing of ours.
 *
 * @param isSame whether this deploy uploads nothing: then nothing gets older
 */
export function findGone(
  site: readonly SiteFile[],
  listing: Listing,
  { ages }: Manifest,
  { keep, isSame }: { readonly keep: number; readonly isSame: boolean },
): Gone {
  const ours = new Set(site.map(({ file }) => file));
  const others = [...listing.keys()].filter((file) => file.endsWith(`/${MANIFEST}`)).map(folderOf);
  const strays = [...listing.keys()].filter(
    (file) =>
      !ours.has(file) && file !== MANIFEST && !isFolder(file) && !others.some((other) => file.startsWith(other)),
  );
  const aged = strays.map((file) => [file, ageOf(ages[nameOf(file)], isSame)] as const);
  const isFormer = ([file, age]: readonly [string, number]) => isHashed(file) && age <= keep;
  return {
    gone: aged.filter((entry) => !isFormer(entry)).map(([file]) => file),
    former: new Map(aged.filter(isFormer)),
  };
}

/** Whoever is not noted was part of the site until now, as far as we know. */
function ageOf(noted: number | undefined, isSame: boolean): number {
  return noted === undefined ? 1 : noted + (isSame ? 0 : 1);
}

/** `docs/.sitegen-deploy.json` -> `docs/` */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

/** Consoles show a folder where an empty object has such a name. */
function isFolder(file: string): boolean {
  return file === '' || file.endsWith('/');
}
