/** What of a built site visitors are to get, and how. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isRegularFile, listFiles, readIfExists } from '../core/files.ts';
import { isHidden } from '../hosts/answer.ts';
import { cacheControlOf, mediaTypeOf } from '../hosts/file-metadata.ts';
import { statePaths } from '../core/paths.ts';
import { mapConcurrently } from '../core/concurrency.ts';

/** A file as a host is to have it. */
export interface SiteFile {
  /** From `out`, POSIX. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal digits, as S3 writes it. */
  readonly md5: string;
  readonly type: string;
  readonly cacheControl: string;
  /** Where its address leads. It has no contents then. */
  readonly location?: string;
}

/** They tell other hosts how to serve the site, as some hidden ones do. */
const FOR_HOSTS = ['_headers', '_redirects'];

/** So many files are read at the same time. */
const READERS = 16;

/**
 * The files of a site and its redirects, in the order of code units. Left out is what is not for visitors, and what a host that
 * does not compress would send as something else: `page.html.br` beside `page.html`.
 *
 * @param root the project's folder; redirects are taken from what a build has written there for S3
 * @param out the site's; both absolute
 */
export async function listSiteFiles(root: string, out: string): Promise<SiteFile[]> {
  const redirects = await readRedirects(root);
  const moved = new Set(redirects.map(({ file }) => file));
  const names = listPublished(out);
  const files = await mapConcurrently(
    names.filter((file) => !moved.has(file)), // a page that leads on stands there for other hosts
    READERS,
    async (file): Promise<SiteFile> => describe(file, await readFile(path.join(out, file))),
  );
  return [...files, ...redirects].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** The files of a site that visitors may get, from `out`. */
function listPublished(out: string): string[] {
  const files = listFiles(out, isRegularFile);
  const names = new Set(files);
  return files.filter((file) => isPublished(file, names));
}

function isPublished(file: string, all: ReadonlySet<string>): boolean {
  if (isHidden(file) || FOR_HOSTS.includes(file)) return false;
  const plain = file.replace(/\.(br|gz|zst)$/, '');
  return plain === file || !all.has(plain);
}

function describe(file: string, contents: Uint8Array): SiteFile {
  return {
    file,
    size: contents.length,
    md5: md5Of(contents),
    type: mediaTypeOf(file),
    cacheControl: cacheControlOf(file),
  };
}

/** Not against anybody's will, but to know what S3 has: it uses the same. */
export function md5Of(contents: Uint8Array): string {
  return createHash('md5').update(contents).digest('hex');
}

/** None when the site has none, or is not built for S3. */
async function readRedirects(root: string): Promise<SiteFile[]> {
  const text = await readIfExists(path.join(statePaths(root).hosts, 's3-redirects.json'));
  const redirects = JSON.parse(text ?? '[]') as readonly { readonly key: string; readonly location: string }[];
  return redirects.map(({ key, location }) => ({ ...describe(key, Buffer.alloc(0)), location }));
}
