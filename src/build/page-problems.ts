import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeFrame } from '../code-frame.ts';
import type { Problem } from '../islands/surroundings.ts';
import type { Diagnostic, HtmlFacts, Place, Route } from '../model.ts';
import { frameInStack } from '../stack.ts';

/** React says this of everything that cannot be rendered at once, whatever it was. */
const SUSPENDED = /^A component suspended while responding to synchronous input/;

/**
 * Why a page could not be made.
 *
 * @param source the file that is to blame when the error does not say where it comes from
 */
export function describeFailure(root: string, source: string, error: unknown): Diagnostic {
  const { stack = '', message } = error instanceof Error ? error : new Error(String(error));
  const place = frameInStack(stack, root)?.place ?? { file: source };
  const diagnostic = { code: 'page-failed', severity: 'error', place, ...frameAt(root, place) } as const;
  if (!SUSPENDED.test(message)) return { ...diagnostic, message: `The page cannot be made. ${String(error)}` };
  return {
    ...diagnostic,
    message: 'The page cannot be made. A component waits for something: it is async, or uses `lazy` or a promise.',
    hint: 'fetch it in the `load` of the page',
  };
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
export function describeProblem(root: string, route: Route, { at, ...problem }: Problem): Diagnostic {
  if (at === undefined) return { ...problem, place: { file: route.source } };
  const { place, name } = frameInStack(at, root) ?? { place: { file: route.source }, name: undefined };
  return { ...problem, message: `${name ?? 'The page'} ${problem.message}`, place, ...frameAt(root, place) };
}

/** What a browser would do differently with a page's HTML than its author thinks. */
export function describeHtml(route: Route, { misnested, references }: HtmlFacts): Diagnostic[] {
  const place = { file: route.source };
  const scripts = references.filter(({ url }) => /^\s*javascript:/i.test(url));
  return [
    ...misnested.map((what): Diagnostic => {
      const message = `The page has ${what}. Browsers take that apart, and the page is not what was written.`;
      return { code: 'html-nesting', severity: 'error', message, place };
    }),
    ...scripts.map(({ from }): Diagnostic => {
      const message = `The page has a \`javascript:\` address in ${from}, which React turns into one that fails.`;
      return { code: 'script-address', severity: 'error', message, place, hint: 'use a button in an island' };
    }),
  ];
}

/** Whether the `style` attribute does anything on a page: https://www.w3.org/TR/CSP3/#directive-style-src-attr */
export function forbidsStyle(contentPolicy: string): boolean {
  const directives = contentPolicy.split(';').map((directive) => directive.trim().split(/\s+/));
  const rule = ['style-src-attr', 'style-src', 'default-src']
    .map((name) => directives.find(([directive]) => directive === name))
    .find((directive) => directive !== undefined);
  return rule !== undefined && !rule.includes("'unsafe-inline'");
}

function frameAt(root: string, { file, line, column }: Place): { frame?: string } {
  if (line === undefined || column === undefined) return {};
  return { frame: codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column) };
}
