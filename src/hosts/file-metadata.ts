/** The type and caching of each file of a site. */
import { lookup } from 'mrmime';

/** For files whose name changes with their contents: browsers never need to request them again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Browsers check for changes each time. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * True if a file's name changes with its contents. A build allows no other files in that folder.
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

/** Types missing in mrmime. */
const MORE_TYPES: Readonly<Record<string, string>> = {
  ico: 'image/vnd.microsoft.icon',
  m4v: 'video/x-m4v',
  usdz: 'model/vnd.usdz+zip',
};

/** Extensions for which some server has no type, a different one, or no character encoding unless configured. */
export const EXPLICIT_TYPES = [
  'csv',
  'ico',
  'ics',
  'js',
  'json',
  'map',
  'md',
  'mjs',
  'svg',
  'vtt',
  'webmanifest',
  'xml',
];

/**
 * @param file a name, or a path from `out`
 * @returns the type, with a character encoding if it has one: some hosts send none, and some browsers then guess
 */
export function mediaTypeOf(file: string): string {
  const type = lookup(file) ?? MORE_TYPES[file.replace(/^.*\./, '').toLowerCase()] ?? 'application/octet-stream';
  return /^text\/|javascript|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}
