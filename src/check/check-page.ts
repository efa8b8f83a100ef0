import type { Code, Diagnostic } from '../core/diagnostics.ts';
import type { Route } from '../core/model.ts';
import type { HtmlFacts } from '../core/page-facts.ts';
import { isErrorPage } from '../core/paths.ts';

/** Checks what a page says of itself. */
export function checkPage(route: Route, page: HtmlFacts): Diagnostic[] {
  const { title, description, noindex } = page.facts;
  const diagnostics: Diagnostic[] = [];
  const error = (code: Code, message: string, hint: string) =>
    diagnostics.push({ code, severity: 'error', message, place: { file: route.source }, hint });
  if (title === '') {
    error('title-missing', 'The page has no title.', 'one string in <title>: <title>{`${meta.title} – Brand`}</title>');
  }
  if (description === '' && !noindex && !isErrorPage(route.output)) {
    error(
      'description-missing',
      'The page has no description.',
      'add `description` to its `meta`, and write it in the shell',
    );
  }
  if (page.h1Count !== 1) {
    const count = page.h1Count === 0 ? 'no <h1>' : `${page.h1Count} <h1>`;
    error('h1-count', `The page has ${count}. It should have one, which says what the page is.`, 'use <h2> below it');
  }
  for (const src of page.imagesWithoutAlt) {
    error('alt-missing', `The image "${src}" has no alt text.`, 'say what it shows; alt="" if it only decorates');
  }
  for (const id of page.repeatedIds) {
    error(
      'id-duplicate',
      `The page has the id "${id}" more than once.`,
      'an id is for one element; use a class for more',
    );
  }
  return diagnostics;
}
