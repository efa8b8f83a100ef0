import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { codeFrame } from '../core/code-frame.ts';
import { hintForSystemError, hasCode } from '../core/errors.ts';
import type { Problem } from '../islands/render-context.ts';
import type { Diagnostic, Place } from '../core/diagnostics.ts';
import type { Route } from '../core/model.ts';
import type { HtmlFacts } from '../core/page-facts.ts';
import { frameInStack, isAnonymous } from '../core/stack.ts';
import { findBlocked, forbidsInline } from './content-policy.ts';

/** React says this of everything that cannot be rendered at once, whatever it was. */
const SUSPENDED = /^A component suspended while responding to synchronous input/;

/**
 * Why a page could not be made.
 *
 * @param source the file that is to blame when the error does not say where it comes from
 */
export function describeFailure(root: string, source: string, error: unknown): Diagnostic {
  const message = error instanceof Error ? error.message : '';
  const stack = error instanceof Error ? error.stack : '';
  const place = frameInStack(String(stack), root)?.place ?? { file: source };
  const diagnostic = { code: 'page-failed', severity: 'error', place, ...frameAt(root, place) } as const;
  const hint = hintForSystemError(error);
  if (!SUSPENDED.test(message))
    return { ...diagnostic, message: `The page cannot be made. ${describe(error)}`, ...(hint && { hint }) };
  return {
    ...diagnostic,
    message: 'The page cannot be made. A component waits for something: it is async, or uses `lazy` or a promise.',
    hint: 'fetch it in the `load` of the page',
  };
}

/** `TypeError: fetch failed (Error: connect ECONNREFUSED 127.0.0.1:1)` */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error, { depth: 1 });
  const inner = error instanceof AggregateError ? error.errors : [error.cause].filter((cause) => cause !== undefined);
  const causes = inner.map((cause) => describe(cause)).join('; ');
  return causes === '' ? String(error) : `${String(error)} (${causes})`;
}

/** What is wrong with an island file whose default export is not the island that its name promises. */
export function describeIsland(name: string, source: string, found: string | undefined): Diagnostic {
  const message =
    found === undefined
      ? 'The file has no island as its default export.'
      : `The file names its island "${found}". It should be "${name}", as the file itself.`;
  const hint = `export default island('${name}', …);`;
  return { code: 'island-name', severity: 'error', message, place: { file: source }, hint };
}

/** What was noted while a page was rendered. */
export function describeProblem(root: string, route: Route, problem: Problem): Diagnostic {
  const { code, severity, message, hint, at } = problem;
  const diagnostic = { code, severity, message, ...(hint !== undefined && { hint }) };
  if (at === undefined) return { ...diagnostic, place: { file: route.source } };
  const { place, name } = frameInStack(at, root) ?? { place: { file: route.source }, name: undefined };
  const subject = isAnonymous(name) ? 'The page' : name;
  return { ...diagnostic, message: `${subject} ${message}`, place, ...frameAt(root, place) };
}

/**
 * What a browser would do differently with a page's HTML than its author thinks.
 *
 * @param origin the site's, if it is known
 */
export function describeHtml(route: Route, html: HtmlFacts, origin: string | undefined): Diagnostic[] {
  const { facts, misnested, inline } = html;
  const place = { file: route.source };
  const scripts = facts.references.filter(({ url }) => /^\s*javascript:/i.test(url));
  const blocked = inline.filter((kind) =>
    forbidsInline(facts.contentPolicy, [`${kind}-src-elem`, `${kind}-src`, 'default-src']),
  );
  return [
    ...blocked.map((kind): Diagnostic => {
      const message = `The page has an inline <${kind}>, which its content security policy forbids.`;
      return { code: 'inline-blocked', severity: 'error', message, place, hint: 'put it into a file' };
    }),
    ...findBlocked(html, origin).map(({ url, from, rule }): Diagnostic => {
      const message = `The page names "${url}" in ${from}, which its content security policy forbids: "${rule}".`;
      const hint = 'put the file into public/, or allow its origin in the policy';
      return { code: 'address-blocked', severity: 'error', message, place, hint };
    }),
    ...misnested.map((what): Diagnostic => {
      const message = `The page has ${what}. Browsers take that apart, and the page is not what was written.`;
      return { code: 'html-nesting', severity: 'error', message, place };
    }),
    ...scripts.map(({ from }): Diagnostic => {
      if (from.startsWith('form')) return formAction(place);
      const message = `The page has a \`javascript:\` address in ${from}, which React turns into one that fails.`;
      return { code: 'script-address', severity: 'error', message, place, hint: 'use a button in an island' };
    }),
  ];
}

function formAction(place: Place): Diagnostic {
  const message =
    'The page has a <form> with a function as its `action`, which React turns into an address that fails.';
  return { code: 'script-address', severity: 'error', message, place, hint: 'use `onSubmit` in an island' };
}

function frameAt(root: string, { file, line, column }: Place): { frame?: string } {
  if (line === undefined || column === undefined) return {};
  try {
    return { frame: codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column) };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EISDIR')) return {}; // a source map may name what is not there
    throw error;
  }
}
