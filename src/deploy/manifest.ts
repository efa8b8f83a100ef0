/**
 * The record of a deploy for the next one, in a file in the bucket. Anyone can read it if the bucket is public, so it
 * contains hashes instead of file names.
 */
import { hashOf } from '../shared/hash.ts';
import type { SiteFile } from './site-files.ts';

/** No file of a site has this name: builds skip hidden files. */
export const MANIFEST = '.sitegen-deploy.json';

/** The number of deploys since files left the site, by path. */
export type FileAges = ReadonlyMap<string, number>;

export interface Manifest {
  /** Maps `nameOf` a file to its `stampOf`. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Maps `nameOf` a file that has left the site to the number of deploys since. */
  readonly ages: Readonly<Record<string, number>>;
}

const VERSION = 1;

/** A file's path as a manifest contains it. */
export function nameOf(file: string): string {
  return hashOf(file);
}

/** Identifies a file with its headers, and the object in S3 that was created from it. */
export function stampOf({ md5, type, cacheControl, location = '' }: SiteFile, etag: string): string {
  return hashOf(md5, type, cacheControl, location, etag);
}

/** @returns an empty manifest when the text is not a valid one: all files are then compared with the bucket */
export function parseManifest(text: string): Manifest {
  try {
    const { version, stamps, ages } = JSON.parse(text) as Partial<Manifest> & { version?: number };
    if (version === VERSION && stamps && ages) return { stamps, ages };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { stamps: {}, ages: {} };
}

/** @param site its files, each with its ETag */
export function formatManifest(site: readonly (readonly [SiteFile, string])[], ages: FileAges): string {
  const stamps = site.map(([file, etag]) => [nameOf(file.file), stampOf(file, etag)] as const);
  const retained = [...ages].map(([file, age]) => [nameOf(file), age] as const);
  return JSON.stringify({ version: VERSION, stamps: fromEntries(stamps), ages: fromEntries(retained) });
}

/** Sorted, so that the same site has the same manifest. */
function fromEntries<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
