import type { PathItem } from './contract.ts';

/** The params of one page of a list in `[...page].tsx`. The first is at the address of the list itself, `/posts/`; then comes `/posts/2/`. */
export interface PageNumber {
  /** Empty for the first page: `''`, `'2'`, `'3'`. */
  readonly page: string;
}

/** The props of one page of a list. */
export interface Pagination<Item> {
  readonly items: readonly Item[];
  /** Counts from 1. */
  readonly number: number;
  /** The number of pages. */
  readonly count: number;
  /** The params of the previous page. Absent on the first one. */
  readonly prev?: PageNumber;
  /** The params of the next page. Absent on the last one. */
  readonly next?: PageNumber;
}

/**
 * Splits a list into pages, for the `paths` of `[...page].tsx`. An empty list has one page.
 *
 * @example
 * // templates/pages/posts/[...page].tsx
 * export const paths: Paths<PageNumber, Pagination<Post>> = () => paginate(posts, 10);
 *
 * @param size the number of items on a page
 */
export function paginate<Item>(items: readonly Item[], size: number): PathItem<PageNumber, Pagination<Item>>[] {
  if (!Number.isInteger(size) || size < 1)
    throw new Error(`paginate: the number of items on a page must be a positive integer, but is ${String(size)}.`);
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => ({
    params: paramsOf(index + 1),
    props: {
      items: items.slice(index * size, (index + 1) * size),
      number: index + 1,
      count,
      ...(index > 0 && { prev: paramsOf(index) }),
      ...(index + 1 < count && { next: paramsOf(index + 2) }),
    },
  }));
}

function paramsOf(number: number): PageNumber {
  return { page: number === 1 ? '' : String(number) };
}
