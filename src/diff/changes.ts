/** Changes of a site, and the pages that have them. */

/** The worst for readers first. `isListed`: each address matters. For others, examples are enough. */
const ROWS = {
  lost: { title: 'lost address', isListed: true },
  removed: { title: 'removed page', isListed: true },
  gone: { title: 'gone', hasAction: true, isListed: true },
  redirect: { title: 'redirect', hasAction: true, isListed: true },
  robots: { title: 'robots.txt', hasAction: true },
  noindex: { title: 'noindex', hasAction: true, isListed: true },
  header: { title: 'header', hasAction: true },
  canonical: { title: 'canonical address', hasAction: true },
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
} as const;

export type Kind = keyof typeof ROWS;
export const KINDS: Readonly<
  Record<Kind, { readonly title: string; readonly hasAction?: true; readonly isListed?: true }>
> = ROWS;
const ORDER = Object.keys(KINDS);

/** A piece of a text. */
export interface Part {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The same change on several pages has the same properties. */
export interface Change {
  readonly kind: Kind;
  readonly action: 'added' | 'removed' | 'changed';
  /** An address, a header, or the name of an island. */
  readonly subject?: string;
  readonly before?: string;
  readonly after?: string;
  readonly words?: readonly Part[];
}

/** @param before absent if it was not there. @param after absent if it is no longer there */
export function actionOf(before: unknown, after: unknown): Change['action'] {
  return before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
}

/** @param subject has changed from `before` to `after`; each is absent if it is not there */
export function changeOf(kind: Kind, subject?: string, before?: string, after?: string): Change {
  return {
    kind,
    action: actionOf(before, after),
    ...(subject !== undefined && { subject }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
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

/** Counts pages with the same change. */
export function createGroups() {
  const groups = new Map<string, { readonly change: Change; count: number; readonly pages: string[] }>();
  return {
    /** @param page the address of a page or file; absent for a change of the site */
    add: (change: Change, page?: string): void => {
      const key = JSON.stringify(change);
      const group = groups.get(key) ?? { change, count: 0, pages: [] };
      groups.set(key, group);
      if (page === undefined) return;
      group.count += 1;
      if (group.pages.length < MAX_PAGES) group.pages.push(page);
    },
    /** @returns entries, the worst first, and of these the most common */
    found: (): Entry[] =>
      [...groups.values()]
        .map(({ change, ...pages }) => ({ ...change, ...pages }))
        .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.count - a.count),
  };
}
