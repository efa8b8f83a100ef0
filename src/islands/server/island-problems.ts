/** Describes problems of islands on a page. */
import { EXAMPLES, WORDS } from '../../api/hydrate-strategies.ts';
import { error } from '../../shared/diagnostics.ts';
import type { RenderProblem } from './render-context.ts';
import type { UnserializableValue } from './serialize-props.ts';

/** An IntersectionObserver accepts only pixels and percents: https://w3c.github.io/IntersectionObserver/#parse-a-margin */
const MARGIN = /^(-?\d+(\.\d+)?(px|%)(\s+|$)){1,4}$/;

/** TypeScript checks the same, but a build compiles without types. */
export function isHydrate(hydrate: unknown): boolean {
  if (typeof hydrate !== 'object' || hydrate === null) return [undefined, ...WORDS].includes(hydrate as 'load');
  const [[strategy, value] = ['', ''], ...others] = Object.entries(hydrate);
  if (others.length > 0 || !Object.hasOwn(EXAMPLES, strategy)) return false;
  return strategy === 'visible' ? MARGIN.test(String(value)) : typeof value === 'string';
}

export function unknownHydrate(name: string, hydrate: unknown): RenderProblem {
  if (typeof hydrate === 'object' && hydrate !== null && Object.keys(hydrate).length > 1) {
    const message = `Island "${name}" has several \`hydrate\` strategies: ${JSON.stringify(hydrate)}.`;
    return error('island-hydrate', message, { hint: 'use one of them' });
  }
  const words = WORDS.map((word) => JSON.stringify(word));
  const objects = Object.entries(EXAMPLES).map(([strategy, example]) => `{ ${strategy}: "${example}" }`);
  const message = `Island "${name}" has an unknown \`hydrate\` value: ${JSON.stringify(hydrate)}.`;
  return error('island-hydrate', message, { hint: `use ${[...words, ...objects].join(', ')}` });
}

export function lostChildren(name: string): RenderProblem {
  const message = `Island "${name}" ignores its children, so they are missing from the page.`;
  const hint = 'render `children` in its component, at once or later';
  return error('children-lost', message, { hint });
}

export function unserializableProp(name: string, { path, what }: UnserializableValue): RenderProblem {
  const message = `Island "${name}" receives ${what} as \`${path}\`, which cannot be sent to the browser.`;
  const hint =
    'pass text, finite numbers, booleans, null, Date, URL, BigInt, and arrays, objects, Map and Set of these';
  return error('island-prop', message, { hint });
}

export function clientOnlyInside(name: string, outer: string): RenderProblem {
  const message = `Island "${name}" runs only in the browser, and is part of the island "${outer}".`;
  const hint = `pass it to "${outer}" as children, or load its component there: lazy(() => import(…))`;
  return error('island-name', message, { hint });
}

export function lostContent(name: string): RenderProblem {
  const message = `Island "${name}" renders the fallback of a <Suspense>: its content failed or is not ready.`;
  return error('content-lost', message, { hint: 'pass what it needs as props' });
}
