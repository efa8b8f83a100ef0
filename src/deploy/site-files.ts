/** The files of a built site that visitors get, with their headers. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { forEachInSlices } from '../shared/concurrency.ts';
import { SitegenError } from '../shared/errors.ts';
import { isRegularFile, listFiles, readIfExists } from '../shared/files.ts';
import type { Config } from '../shared/model.ts';
import { isHidden } from '../hosts/answer.ts';
import { HOST_SETTINGS } from '../hosts/site-addresses.ts';
import { errorKey } from '../hosts/s3.ts';
import { cacheControlOf, mediaTypeOf } from '../hosts/file-metadata.ts';
import { isNamedPage, statePaths } from '../shared/paths.ts';

/** A file as a host should serve it. */
export interface SiteFile {
  /** From `out`, POSIX. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal digits, as S3 writes it. */
  readonly md5: string;
  readonly type: string;
  readonly cacheControl: string;
  /** The target of a redirect. The file is empty then. */
  readonly location?: string;
  /** The file in `out`, if it has another name. */
  readonly source?: string;
}

/**
 * The files of a site and its redirects, in the order of code units. Skips files that are not for visitors, and compressed
 * copies, which S3 would serve as separate files: `page.html.br` next to `page.html`.
 *
 * @param root the project's folder; a build writes the redirects for S3 there
 * @param out the site's; both absolute
 * @throws {SitegenError} if the redirects are those of another build; the signal's reason
 */
export async function listSiteFiles(
  { root, out, base }: Pick<Config, 'root' | 'out' | 'base'>,
  signal?: AbortSignal,
): Promise<SiteFile[]> {
  const redirects = await readRedirects(root, base);
  const moved = new Set(redirects.map(({ file }) => file));
  const all = listFiles(out, isRegularFile);
  const names = new Set(all);
  const files: SiteFile[] = [];
  await forEachInSlices(all, (file) => {
    signal?.throwIfAborted();
    if (moved.has(file) || !isForVisitors(file, names)) return; // a page that redirects on other hosts
    files.push(toSiteFile(file, readFileSync(path.join(out, file))));
  });
  return [...files, ...redirects].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

function isForVisitors(file: string, all: ReadonlySet<string>): boolean {
  if (isHidden(file) || HOST_SETTINGS.includes(file)) return false;
  const plain = file.replace(/\.(br|gz|zst)$/, '');
  return plain === file || !all.has(plain);
}

function toSiteFile(file: string, contents: Uint8Array): SiteFile {
  const [type, cacheControl] = [mediaTypeOf(file), cacheControlOf(file)];
  return { file, size: contents.length, md5: md5Of(contents), type, cacheControl };
}

/** S3 also uses MD5. Not for security. */
export function md5Of(contents: Uint8Array): string {
  return hash('md5', contents, 'hex');
}

/** Empty when the site has none, or is not built for S3. */
async function readRedirects(root: string, base: string): Promise<SiteFile[]> {
  const { hosts } = statePaths(root);
  const website = await readIfExists(path.join(hosts, 's3-website.json'));
  // Those of a preview in a folder would lead visitors of the site to it.
  if (website?.includes(`"${errorKey(base)}"`) === false)
    throw new SitegenError(
      `The last build was for another base than ${base}, and ${hosts} has its redirects.\n` +
        'Try: build the site again, and deploy it before you build another one',
    );
  const text = await readIfExists(path.join(hosts, 's3-redirects.json'));
  const redirects = JSON.parse(text ?? '[]') as readonly { readonly key: string; readonly location: string }[];
  return redirects.map(({ key, location }) => ({ ...toSiteFile(key, Buffer.alloc(0)), location }));
}

/** S3 looks only for the file that an address names: without a trailing slash, a page is an object of that name (`/contact`). */
export function withPageKeys(files: readonly SiteFile[], trailingSlash: boolean): SiteFile[] {
  const isPage = ({ file, location }: SiteFile) => location === undefined && isNamedPage(file);
  const pages = trailingSlash ? [] : files.filter(isPage);
  const names = new Set(files.map(({ file }) => file));
  const copies = pages.map((page) => ({ ...page, file: page.file.slice(0, -'.html'.length), source: page.file }));
  return [...files, ...copies.filter(({ file }) => !names.has(file))].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
