/** What the HTML standard says of each element: how it is read, what it names, and where it may stand. */

import { CHILDREN_TAG, ISLAND_TAG } from '../islands/protocol.ts';

export interface Element {
  /** In lower case. */
  readonly name: string;
  /** Nothing can be in it: https://html.spec.whatwg.org/#void-elements */
  readonly isVoid: boolean;
  /** What looks like a tag in it is text. */
  readonly isTextOnly: boolean;
  /** `foreign`: in it other rules hold. `html`: in such an element, HTML's hold again. */
  readonly content: 'foreign' | 'html' | undefined;
  /** Its attributes that name another address, and how they are told: `a[href]`. */
  readonly references: readonly { readonly attribute: string; readonly from: string }[];
  /** The only elements that it may be in, by their names, and that may be in it. */
  readonly parents: ReadonlySet<string> | undefined;
  readonly children: ReadonlySet<string> | undefined;
  readonly isHeading: boolean;
  /** It ends a paragraph that is still open. */
  readonly endsParagraph: boolean;
  /** It cannot be inside itself, at any depth. */
  readonly isNeverInItself: boolean;
  /** Nothing outside of it is closed by what is in it: https://html.spec.whatwg.org/#has-an-element-in-button-scope */
  readonly isScope: boolean;
  /** It draws no HTML, or takes nothing but its own elements. */
  readonly refusesHtml: boolean;
  /** It says something about the page: see `collectElements`. */
  readonly isInspected: boolean;
  /** It stands for HTML wherever it is. */
  readonly isIsland: boolean;
}

const words = (text: string) => new Set(text.split(' '));
/** A tag may be called `constructor`, which every object knows of. */
const table = <Value>(values: Readonly<Record<string, Value>>) => new Map(Object.entries(values));

const VOID = words('area base br col embed hr img input link meta source track wbr');
const TEXT_ONLY = words('script style textarea title xmp iframe noembed noframes');
const FOREIGN = words('svg math');
const HTML_AGAIN = words('foreignobject desc title mi mo mn ms mtext annotation-xml');
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr main menu nav ol p pre search section table ul',
);
/** The parser knows of one form at a time, wherever it began. */
const NEVER_IN_ITSELF = words('a button form');
const SCOPES = words('button caption html marquee object table td template th foreignobject');
const REFUSES_HTML = words('svg math select');
const INSPECTED = words(`meta link h1 img style script ${ISLAND_TAG}`);
const ISLANDS = new Set([ISLAND_TAG, CHILDREN_TAG]);

/** Other elements have none, or none that a browser follows. */
const REFERENCES = table<readonly string[]>({
  a: ['href'],
  area: ['href'],
  audio: ['src'],
  embed: ['src'],
  form: ['action'],
  iframe: ['src'],
  image: ['href'],
  img: ['src', 'srcset'],
  input: ['src'],
  link: ['href'],
  object: ['data'],
  script: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  use: ['href'],
  video: ['src', 'poster'],
});

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

function describe(name: string): Element {
  return {
    name,
    isVoid: VOID.has(name),
    isTextOnly: TEXT_ONLY.has(name),
    content: FOREIGN.has(name) ? 'foreign' : HTML_AGAIN.has(name) ? 'html' : undefined,
    references: (REFERENCES.get(name) ?? []).map((attribute) => ({ attribute, from: `${name}[${attribute}]` })),
    parents: PARENTS.get(name),
    children: CHILDREN.get(name),
    isHeading: HEADINGS.has(name),
    endsParagraph: ENDS_PARAGRAPH.has(name),
    isNeverInItself: NEVER_IN_ITSELF.has(name),
    isScope: SCOPES.has(name),
    refusesHtml: REFUSES_HTML.has(name),
    isInspected: INSPECTED.has(name),
    isIsland: ISLANDS.has(name),
  };
}

/** One lookup for each tag of each page: looking in each list took longer than all else that is done with a tag. */
const elements = new Map<string, Element>();

/** @param written as in the tag, in any case */
export function elementOf(written: string): Element {
  const known = elements.get(written);
  if (known !== undefined) return known;
  const element = describe(written.toLowerCase());
  // Names that a page makes up may be any number.
  if (elements.size < 1000) elements.set(written, element);
  return element;
}
