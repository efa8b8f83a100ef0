import { format } from 'prettier';
import { contextOf, ELEMENTS, isContainer, isKept } from './nesting.ts';

/** The elements that a browser closes, the elements that close them, and those inside which they cannot be closed. */
type Rule = readonly [open: readonly string[], by: readonly string[], until: readonly string[]];

/** Browsers build these elements even if they are not in the HTML. */
const IMPLIED = ['html', 'head', 'body'];

/** Like all elements in drawings and formulas that contain HTML. */
const HTML_AGAIN = 'svg:foreignobject';

/** Select: parse5 drops its content, as browsers did until 2025. */
const EXCLUDED = [...IMPLIED, 'select'];

/** The source of `src/check/html/nesting-rules.ts`. */
export async function generateRules(): Promise<string> {
  const only = findOnly();
  const parents = findParents();
  const rules = findRules(new Set(parents.flatMap(([names]) => names)), new Set(only.flatMap(([names]) => names)));
  const text = (names: readonly string[]) => names.toSorted().join(' ');
  const list = (rows: readonly (readonly (readonly string[])[])[]) =>
    JSON.stringify(rows.map((row) => row.map(text)).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)));
  const source = `/** How browsers nest elements. Generated from parse5: npm run nesting */

/** Open elements, the elements that close them, and the elements inside which they cannot be closed (\`*\`: all but). */
export const CLOSED: readonly (readonly [open: string, by: string, until: string])[] = ${list(rules)};

/** Elements that contain no text and no elements except these. */
export const STRICT: readonly (readonly [open: string, only: string])[] = ${list(only)};

/** Elements that are dropped, or moved to a new parent, unless their parent is one of these. */
export const DROPPED: readonly (readonly [names: string, parents: string])[] = ${list(parents)};
`;
  return format(source, { parser: 'typescript', singleQuote: true, printWidth: 120 });
}

const isKeptIn = (outer: string, inner: string) => isKept([...contextOf(outer), outer, inner]);

function findOnly(): (readonly [string[], string[]])[] {
  const strict = ELEMENTS.filter(
    (name) => isContainer(name) && !['html', 'select', 'svg', 'math'].includes(name),
  ).filter((name) => !isKeptIn(name, 'span'));
  // A `<form>` stays in a table, but not its content.
  const isAllowed = (outer: string, inner: string) =>
    isKeptIn(outer, inner) && (inner !== 'form' || isKept([...contextOf(outer), outer, inner, 'b']));
  return groupBy(strict, (outer) => ELEMENTS.filter((inner) => isAllowed(outer, inner)));
}

function findParents(): (readonly [string[], string[]])[] {
  const dropped = ELEMENTS.filter((name) => !IMPLIED.includes(name) && !isKeptIn('div', name));
  const containers = ELEMENTS.filter((name) => isContainer(name) && !['html', 'svg', 'math'].includes(name));
  return [
    ...groupBy(dropped, (inner) => containers.filter((outer) => isKeptIn(outer, inner))),
    [['html'], ['']],
    [
      ['head', 'body'],
      ['', 'html'],
    ],
  ];
}

function findRules(dropped: ReadonlySet<string>, strict: ReadonlySet<string>): Rule[] {
  const containers = ELEMENTS.filter((name) => isContainer(name) && !EXCLUDED.includes(name) && !strict.has(name));
  const isForeign = (name: string) => name === 'svg' || name === 'math';
  const groups = groupBy(containers, (outer) =>
    ELEMENTS.filter((inner) => (isForeign(outer) || !dropped.has(inner)) && !isKeptIn(outer, inner)),
  ).filter(([, by]) => by.length > 0);
  return [
    ...groups.map(([open, by]): Rule => [
      open,
      by,
      isForeign(open[0] ?? '') ? [HTML_AGAIN] : findUntil(open, by, containers),
    ]),
    // As of the standard of 2025, it may contain other elements.
    [['select'], ['input', 'select'], ['']],
  ];
}

/** The elements inside which an element stays open: their names, or `*` and the names of all others. */
function findUntil([open = '']: readonly string[], by: readonly string[], containers: readonly string[]): string[] {
  const paths = [
    ...containers.filter((name) => name !== 'svg' && name !== 'math').map((name) => [...contextOf(name), name]),
    HTML_AGAIN.split(':'),
    ['select'],
  ];
  const tried = paths
    .filter((path) => !path.some((name) => by.includes(name)))
    .flatMap((path) => {
      const closer = by.find((name) => isKept([...path, name]));
      const name = path[0] === 'svg' ? HTML_AGAIN : (path.at(-1) ?? '');
      return closer === undefined ? [] : [{ name, stays: isKept([...contextOf(open), open, ...path, closer]) }];
    });
  const names = (stays: boolean) => tried.filter((one) => one.stays === stays).map(({ name }) => name);
  // Custom elements are like all that the parser does not know.
  return names(true).includes('x-custom') ? ['*', ...names(false)] : names(true);
}

/** Names with the same list, and that list. */
function groupBy(names: readonly string[], listOf: (name: string) => string[]): (readonly [string[], string[]])[] {
  const rows = names.map((name) => ({ name, list: listOf(name) }));
  const keys = [...new Set(rows.map(({ list }) => list.join(' ')))];
  return keys.map((key) => {
    const group = rows.filter(({ list }) => list.join(' ') === key);
    return [group.map(({ name }) => name), group[0]?.list ?? []] as const;
  });
}
