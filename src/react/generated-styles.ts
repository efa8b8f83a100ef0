/** Styles that a library generates while components render. A build has no document to put them into. */
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Route } from '../shared/model.ts';

interface Library {
  /** Its package, or a package that all its variants depend on. */
  readonly name: string;
  /** Matches the classes that it generates. */
  readonly classes: RegExp;
  readonly hint: string;
}

const WRAP = 'wrap what uses it in a component that renders its styles, as in docs/styling.md#styles-in-javascript';

const LIBRARIES: readonly Library[] = [
  { name: 'styled-components', classes: /^(?:[\w-]+__)?sc-[\w-]+$/, hint: WRAP },
  {
    name: '@emotion/css',
    classes: /^css-(?!0$)[a-z\d]+/,
    hint: 'use `@emotion/styled`, or the `css` prop of `@emotion/react`',
  },
  { name: 'goober', classes: /^go\d{5,}$/, hint: WRAP },
  { name: 'react-jss', classes: /-\d+-\d+-\d+$/, hint: WRAP },
  { name: '@stitches/react', classes: /^c-[a-zA-Z]{5,7}$/, hint: WRAP },
];

/** The classes and inline styles of a page. */
export interface PageStyles {
  /** Classes of elements: outside of islands, and in each island, which is rendered separately. */
  readonly classes: readonly ReadonlySet<string>[];
  /** The text of inline styles. */
  readonly inline: readonly string[];
}

/** The libraries among the packages of a site. */
export function findStyleLibraries(packages: Iterable<string>): string[] {
  const all = new Set(packages);
  return LIBRARIES.map(({ name }) => name).filter((name) => all.has(name));
}

/**
 * @param libraries that the site uses
 * @returns a problem for each library whose classes are on a page without their styles
 */
export function describeLostStyles(
  { source }: Route,
  libraries: readonly string[],
  { classes, inline }: PageStyles,
): Diagnostic[] {
  return LIBRARIES.filter(({ name }) => libraries.includes(name)).flatMap(({ name, classes: isOwn, hint }) => {
    const own = classes.map((names) => [...names].filter((one) => isOwn.test(one))).filter(({ length }) => length > 0);
    // Some may have no styles.
    const lost = own.find((names) => !names.some((one) => inline.some((style) => style.includes(one))))?.[0];
    if (lost === undefined) return [];
    const message = `The page has the class "${lost}" of "${name}", but not its styles.`;
    return [error('styles-lost', message, { place: { file: source }, hint })];
  });
}
