/**
 * The record of a deploy for the next one, in a file in the bucket. Anyone can read it if the bucket is public, so it
 * contains hashes instead of file names.
 */
import { SitegenError } from '../shared/errors.ts';
import { hashOf } from '../shared/hash.ts';
import type { SiteFile } from './site-files.ts';

/** No file of a site has this name: builds skip hidden files. */
export const MANIFEST = '.sitegen-deploy.json';

/** The number of deploys since files left the site, by path. */
export type FileAges = ReadonlyMap<string, number>;

/** Held by the deploy that may change the bucket. */
export interface LeaseEntry {
  /** Random for each deploy. */
  readonly id: string;
  /** When it expires, by the clock of the service: an ISO date. */
  readonly until: string;
}

export interface Manifest {
  /** Maps the key of a file of the site to its `stampOf`; to an empty text while a deploy uploads it. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Maps the key of a file that has left the site, and is still in the bucket, to the number of deploys since. */
  readonly ages: Readonly<Record<string, number>>;
  /** Absent when the deploy that wrote it has finished. */
  readonly lease?: LeaseEntry;
}

/** The manifest of a bucket without one. */
export const NO_MANIFEST: Manifest = { stamps: {}, ages: {} };

/** Of the format of each record. */
export const VERSION = 1;

/** A file's path as a manifest contains it. */
export function fileKeyOf(file: string): string {
  return hashOf(file);
}

/** Identifies a file with its headers, and the object in S3 that was created from it. */
export function stampOf({ md5, type, cacheControl, location = '' }: SiteFile, etag: string): string {
  return hashOf(md5, type, cacheControl, location, etag);
}

/**
 * @param where the bucket, for messages: `s3://bucket/site/`
 * @throws {SitegenError} when the text is not a manifest
 */
export function parseManifest(text: string, where: string): Manifest {
  const advice = 'delete it. The next deploy then compares all files with the bucket';
  return parseRecord(text, where + MANIFEST, isManifest, advice);
}

/**
 * @param advice what to do with a damaged file
 * @throws {SitegenError} when the text is not such a record
 */
export function parseRecord<Found>(
  text: string,
  file: string,
  isRight: (value: unknown) => value is Found,
  advice: string,
): Found {
  const found = parseJson(text);
  if (isRight(found)) return found;
  const isNewer = isRecord(found) && typeof found['version'] === 'number' && found['version'] > VERSION;
  throw new SitegenError(
    isNewer
      ? `${file} was written by a newer sitegen.\nTry: update sitegen`
      : `${file} is damaged: it is not what sitegen writes.\nTry: ${advice}`,
  );
}

/** @param subject of the record: `the last deploy` */
export function describeDenied(file: string, subject: string): SitegenError {
  return new SitegenError(
    `Access denied: cannot read ${file}, the record of ${subject}.\n` +
      'Try: grant s3:GetObject to the user or role that deploys; docs/deploy.md has the whole policy.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || value['version'] !== VERSION) return false;
  const { stamps, ages, lease } = value;
  return (
    isRecordOf(stamps, (stamp) => typeof stamp === 'string') &&
    isRecordOf(ages, (age) => typeof age === 'number' && age >= 0) &&
    (lease === undefined || isLease(lease))
  );
}

function isLease(value: unknown): boolean {
  return isRecord(value) && typeof value['id'] === 'string' && !Number.isNaN(Date.parse(String(value['until'])));
}

export function isRecordOf(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return isRecord(value) && Object.values(value).every(isRight);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a manifest while a deploy changes the bucket, or without a lease. */
export function withLease(manifest: Manifest, lease: LeaseEntry | undefined): string {
  const { stamps, ages } = manifest;
  return JSON.stringify({ version: VERSION, stamps, ages, ...(lease && { lease }) });
}

/**
 * The manifest while a deploy changes the bucket: it lists the files of the last site and of the next one, so that a later deploy
 * knows them as ours even if this one is killed.
 */
export function withUploads(manifest: Manifest, uploads: readonly string[]): Manifest {
  const unknown = uploads.map((file) => [fileKeyOf(file), ''] as const);
  return { ...manifest, stamps: { ...manifest.stamps, ...fromEntries(unknown) } };
}

/** @param site the path of each file, with its stamp. @param ages of those that have left the site, and are still there */
export function formatManifest(site: readonly (readonly [string, string])[], ages: FileAges): string {
  const stamps = site.map(([file, stamp]) => [fileKeyOf(file), stamp] as const);
  const retained = [...ages].map(([file, age]) => [fileKeyOf(file), age] as const);
  return withLease({ stamps: fromEntries(stamps), ages: fromEntries(retained) }, undefined);
}

/** Sorted, so that the same site has the same manifest. */
function fromEntries<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
