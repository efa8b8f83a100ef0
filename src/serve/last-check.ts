import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuiltSite } from '../build/build.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { Site } from '../site/site.ts';
import { findFile, ifPresent } from './find-file.ts';

/** The site as it was checked last. Files that need all pages, such as the sitemap, come from it. */
export interface LastCheck {
  /** The pages of the last check, even if it had errors. */
  readonly pages: () => readonly PageFacts[];
  readonly set: (built: BuiltSite) => void;
  /**
   * True for a file that only a check can produce, because it needs all pages.
   *
   * @param file from `out`
   * @param has true if the project still has the source of a file
   */
  readonly hasFile: (file: string, has: (file: string) => boolean) => boolean;
  /** @returns the HTML of a page in the last check without errors */
  readonly htmlOf: (file: string) => string | undefined;
}

/** @param folder where checks publish to, absolute */
export function createLastCheck(folder: string): LastCheck {
  let pages: readonly PageFacts[] = [];
  /** The table of the last check without errors. */
  let table: Pick<Site, 'find'> | undefined;
  return {
    pages: () => pages,
    set: ({ site, result }) => {
      ({ pages } = result);
      if (result.ok) table = site;
    },
    hasFile: (file, has) => {
      const output = table?.find(file);
      if (output?.kind === 'page') return false;
      const isOwn = output?.owner !== undefined && output.route === undefined;
      return (!isOwn || has(file)) && findFile(folder, file) !== undefined;
    },
    htmlOf: (file) => {
      if (table?.find(file)?.page === undefined) return undefined;
      return ifPresent(() => readFileSync(path.join(folder, file), 'utf8'));
    },
  };
}
