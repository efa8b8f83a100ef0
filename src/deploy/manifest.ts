/**
 * What a deploy leaves for the next one, in a file beside the site. Everybody can read it where the bucket is public, so it
 * names nothing: files stand there as hashes.
 */
import { hashOf } from '../core/hash.ts';
import type { SiteFile } from './site-files.ts';

/** No file of a site has this name: builds leave out hidden files. */
export const MANIFEST = '.sitegen-deploy.json';

/** For how many deploys files have not been part of the site, by their paths. */
export type FileAges = ReadonlyMap<string, number>;

export interface Manifest {
  /** From a file, as `nameOf` writes it, to what was uploaded and what S3 called it. */
  readonly stamps: Readonly<Record<string, string>>;
  /** From a file that was not part of the site any more to for how many deploys. */
  readonly ages: Readonly<Record<string, number>>;
}

const VERSION = 1;

/** A file's path as it stands in a manifest. */
export function nameOf(file: string): string {
  return hashOf(file);
}

/** Stands for a file with all that it is sent with, and for the object that S3 has made of it. */
export function stampOf({ md5, type, cacheControl, location = '' }: SiteFile, etag: string): string {
  return hashOf(md5, type, cacheControl, location, etag);
}

/** @returns one that knows nothing when the text is no manifest that we understand: then all files are looked at */
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
  const former = [...ages].map(([file, age]) => [nameOf(file), age] as const);
  return JSON.stringify({ version: VERSION, stamps: fromEntries(stamps), ages: fromEntries(former) });
}

/** Sorted, so that the same site has the same manifest. */
function fromEntries<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
