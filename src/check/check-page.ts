import { isListed } from '../api/error-pages.ts';
import { error, type Code, type Diagnostic } from '../core/diagnostics.ts';
import type { Route } from '../core/model.ts';
import type { HtmlFacts } from '../core/page-facts.ts';

/** Checks a page's title, description, headings, images and ids. */
export function checkPage(route: Route, page: HtmlFacts): Diagnostic[] {
  const { title, description, noindex } = page.facts;
  const diagnostics: Diagnostic[] = [];
  const report = (code: Code, message: string, hint: string) =>
    diagnostics.push(error(code, message, { place: { file: route.source }, hint }));
  if (title === '') {
    report('title-missing', 'The page has no title.', 'write one string: <title>{`${meta.title} – Brand`}</title>');
  }
  if (page.titles.length > 1) {
    const all = page.titles.map((text) => `"${text}"`).join(', ');
    report(
      'title-count',
      `The page has ${page.titles.length} <title> elements instead of one: ${all}.`,
      'render <title> only in the shell, from `meta.title`',
    );
  }
  if (description === '' && isListed({ ...route, noindex })) {
    report(
      'description-missing',
      'The page has no description.',
      'add `description` to `meta`, and render it in the shell',
    );
  }
  if (page.h1Count !== 1) {
    const count = page.h1Count === 0 ? 'no <h1>' : `${page.h1Count} <h1> elements`;
    report('h1-count', `The page has ${count} instead of one.`, 'use one <h1> for its subject, and <h2> below it');
  }
  for (const src of page.imagesWithoutAlt) {
    report('alt-missing', `The image "${src}" has no alt text.`, 'describe it, or write alt="" if it is decorative');
  }
  for (const id of page.repeatedIds) {
    report('id-duplicate', `The page uses the id "${id}" more than once.`, 'use a class, or an id for each element');
  }
  return diagnostics;
}
