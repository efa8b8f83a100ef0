import type { Meta } from '../api/contract.ts';
import { toIsoDate } from './iso-date.ts';
import type { Route } from './model.ts';

/** A page that a build leaves out. */
export interface UnpublishedPage {
  readonly route: Route;
  /** When it will be published: an ISO date. Absent for a draft. */
  readonly publishAt?: string;
}

/**
 * Decides if a build leaves a page out.
 *
 * @param at the moment that the site is built for.
 * @returns `undefined` if the page is published
 */
export function whyUnpublished({ draft, publishAt }: Meta, at: Date): Omit<UnpublishedPage, 'route'> | undefined {
  if (draft) return {};
  const date = publishAt === undefined ? undefined : toIsoDate(publishAt);
  if (date === undefined || Date.parse(date) <= at.getTime()) return undefined;
  return { publishAt: date.replace('T00:00:00.000Z', '') }; // read from a date, a `Date` is midnight
}
