/**
 * The record of a deploy for the next one, in a file in the bucket. Anyone can read it if the bucket is public, so it
 * contains hashes instead of file names.
 */
import { SitegenError } from '../shared/errors.ts';
import { parseJson } from '../shared/files.ts';
import { hashOf } from '../shared/hash.ts';
import { lookUp } from '../shared/records.ts';
import type { SiteFile } from './site-files.ts';

/** No file of a site has this name: builds skip hidden files. */
export const MANIFEST = '.sitegen-deploy.json';

const VERSION = 1;

/** The stamp of a file that a deploy was about to upload: it may be in the bucket, with this deploy's contents or others. */
export const UNKNOWN = '';

/** Every file that sitegen has uploaded and not deleted, by `fileKeyOf`. Nothing else in the bucket is ours. */
export interface Manifest {
  /** The stamp of each. */
  readonly stamps: Readonly<Record<string, string>>;
  /** The number of deploys since it left the site. */
  readonly ages: Readonly<Record<string, number>>;
}

/** A file's path as a manifest contains it. */
export function fileKeyOf(file: string): string {
  return hashOf(file);
}

/** Identifies a file with its headers, and the object in S3 that was created from it. */
export function stampOf({ md5, type, cacheControl, location = '' }: SiteFile, etag: string): string {
  return `${hashOf(md5, type, cacheControl, location)}.${hashOf(etag)}`;
}

/** @returns the stamp of an object that sitegen has uploaded; `undefined` for one that others have written */
export function findOurs({ stamps }: Manifest, file: string, etag: string): string | undefined {
  const stamp = lookUp(stamps, fileKeyOf(file));
  return stamp === UNKNOWN || stamp?.endsWith(`.${hashOf(etag)}`) ? stamp : undefined;
}

/**
 * @param deploy random for each deploy, while it changes the bucket: two deploys never write the same text
 * @returns sorted, so that the same site has the same manifest
 */
export function formatManifest({ stamps, ages }: Manifest, deploy?: string): string {
  return JSON.stringify({ version: VERSION, stamps: sorted(stamps), ages: sorted(ages), deploy });
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param file for messages: `s3://bucket/site/.sitegen-deploy.json`
 * @throws {SitegenError} when the text is not a manifest
 */
export function parseManifest(text: string, file: string): Manifest {
  const found = parseJson(text) as (Manifest & { readonly version?: unknown }) | null | undefined;
  if (found?.version === VERSION) return found;
  throw new SitegenError(
    Number(found?.version) > VERSION
      ? `${file} was written by a newer sitegen.\nTry: update sitegen`
      : `${file} is damaged: it is not what sitegen writes.\n` +
          'Try: delete it. The next deploy then compares all files with the bucket, and no longer knows which of them it may delete',
  );
}
