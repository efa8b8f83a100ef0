/** The list of `sitegen check --due`. */
import { dayOf, reviewsWithin } from '../check/reviews.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { count } from '../shared/format.ts';
import { formatPlace, printableName } from '../shared/format-diagnostic.ts';
import type { Review } from '../shared/model.ts';

/**
 * Lists the reviews that are due, by reviewer.
 *
 * @param days from `at`
 */
export function formatReviews({ reviews }: Pick<BuildResult, 'reviews'>, days: number, at: Date): string {
  const due = reviewsWithin(reviews, days, at);
  const title = `${count(due.length, 'review')} due within ${count(days, 'day')}`;
  const reviewers = [...new Set(due.map(nameOf))];
  const today = at.toISOString().slice(0, 10);
  const lines = reviewers.flatMap((name) => {
    const theirs = due.filter((review) => nameOf(review) === name);
    return ['', `  ${name}`, ...theirs.map((review) => `    ${describe(review, today)}`)];
  });
  return [title, ...lines, '', ''].map(printableName).join('\n');
}

function nameOf({ reviewer = 'No reviewer' }: Review): string {
  return reviewer;
}

function describe(review: Review, today: string): string {
  const { what, source, place } = review;
  const day = dayOf(review);
  const text = source === undefined ? what : `"${what}", evidence: ${source || 'none'}`;
  return `${day}${day < today ? ' (overdue)' : ''}  ${text}${place === undefined ? '' : `  ${formatPlace(place)}`}`;
}
