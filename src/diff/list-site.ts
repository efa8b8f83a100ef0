import { isHashed } from '../hosts/file-metadata.ts';
import { isListed, readPublishedFiles } from '../publish/published-files.ts';
import { isRegularFile, listFiles } from '../shared/files.ts';
import { isHtml, MARKER } from '../shared/paths.ts';

/** A finished site. */
export interface SiteFolder {
  /** Absolute. */
  readonly folder: string;
  /** In the addresses of its pages. */
  readonly base: string;
}

/** Its files, from its folder. */
export interface SiteFiles extends SiteFolder {
  readonly all: ReadonlySet<string>;
  readonly pages: readonly string[];
  readonly others: readonly string[];
}

/** Without old assets, copies for other encodings, and files that sitegen did not write to its folder. */
export function listSite({ folder, base }: SiteFolder, isCompared = (_file: string) => true): SiteFiles {
  const published = readPublishedFiles(folder);
  const files = listFiles(folder, isRegularFile).filter((file) => published === undefined || isListed(published, file));
  const all = new Set(files);
  const isCopy = (file: string) => /\.(br|gz|zst)$/.test(file) && all.has(file.replace(/\.\w+$/, ''));
  const own = files.filter((file) => file !== MARKER && !isHashed(file) && !isCopy(file) && isCompared(file));
  return { folder, base, all, pages: own.filter(isHtml), others: own.filter((file) => !isHtml(file)) };
}
