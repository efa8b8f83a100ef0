import type { Meta } from '../api/contract.ts';
import { toIsoDate } from './iso-date.ts';
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
const state: { publishing: Publishing | undefined } = { publishing: undefined };

export function setPublishing(publishing: Publishing): void {
  state.publishing = publishing;
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
