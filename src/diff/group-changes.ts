import { KINDS, type Change } from './compare-pages.ts';

/** A change, and the pages that have it. */
export interface Entry extends Change {
  /** How many pages have it. */
  readonly count: number;
  /** The addresses of the first of them, sorted. */
  readonly pages: readonly string[];
}

/** Addresses that are kept of an entry. */
const MAX_PAGES = 100;

/** Different changes of contents that are kept: a site can be rewritten completely. */
const MAX_ENTRIES = 10_000;
const isContent = ({ kind }: Change): boolean => KINDS.indexOf(kind) >= KINDS.indexOf('heading');

/** Counts pages with the same change. */
export function createGroups() {
  const groups = new Map<string, { readonly change: Change; count: number; readonly pages: string[] }>();
  let omitted = 0;
  return {
    add: (change: Change, page: string): void => {
      const key = JSON.stringify(change);
      const known = groups.get(key);
      if (known === undefined) {
        if (groups.size < MAX_ENTRIES || !isContent(change)) groups.set(key, { change, count: 1, pages: [page] });
        else omitted += 1;
        return;
      }
      known.count += 1;
      if (known.pages.length < MAX_PAGES) known.pages.push(page);
    },
    /** The worst first, and of these the most common. */
    entries: (): Entry[] =>
      [...groups.values()]
        .map(({ change, ...found }) => ({ ...change, ...found }))
        .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.count - a.count),
    /** How many further changes there are. */
    omitted: (): number => omitted,
  };
}
