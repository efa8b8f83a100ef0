/** Changes of a site, and the pages that have them. */
import type { Part } from './diff-words.ts';

interface KindOfChange {
  readonly title: string;
  /** True if the title does not say what happened. */
  readonly hasAction?: true;
  /** True if visitors or search engines no longer find a page. */
  readonly isBad?: true;
  /** True if each address matters. For others, examples are enough. */
  readonly isListed?: true;
  /** True if its values are bytes of files. */
  readonly hasBytes?: true;
}

/** The worst for readers first. */
const ROWS = {
  lost: { title: 'lost address', isBad: true, isListed: true },
  removed: { title: 'removed page', isBad: true, isListed: true },
  noindex: { title: 'noindex', hasAction: true, isBad: true, isListed: true },
  canonical: { title: 'canonical address', hasAction: true, isBad: true },
  title: { title: 'title', hasAction: true },
  description: { title: 'description', hasAction: true },
  moved: { title: 'moved', isListed: true },
  added: { title: 'new page', isListed: true },
  heading: { title: 'heading', hasAction: true },
  link: { title: 'link', hasAction: true },
  image: { title: 'image', hasAction: true },
  words: { title: 'text', hasAction: true },
  island: { title: 'island', hasAction: true },
  script: { title: 'scripts', hasAction: true, hasBytes: true },
  style: { title: 'stylesheets', hasAction: true, hasBytes: true },
  file: { title: 'file', hasAction: true },
  other: { title: 'markup that readers do not see' },
} as const satisfies Readonly<Record<string, KindOfChange>>;

export type Kind = keyof typeof ROWS;
export const KINDS: Readonly<Record<Kind, KindOfChange>> = ROWS;
const ORDER = Object.keys(KINDS);

/** The same change on several pages has the same properties. */
export interface Change {
  readonly kind: Kind;
  readonly action: 'added' | 'removed' | 'changed';
  /** An address, a file, or the name of an island. */
  readonly subject?: string;
  readonly before?: string;
  readonly after?: string;
  readonly words?: readonly Part[];
}

export interface PageChange {
  readonly change: Change;
  /** The address of a page that has it. */
  readonly page: string;
}

/** A change, and the pages that have it. */
export interface Entry extends Change {
  /** How many pages have it. */
  readonly count: number;
  /** The addresses of the first of them, sorted. */
  readonly pages: readonly string[];
}

/** Addresses that are kept of an entry. */
const MAX_PAGES = 100;

/** Different changes that are kept, unless each address matters: a site can be rewritten completely. */
const MAX_ENTRIES = 10_000;

/** Counts pages with the same change. */
export function createGroups() {
  const groups = new Map<string, { readonly change: Change; count: number; readonly pages: string[] }>();
  let omitted = 0;
  const add = ({ change, page }: PageChange): void => {
    const key = JSON.stringify(change);
    const group = groups.get(key) ?? { change, count: 0, pages: [] };
    if (group.count === 0 && groups.size >= MAX_ENTRIES && !KINDS[change.kind].isListed) {
      omitted += 1;
      return;
    }
    group.count += 1;
    if (group.pages.length < MAX_PAGES) group.pages.push(page);
    groups.set(key, group);
  };
  /** Adds changes in their short form if more than `most` have the same. */
  const addAlike = (changes: readonly (PageChange & { readonly short: Change })[], most: number): void => {
    const keyOf = ({ subject, before, after }: Change) => JSON.stringify([subject, before, after]);
    const counts = new Map<string, number>();
    for (const { short } of changes) counts.set(keyOf(short), (counts.get(keyOf(short)) ?? 0) + 1);
    for (const { change, short, page } of changes)
      add({ change: (counts.get(keyOf(short)) ?? 0) > most ? short : change, page });
  };
  return {
    add,
    addAlike,
    /** @returns entries, the worst first, and of these the most common; and how many further changes there are */
    found: (): { readonly changes: readonly Entry[]; readonly omitted: number } => {
      const entries = [...groups.values()].map(({ change, ...pages }) => ({ ...change, ...pages }));
      const rank = ({ kind }: Entry) => ORDER.indexOf(kind);
      return { changes: entries.toSorted((a, b) => rank(a) - rank(b) || b.count - a.count), omitted };
    },
  };
}
