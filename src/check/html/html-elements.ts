/** The rules of the HTML standard for each element: how it is parsed, which addresses it has, and where it is allowed. */

import { CHILDREN_TAG, ISLAND_TAG } from '../../islands/markup.ts';
import { addressAttributesOf, type AddressKind } from '../../shared/address-attributes.ts';

export interface Element {
  /** In lower case. */
  readonly name: string;
  /** It cannot contain anything: https://html.spec.whatwg.org/#void-elements */
  readonly isVoid: boolean;
  /** It contains only text, even if that looks like tags. */
  readonly isTextOnly: boolean;
  /**
   * `foreign`: other parsing rules apply inside it. `html`: inside a foreign element, HTML rules apply again. `template`: outside
   * of foreign elements, its content is not part of the page.
   */
  readonly content: 'foreign' | 'html' | 'template' | undefined;
  /** Its attributes that contain addresses, and how they are reported: `a[href]`. */
  readonly addresses: ReadonlyMap<string, { readonly kind: AddressKind; readonly from: string }>;
  /** The names of the only parents and children that it may have. */
  readonly parents: ReadonlySet<string> | undefined;
  readonly children: ReadonlySet<string> | undefined;
  readonly isHeading: boolean;
  /** It closes an open paragraph. */
  readonly endsParagraph: boolean;
  /** It closes an open `<svg>` or `<math>`: https://html.spec.whatwg.org/#parsing-main-inforeign */
  readonly endsForeign: boolean;
  /** It cannot be inside itself, at any depth. */
  readonly isNeverInItself: boolean;
  /** Its content does not close elements outside it: https://html.spec.whatwg.org/#has-an-element-in-button-scope */
  readonly isScope: boolean;
  /** It does not render HTML, or allows only certain elements. */
  readonly refusesHtml: boolean;
  /** It has facts about the page: see `collectElements`. */
  readonly isInspected: boolean;
  /** It contains HTML. */
  readonly isIsland: boolean;
}

const words = (text: string) => new Set(text.split(' '));
/** A map, because a tag may be called `constructor`, which every object has. */
const table = <Value>(values: Readonly<Record<string, Value>>) => new Map(Object.entries(values));

const VOID = words('area base br col embed hr img input link meta source track wbr');
const TEXT_ONLY = words('script style textarea title xmp iframe noembed noframes');
const FOREIGN = words('svg math');
const HTML_AGAIN = words('foreignobject desc title mi mo mn ms mtext annotation-xml');
const CONTENT = new Map<string, Element['content']>([
  ...[...FOREIGN].map((name) => [name, 'foreign'] as const),
  ...[...HTML_AGAIN].map((name) => [name, 'html'] as const),
  ['template', 'template'],
]);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr main menu nav ol p pre search section table ul',
);
const ENDS_FOREIGN = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p ' +
    'pre ruby s small span strong strike sub sup table tt u ul var',
);
/** A form is not allowed inside itself in any scope: the parser tracks one form at a time. */
const NEVER_IN_ITSELF = words('a button form');
const SCOPES = words('button caption html marquee object table td template th foreignobject');
const REFUSES_HTML = words('svg math select');
const INSPECTED = words('html meta link h1 main img style script');
const ISLANDS = new Set([ISLAND_TAG, CHILDREN_TAG]);

const PARENTS = table<ReadonlySet<string>>({
  caption: words('table template'),
  colgroup: words('table template'),
  col: words('colgroup template'),
  thead: words('table template'),
  tbody: words('table template'),
  tfoot: words('table template'),
  tr: words('thead tbody tfoot template'),
  td: words('tr template'),
  th: words('tr template'),
});

const CHILDREN = table<ReadonlySet<string>>({
  table: words('caption colgroup thead tbody tfoot script style template'),
  thead: words('tr script style template'),
  tbody: words('tr script style template'),
  tfoot: words('tr script style template'),
  tr: words('td th script style template'),
});

function toElement(name: string): Element {
  return {
    name,
    isVoid: VOID.has(name),
    isTextOnly: TEXT_ONLY.has(name),
    content: CONTENT.get(name),
    addresses: new Map(
      [...addressAttributesOf(name)].map(([attribute, kind]) => [attribute, { kind, from: `${name}[${attribute}]` }]),
    ),
    parents: PARENTS.get(name),
    children: CHILDREN.get(name),
    isHeading: HEADINGS.has(name),
    endsParagraph: ENDS_PARAGRAPH.has(name),
    endsForeign: ENDS_FOREIGN.has(name),
    isNeverInItself: NEVER_IN_ITSELF.has(name),
    isScope: SCOPES.has(name),
    refusesHtml: REFUSES_HTML.has(name),
    isInspected: INSPECTED.has(name),
    isIsland: ISLANDS.has(name),
  };
}

/**
 * One lookup per tag of each page: searching each list took longer than everything else that is done with a tag. Owned by
 * `elementOf`, and shared by all pages of the process.
 */
const elements = new Map<string, Element>();

/** @param written the name as in the tag, in any case */
export function elementOf(written: string): Element {
  const known = elements.get(written);
  if (known !== undefined) return known;
  const element = toElement(written.toLowerCase());
  // Limited, because pages can invent any number of names.
  if (elements.size < 1000) elements.set(written, element);
  return element;
}
