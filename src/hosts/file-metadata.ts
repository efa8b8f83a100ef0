/** What hosts are told of each file of a site. */
import { lookup } from 'mrmime';

/** Its name changes with its contents, so browsers need never ask for it again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A browser asks each time whether it has changed. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * Whether a file's name changes with its contents. A build lets nobody else have files in that folder.
 *
 * @param file from `out`
 */
export function isHashed(file: string): boolean {
  return file.startsWith('assets/');
}

/** @param file from `out` */
export function cacheControlOf(file: string): string {
  return isHashed(file) ? IMMUTABLE : REVALIDATE;
}

/** Types that are missing in the table. */
const MORE_TYPES: Readonly<Record<string, string>> = { ico: 'image/vnd.microsoft.icon' };

/** Endings of files for which some server has no type, another one, or no character encoding, unless it is told. */
export const DISPUTED = ['csv', 'ico', 'ics', 'js', 'json', 'map', 'md', 'mjs', 'svg', 'vtt', 'webmanifest', 'xml'];

/**
 * @param file its name, or from `out`
 * @returns with the character encoding, where the type has one: some hosts send none, and some browsers then guess
 */
export function mediaTypeOf(file: string): string {
  const type = lookup(file) ?? MORE_TYPES[file.replace(/^.*\./, '')] ?? 'application/octet-stream';
  return /^text\/|javascript|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}
