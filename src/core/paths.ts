/** Turns one kind of path into another. Paths are POSIX here, native only where the file system is asked. */
import path from 'node:path';
import type { PageFile } from './model.ts';
import { readPattern } from '../api/route-pattern.ts';

/** The folder that holds the page files, from the project's root. */
export const PAGES = 'templates/pages';

/** A file in `out` that tells it from a folder which a build must not touch. */
export const MARKER = '.sitegen';

/** Where sitegen keeps what it needs between builds, in the project. All of it is safe to delete. */
export function statePaths(root: string) {
  const folder = path.join(root, '.sitegen');
  return {
    folder,
    cache: path.join(folder, 'cache'),
    /** Data that `serve` keeps for a few minutes. */
    data: path.join(folder, 'data'),
    /** Settings for hosts that are not part of the site. */
    hosts: path.join(folder, 'hosts'),
    routeTypes: path.join(folder, 'routes.d.ts'),
    externalLinks: path.join(folder, 'external.json'),
  } as const;
}

/** The names a config file may have, in the project's root. The first one found counts. */
export const CONFIG_FILES = ['sitegen.config.ts', 'sitegen.config.js', 'sitegen.config.mjs'] as const;

/** @param source from the root: `templates/pages/insights/[slug].tsx` */
export function toPageFile(source: string): PageFile {
  const pattern = pageFileToRoutePath(source.slice(PAGES.length + 1));
  return { source, pattern, isParametric: readPattern(pattern).some(({ name }) => name !== undefined) };
}

/**
 * The address that a page file answers to, or the pattern of such addresses.
 *
 * @param file from `templates/pages`: `guide/setup.tsx`, `insights/[slug].tsx`
 * @returns `/guide/setup/`, `/insights/[slug]/`; for a page that hosts show on failure, a file of its own: `/404.html`
 */
export function pageFileToRoutePath(file: string): string {
  const stem = file.replace(/\.tsx$/, '');
  const name = path.posix.basename(stem);
  if (name === '404' || name === '500') return `/${stem}.html`;
  const folder = name === 'index' ? path.posix.dirname(stem) : stem;
  return folder === '.' ? '/' : `/${folder}/`;
}

/** `/guide/setup/` -> `guide/setup/index.html`; `/404.html` -> `404.html` */
export function routePathToOutput(routePath: string): string {
  return routePath.slice(1) + (routePath.endsWith('/') ? 'index.html' : '');
}

/** True for `404.html` and `500.html`, which hosts show in place of a page and nobody links to. */
export function isErrorPage(output: string): boolean {
  return /(^|\/)(404|500)\.html$/.test(output);
}

/**
 * What is wrong with a name in a page's path, or nothing. These characters and names end a URL early, are not allowed
 * on Windows, are half of a character (which no file system keeps), or are listed by Amazon S3 as ones to avoid:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
 */
export function illegalInName(name: string): string | undefined {
  const character = /[\p{Cc}\p{Cs}<>:"|?*\\#%{}^`[\]~]/u.exec(name)?.[0];
  if (character !== undefined) return `the character ${JSON.stringify(character)}`;
  if (/^\.|[. ]$/.test(name)) return 'a dot or a space at an end';
  if (isReserved(name)) return 'a name that Windows keeps for itself';
  if (Buffer.byteLength(name) > 255) return 'more than 255 bytes';
  return undefined;
}

/** What no system and host takes in the name of a file: less than that, because such a name is nobody's address. */
export function illegalInFileName(name: string): string | undefined {
  // Node reads bytes that are no UTF-8 as U+FFFD, and then does not find the file.
  const character = /[\p{Cc}\p{Cs}\uFFFD<>:"|?*\\]/u.exec(name)?.[0];
  if (character !== undefined) return `the character ${JSON.stringify(character)}`;
  if (/[. ]$/.test(name)) return 'a dot or a space at its end';
  return isReserved(name) ? 'a form that Windows keeps for itself' : undefined;
}

/** With or without an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
function isReserved(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
}

/** Whether a path in `out` is longer than the names that Amazon S3 keeps, which is 1024 bytes. */
export function isTooLong(output: string): boolean {
  return Buffer.byteLength(output) > 1024;
}

/** Whether a path is a folder or lies inside it. Both absolute. */
export function isWithin(folder: string, target: string): boolean {
  return target === folder || target.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** `guide\setup.tsx` on Windows -> `guide/setup.tsx` */
export function toPosix(nativePath: string): string {
  return nativePath.replaceAll(path.sep, '/');
}

/** Some file systems take "About" and "about", or two spellings of "é", for one name: these have one key. */
export function fileNameKey(output: string): string {
  return output.normalize('NFC').toLowerCase();
}

/** `a/b/c.html` -> `a`, `a/b` */
export function parentFolders(output: string): string[] {
  const names = output.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** @returns the path without percent-encoding; `undefined` when the encoding is broken */
export function decodePath(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
