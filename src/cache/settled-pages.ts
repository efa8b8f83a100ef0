import type { PageFacts } from '../core/page-facts.ts';
import { isIntact } from './reuse-pages.ts';

/** Gives the pages of a page file that come out as they were, whatever they may be; nothing when that is not known. */
export type UpToDatePages = (source: string) => readonly PageFacts[] | undefined;

export interface UpToDateInputs {
  /** Where a page's file was left by whoever made it, absolute. */
  readonly folderOf: (output: string) => string;
  readonly last: ReadonlyMap<string, PageFacts>;
  /** Whether neither the page file's code nor its data can have changed. */
  readonly isSettled: (source: string) => boolean;
  /** Whether pages with islands name the same script as before. */
  readonly sameScripts: boolean;
}

/** Their `paths` and `load` need not be run: nothing that these depend on has changed. */
export function findUpToDatePages({ folderOf, last, isSettled, sameScripts }: UpToDateInputs): UpToDatePages {
  const bySource = new Map<string, PageFacts[]>();
  for (const page of last.values()) {
    const { source } = page.route;
    const pages = bySource.get(source);
    if (pages === undefined) bySource.set(source, [page]);
    else pages.push(page);
  }
  const stays = (page: PageFacts) => (sameScripts || page.islands.length === 0) && isIntact(folderOf, page);
  return (source) => {
    const pages = bySource.get(source);
    return pages !== undefined && isSettled(source) && pages.every(stays) ? pages : undefined;
  };
}
