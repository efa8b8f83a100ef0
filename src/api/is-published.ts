import { findFieldMistakes } from '../shared/meta-fields.ts';
import { whyLeftOut } from '../shared/unpublished.ts';
import type { Meta } from './contract.ts';

/** Owned by the worker thread. An object, because bundlers drop it if nothing uses it. */
const state = { leftOut: 0 };

/** @returns how often `isPublished` has returned false in this thread */
export function countLeftOut(): number {
  return state.leftOut;
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
  // A CMS writes `null` for absent values.
  const page = { ...(draft !== null && { draft }), ...(publishAt !== null && { publishAt }) };
  const [mistake] = findFieldMistakes(page);
  if (mistake !== undefined) throw new TypeError(`${mistake.message} Try: ${mistake.hint}`);
  const isIncluded = whyLeftOut(page) === undefined;
  if (!isIncluded) state.leftOut += 1;
  return isIncluded;
}
