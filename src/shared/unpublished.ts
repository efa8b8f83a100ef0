import type { Meta } from '../api/contract.ts';
import { toIsoDate } from './iso-date.ts';
import { findFieldMistakes } from './meta-fields.ts';
import type { Route } from './model.ts';

/** A page that a build leaves out. */
export interface UnpublishedPage {
  readonly route: Route;
  /** When it will be published: an ISO date. Absent for a draft. */
  readonly publishAt?: string;
}

/** Decides which pages are published: the same for the whole build. */
export interface Publishing {
  /** The moment that the site is built for. */
  readonly at: Date;
  /** True while `serve` watches: it shows all pages, with a mark. */
  readonly showsAll: boolean;
}

/**
 * Decides if a build leaves a page out.
 *
 * @returns `undefined` if the page is published
 */
export function whyUnpublished(
  { draft, publishAt }: Pick<Meta, 'draft' | 'publishAt'>,
  at: Date,
): Omit<UnpublishedPage, 'route'> | undefined {
  if (draft === true) return {};
  const date = publishAt === undefined ? undefined : toIsoDate(publishAt);
  if (date === undefined || Date.parse(date) <= at.getTime()) return undefined;
  return { publishAt: date.replace('T00:00:00.000Z', '') }; // read from a date, a `Date` is midnight
}

/** Owned by the worker thread: set by its tasks. An object, because bundlers drop it if nothing uses it. */
const state: { publishing: Publishing | undefined; leftOut: number } = { publishing: undefined, leftOut: 0 };

export function setPublishing(publishing: Publishing): void {
  state.publishing = publishing;
}

/**
 * True unless a build leaves a page out, so that lists of pages leave it out as well. While `sitegen serve` watches, always true.
 *
 * @example
 * posts.filter(isPublished).map(({ slug, title }) => <a key={slug} href={href('/posts/[slug]', { slug })}>{title}</a>)
 *
 * @param page what its `meta` has, or will have
 * @throws {TypeError} if a value has another type: a draft with `draft: 'yes'` would be published
 */
export function isPublished({ draft, publishAt }: Pick<Meta, 'draft' | 'publishAt'>): boolean {
  // A CMS writes `null` for what is absent.
  const page = { ...(draft !== null && { draft }), ...(publishAt !== null && { publishAt }) };
  const [mistake] = findFieldMistakes(page);
  if (mistake !== undefined) throw new TypeError(`${mistake.message} Try: ${mistake.hint}`);
  const isIncluded = whyLeftOut(page) === undefined;
  if (!isIncluded) state.leftOut += 1;
  return isIncluded;
}

/** @returns how often `isPublished` was false */
export function countLeftOut(): number {
  return state.leftOut;
}

/** @returns `undefined` if this build includes the page */
export function whyLeftOut(page: Pick<Meta, 'draft' | 'publishAt'>): Omit<UnpublishedPage, 'route'> | undefined {
  const { at, showsAll } = state.publishing ?? { at: new Date(), showsAll: false };
  return showsAll ? undefined : whyUnpublished(page, at);
}

/** For messages: `is not published until 2026-12-01` */
export function describeUnpublished({ publishAt }: Pick<UnpublishedPage, 'publishAt'>): string {
  return publishAt === undefined ? 'is a draft' : `is not published until ${publishAt}`;
}
