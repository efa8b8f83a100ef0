/** Changes of a site, and the pages that have them. */

interface KindOfChange {
  readonly title: string;
  /** True if the title does not say what happened. */
  readonly hasAction?: true;
  /** The actions that are bad: see `isBad`. */
  readonly bad?: readonly Action[];
  /** True if each address matters. For others, examples are enough. */
  readonly isListed?: true;
}

type Action = 'added' | 'removed' | 'changed';

/** The worst for readers first. */
const ROWS = {
  lost: { title: 'lost address', bad: ['removed'], isListed: true },
  removed: { title: 'removed page', bad: ['removed'], isListed: true },
  gone: { title: 'gone', hasAction: true, bad: ['added'], isListed: true },
  redirect: { title: 'redirect', hasAction: true, bad: ['removed'], isListed: true },
  robots: { title: 'robots.txt', hasAction: true, bad: ['added', 'changed'] },
  noindex: { title: 'noindex', hasAction: true, bad: ['added'], isListed: true },
  header: { title: 'header', hasAction: true, bad: ['removed', 'changed'] },
  settings: { title: 'settings of the host', hasAction: true },
  canonical: { title: 'canonical address', hasAction: true, bad: ['removed', 'changed'] },
  title: { title: 'title', hasAction: true },
  description: { title: 'description', hasAction: true },
  moved: { title: 'moved', isListed: true },
  added: { title: 'new page', isListed: true },
  link: { title: 'link', hasAction: true },
  image: { title: 'image', hasAction: true },
  words: { title: 'text', hasAction: true },
  island: { title: 'island', hasAction: true },
  file: { title: 'file', hasAction: true, isListed: true },
  other: { title: 'markup that readers do not see' },
} as const satisfies Readonly<Record<string, KindOfChange>>;

export type Kind = keyof typeof ROWS;
export const KINDS: Readonly<Record<Kind, KindOfChange>> = ROWS;
const ORDER = Object.keys(KINDS);

/** A piece of a text. */
export interface Part {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The same change on several pages has the same properties. */
export interface Change {
  readonly kind: Kind;
  readonly action: Action;
  /** An address, a header, or the name of an island. */
  readonly subject?: string;
  readonly before?: string;
  readonly after?: string;
  readonly words?: readonly Part[];
}

/** True if visitors or search engines no longer find something, or are less protected. */
export function isBad({ kind, action }: Change): boolean {
  return KINDS[kind].bad?.includes(action) === true;
}

/** @param before absent if it was not there. @param after absent if it is no longer there */
export function actionOf(before: unknown, after: unknown): Action {
  return before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
}

/** A change, and the pages that have it. */
export interface Entry extends Change {
  /** How many pages or files have it. */
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
  return {
    /** @param page the address of a page or file; absent for a change of the site */
    add: (change: Change, page?: string): void => {
      const key = JSON.stringify(change);
      const group = groups.get(key) ?? { change, count: 0, pages: [] };
      if (groups.size >= MAX_ENTRIES && !groups.has(key) && !KINDS[change.kind].isListed) omitted += 1;
      else groups.set(key, group);
      if (page === undefined) return;
      group.count += 1;
      if (group.pages.length < MAX_PAGES) group.pages.push(page);
    },
    /** @returns entries, the worst first, and of these the most common; and how many further changes there are */
    found: (): { readonly changes: readonly Entry[]; readonly omitted: number } => {
      const entries = [...groups.values()].map(({ change, ...pages }) => ({ ...change, ...pages }));
      const rank = (entry: Entry) => ORDER.indexOf(entry.kind) * 2 - Number(isBad(entry));
      return { changes: entries.toSorted((a, b) => rank(a) - rank(b) || b.count - a.count), omitted };
    },
  };
}
