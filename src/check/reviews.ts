/** Pages and claims that someone has to check by a date. */
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { Review } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';

/** @returns the reviews of a site, each once, by date; claims that do not expire come last */
export function collectReviews(
  pages: readonly PageFacts[],
  finds: readonly { readonly claims: readonly Review[] }[],
): Review[] {
  const ofPages = pages.flatMap(({ route: { path: what, source: file }, review }) => {
    return review === undefined ? [] : [{ what, ...review, place: { file } }];
  });
  const all = [...ofPages, ...finds.flatMap(({ claims }) => claims)];
  const unique = new Map(all.map((review) => [JSON.stringify(review), review]));
  // Compares code units, so the order does not depend on the locale.
  return [...unique]
    .toSorted(([a, one], [b, other]) => compare(dayOf(one), dayOf(other)) || compare(a, b))
    .map(([, review]) => review);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** `2026-12-01`; of a claim that does not expire, a text that is sorted after all dates. */
export function dayOf({ due }: Review): string {
  return due?.slice(0, 10) ?? 'never';
}

/** @returns those that are overdue, or fall due within some days from a moment */
export function reviewsWithin(reviews: readonly Review[], days: number, from: Date): Review[] {
  const last = new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return reviews.filter((review) => dayOf(review) <= last);
}

/**
 * Reports reviews whose last day is over.
 *
 * @param isRelease if the site must not be published with them
 */
export function reportOverdue(reviews: readonly Review[], at: Date, isRelease: boolean): Diagnostic[] {
  const report = isRelease ? error : warning;
  return reviewsWithin(reviews, -1, at).map((review) => {
    const { what, reviewer, source, place } = review;
    const subject = source === undefined ? `The page ${what}` : `The claim "${what}"`;
    const by = reviewer === undefined ? '' : ` by ${reviewer}`;
    const hint =
      source === undefined
        ? 'check it, and set `reviewBy` to the next date'
        : `check it (${source}), and set \`until\` to the next date`;
    return report('review-overdue', `${subject} was due for review${by} on ${dayOf(review)}.`, {
      place,
      hint,
    });
  });
}
