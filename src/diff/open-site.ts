/** A finished site: its pages, its other files, and what its host answers besides. */
import path from 'node:path';
import type { HostedSite } from '../api/host.ts';
import { hostFilesInSite } from '../hosts/host-files.ts';
import { redirectOutput } from '../hosts/redirects.ts';
import { hasPublished, readPublishedFiles } from '../publish/published-files.ts';
import { encodePath } from '../shared/address.ts';
import { isRegularFile, listFiles, readRegularFile } from '../shared/files.ts';
import { hashOf } from '../shared/hash.ts';
import { isHtml, MARKER } from '../shared/paths.ts';
import { readPage, withoutHashes, type PageContent } from './read-page.ts';

export interface SiteFolder {
  /** Absolute. */
  readonly folder: string;
  /** Its redirects, headers and the like; `undefined` if only its files are known. */
  readonly site: HostedSite | undefined;
}

/** What a host answers at an address without a page. */
export interface Answer {
  readonly from: string;
  /** Where it redirects to; `undefined` if the address is gone. */
  readonly to: string | undefined;
}

export interface Page extends PageContent {
  /** From the folder. */
  readonly file: string;
  readonly html: string;
}

export type Site = ReturnType<typeof openSite>;

/** In bytes: a longer text cannot be a string. */
const MAX_BYTES = 500e6;

/** Without old assets, copies for other encodings, and files that sitegen did not write to its folder. */
export function openSite({ folder, site }: SiteFolder) {
  const published = readPublishedFiles(folder);
  const isOld = (file: string) => (published?.assetAges[file] ?? 0) > 0;
  const all = listFiles(folder, isRegularFile).filter(
    (file) => file !== MARKER && (published === undefined || (hasPublished(published, file) && !isOld(file))),
  );
  const names = new Set(all);
  const files = all.filter((file) => !/\.(br|gz)$/.test(file) || !names.has(file.replace(/\.\w+$/, '')));
  const { redirects = [], gone = [] } = site ?? {};
  const stubs = new Set(redirects.map(redirectOutput));
  const isPage = (file: string) => isHtml(file) && !stubs.has(file);
  const others = new Map<string, string[]>();
  for (const file of files.filter((one) => !isHtml(one)))
    others.set(withoutHashes(file), [...(others.get(withoutHashes(file)) ?? []), file]);
  const answers = new Map<string, Answer>();
  for (const from of gone) answers.set(nameOf(from), { from: encodePath(from), to: undefined });
  for (const { from, to } of redirects) answers.set(nameOf(from), { from: encodePath(from), to });
  const pages = new Map(files.filter(isPage).map((file) => [nameOf(file), file] as const));
  const generated = new Set(site && hostFilesInSite(site).map(({ name, text }) => `${name}\0${text}`));
  const pathOf = (file: string) => path.join(folder, file);
  const bytesOf = (file: string) => (names.has(file) ? readRegularFile(pathOf(file), MAX_BYTES) : undefined);
  const textOf = (file: string) => bytesOf(file)?.toString();
  return {
    site,
    /** By `nameOf` their addresses. */
    answers: answers as ReadonlyMap<string, Answer>,
    /** The files of pages, by `nameOf` them. */
    pages: pages as ReadonlyMap<string, string>,
    readPage: (name: string): Page | undefined => {
      const file = pages.get(name);
      const html = file === undefined ? '' : (textOf(file) ?? '');
      return file === undefined ? undefined : { file, html, ...readPage(html) };
    },
    /** Other files, by their names without hashes, which several can have. */
    others: others as ReadonlyMap<string, readonly string[]>,
    pathOf,
    textOf,
    /** Hashes of the contents of these files, in which names of assets do not count. */
    digestOf: (some: readonly string[]) =>
      some
        .map((file) => hashOf(/\.(js|css)$/.test(file) ? withoutHashes(textOf(file) ?? '') : (bytesOf(file) ?? '')))
        .toSorted()
        .join(' '),
    /** True for a settings file that repeats what redirects and headers say. */
    isGenerated: (file: string) => generated.has(`${file}\0${textOf(file)}`),
  };
}

/** One name for both spellings of an address, and for the files that answer it: `/a`, `/a/`, `a.html`, `a/index.html`. */
function nameOf(address: string): string {
  return address.replace(/^\//, '').replace(/(^|\/)index\.html$|\.html$|\/$/, '');
}
