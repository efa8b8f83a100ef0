/**
 * Where the HTML standard lets elements stand, as far as a browser's parser enforces it: it closes, moves or drops what
 * stands elsewhere, and the page is then another than was written.
 * https://html.spec.whatwg.org/#parsing-main-inbody
 */

import { CHILDREN_TAG, ISLAND_TAG } from '../islands/markers.ts';

const words = (text: string) => new Set(text.split(' '));

/** They end a paragraph that is still open. */
const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr main menu nav ol p pre search section table ul',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');

/** They cannot be inside themselves, at any depth. */
const NOT_IN_ITSELF = words('a button');

/** What is not HTML draws no HTML; a list of options takes nothing else. */
const NO_HTML_IN = words('svg math select');
const IS_HTML = words(`${ISLAND_TAG} ${CHILDREN_TAG}`);

/** Across these nothing is closed: https://html.spec.whatwg.org/#has-an-element-in-button-scope */
const SCOPES = words('button caption html marquee object table td template th foreignobject');

/** Elements of tables, and what they have to be in. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  caption: words('table'),
  colgroup: words('table'),
  col: words('colgroup'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('thead tbody tfoot'),
  td: words('tr'),
  th: words('tr'),
};

/** The only children of elements of tables. */
const CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = {
  table: words('caption colgroup thead tbody tfoot script style template'),
  thead: words('tr script style template'),
  tbody: words('tr script style template'),
  tfoot: words('tr script style template'),
  tr: words('td th script style template'),
};

/**
 * @param open the elements around it, from the outside in
 * @returns what it may not be in, if it is
 */
export function findMisnesting(element: string, open: readonly string[]): string | undefined {
  const parent = open.at(-1) ?? '';
  if (PARENTS[element] && !PARENTS[element].has(parent) && parent !== 'template') return parent;
  if (CHILDREN[parent] && !CHILDREN[parent].has(element)) return parent;
  if (HEADINGS.has(element) && HEADINGS.has(parent)) return parent;
  if (IS_HTML.has(element)) return open.find((around) => NO_HTML_IN.has(around));
  // The parser knows of one form at a time, wherever it began.
  if (element === 'form' && open.includes('form')) return 'form';
  if (NOT_IN_ITSELF.has(element) && isInScope(element, open)) return element;
  if (ENDS_PARAGRAPH.has(element) && isInScope('p', open)) return 'p';
  return undefined;
}

function isInScope(element: string, open: readonly string[]): boolean {
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const around = open[index] ?? '';
    if (around === element) return true;
    if (SCOPES.has(around)) return false;
  }
  return false;
}
