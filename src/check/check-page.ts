import type { AlternateLink } from '../api/contract.ts';
import { isErrorPage, isIndexable } from '../shared/error-pages.ts';
import { error, warning, type Code, type Diagnostic } from '../shared/diagnostics.ts';
import type { Route } from '../shared/model.ts';
import type { HtmlFacts } from '../shared/page-facts.ts';
import { TARGETS } from './html/targets.ts';

/** Checks a page's title, description, headings, images, tables and ids. */
export function checkPage(route: Route, page: HtmlFacts): Diagnostic[] {
  const { title, description, noindex } = page.facts;
  const diagnostics: Diagnostic[] = [];
  const reportAs = (create: typeof error) => (code: Code, message: string, hint: string, target?: string) =>
    diagnostics.push(create(code, message, { place: { file: route.source }, hint, target }));
  const [refuse, advise] = [reportAs(error), reportAs(warning)];
  if (title === '') {
    refuse('title-missing', 'The page has no title.', 'write one string: <title>{`${meta.title} – Brand`}</title>');
  }
  if (page.titles.length > 1) {
    const all = page.titles.map((text) => `"${text}"`).join(', ');
    const message = `The page has several <title> elements: ${all}.`;
    advise('title-count', message, 'render <title> only in the shell', TARGETS.title);
  }
  if (description === '' && isIndexable({ output: route.output, noindex })) {
    advise(
      'description-missing',
      'The page has no description.',
      'add `description` to `meta`, and render it in the shell',
    );
  }
  if (page.h1Count !== 1) {
    const count = page.h1Count === 0 ? 'no <h1>' : `${page.h1Count} <h1> elements`;
    const hint = 'use one <h1> for its subject, and <h2> below it';
    advise('h1-count', `The page has ${count} instead of one.`, hint, TARGETS.h1);
  }
  if (page.mainCount > 1) {
    advise(
      'main-count',
      `The page has ${page.mainCount} <main> elements instead of one.`,
      'render <main> either in the shell, in a layout, or in the page',
      TARGETS.main,
    );
  }
  for (const src of page.imagesWithoutAlt) {
    const hint = 'describe it, or write alt="" if it is decorative';
    advise('alt-missing', `The image "${src}" has no alt text.`, hint, TARGETS.imageWithoutAlt(src));
  }
  const reportId = (report: typeof refuse, id: string) => {
    const hint = 'use a class, or an id for each element: in a component, `useId()`';
    report('id-duplicate', `The page uses the id "${id}" more than once.`, hint, TARGETS.id(id));
  };
  for (const id of page.repeatedIds) reportId(refuse, id);
  for (const id of page.copiedIds) reportId(advise, id);
  return diagnostics;
}

/** @returns the problems of a page whose `meta` has `noindex`. Error pages do not need it, because of their status */
export function describeLostNoindex({ source, output }: Route, { facts }: HtmlFacts): Diagnostic[] {
  if (facts.noindex || isErrorPage(output)) return [];
  const hint = 'render <meta name="robots" content="noindex" /> in the shell where `meta.noindex` is set';
  const message = 'The `meta` of the page has `noindex`, and its HTML does not.';
  return [warning('noindex-missing', message, { place: { file: source }, hint })];
}

/** @param script the address that the shell was given for the islands of the page */
export function describeLostScript(shell: string, html: string, script: string): Diagnostic[] {
  if (html.includes(script)) return [];
  const hint = 'render {script && <script type="module" src={script} />}';
  const message = 'The shell does not render `script`, so the islands on the page would never work.';
  return [error('script-missing', message, { place: { file: shell }, hint })];
}

/** @param alternates as passed to the shell. @returns a problem if the page's HTML lacks one of them */
export function describeLostAlternates(
  { source }: Route,
  { facts }: HtmlFacts,
  alternates: readonly AlternateLink[],
): Diagnostic[] {
  const found = new Set(facts.references.filter(({ from }) => from === 'link[href]').map(({ url }) => url));
  if (alternates.every(({ href }) => found.has(href))) return [];
  const message = 'The `meta` of the page has `alternates`, and its HTML does not.';
  const hint = 'render {alternates.map((link) => <link key={link.hrefLang} {...link} />)} in the shell';
  return [warning('alternate-missing', message, { place: { file: source }, hint })];
}
