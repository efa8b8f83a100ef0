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
  /** Where it is allowed. */
  readonly nesting: Nesting;
  /** It has facts about the page: see `collectElements`. */
  readonly isInspected: boolean;
  /** It contains HTML. */
  readonly isIsland: boolean;
}

const words = (text: string) => new Set(text.split(' '));

const VOID = words('area base br col embed hr img input link meta source track wbr');
const TEXT_ONLY = words('script style textarea title xmp iframe noembed noframes');
const FOREIGN = words('svg math');
const HTML_AGAIN = words('foreignobject desc title mi mo mn ms mtext annotation-xml');
const CONTENT = new Map<string, Element['content']>([
  ...[...FOREIGN].map((name) => [name, 'foreign'] as const),
  ...[...HTML_AGAIN].map((name) => [name, 'html'] as const),
  ['template', 'template'],
]);
const INSPECTED = words('meta link h1 main img source style script');
const ISLANDS = new Set([ISLAND_TAG, CHILDREN_TAG]);

function toElement(name: string): Element {
  return {
    name,
    isVoid: VOID.has(name),
    isTextOnly: TEXT_ONLY.has(name),
    content: CONTENT.get(name),
    addresses: new Map(
      [...addressAttributesOf(name)].map(([attribute, kind]) => [attribute, { kind, from: `${name}[${attribute}]` }]),
    ),
    nesting: nestingOf(name),
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
  const name = written.toLowerCase();
  // One object for each element, whose end tag may be written in another case.
  const element = written === name ? toElement(name) : elementOf(name);
  // Limited, because pages can invent any number of names.
  if (elements.size < 1000) elements.set(written, element);
  return element;
}

/**
 * How browsers restructure elements that sites put into each other: https://html.spec.whatwg.org/#parsing-main-inbody
 *
 * Sets of bits, because they are applied to each tag of each page: one for each row of `CLOSED`.
 */
interface Nesting {
  readonly opens: number;
  /** The outer elements that it hides from its content. */
  readonly ends: number;
  /** It is misplaced inside these. */
  readonly refuses: number;
  /** Its end tag may be left out: https://html.spec.whatwg.org/#optional-tags */
  readonly isEndOptional: boolean;
  /** Absent for elements that may be anywhere. */
  readonly parents: ReadonlySet<string> | undefined;
  /** Absent for elements that may contain text and any others. */
  readonly children: ReadonlySet<string> | undefined;
}

const HEADINGS = 'h1 h2 h3 h4 h5 h6';
const BLOCKS = `address article aside blockquote center details dialog div dl dd dt fieldset figcaption figure footer form ${HEADINGS} header hgroup hr li main menu nav ol p pre search section summary table ul`;
const SCOPES = 'caption foreignobject math object svg td template th';
const LISTS = `article aside blockquote button details dl fieldset figcaption figure footer form ${HEADINGS} header hgroup main menu nav ol pre section summary ul ${SCOPES}`;

const BREAKING = 'b blockquote br code dd div dl dt em hr i img li ol p pre small span strong sub sup table ul';

/** Open elements, the elements that cannot be inside them, and the elements in which these can be again (`*`: all). */
const CLOSED = [
  ['p', BLOCKS, `button ${SCOPES}`],
  ['a', 'a', SCOPES],
  ['button', 'button', SCOPES],
  ['form', 'form', 'template'],
  ['li', 'li', `dd dt ${LISTS}`],
  ['dd dt', 'dd dt', `li ${LISTS}`],
  ['svg', `${ISLAND_TAG} ${CHILDREN_TAG} ${HEADINGS} ${BREAKING}`, 'desc foreignobject title'],
  [HEADINGS, HEADINGS, '*'],
] as const;
/** Elements that are dropped, or moved, unless one of these is their parent. */
const PARENTS = [
  ['caption colgroup tbody tfoot thead', 'table template'],
  ['td th', 'tr template'],
  ['tr', 'tbody tfoot thead template'],
] as const;
/** Elements that contain nothing but these. */
const CHILDREN = [
  ['head', 'base link meta noscript script style template title'],
  ['table', 'caption colgroup input script style tbody template tfoot thead'],
  ['tbody tfoot thead', 'script style template tr'],
  ['tr', 'script style td template th'],
] as const;

const has = (names: string, name: string) => names.split(' ').includes(name);
const bitsWhere = (isIn: (rule: (typeof CLOSED)[number]) => boolean) =>
  CLOSED.reduce((bits, rule, index) => (isIn(rule) ? bits | (1 << index) : bits), 0);
const setOf = (rules: readonly (readonly [string, string])[], name: string) => {
  const [, names] = rules.find(([all]) => has(all, name)) ?? [];
  return names === undefined ? undefined : new Set(names.split(' '));
};

/** @param name of an element, in lower case */
function nestingOf(name: string): Nesting {
  return {
    opens: bitsWhere(([open]) => has(open, name)),
    ends: bitsWhere(([, , until]) => until === '*' || has(until, name)),
    refuses: bitsWhere(([, by]) => has(by, name)),
    isEndOptional: has('caption colgroup dd dt head li p tbody td tfoot th thead tr', name),
    parents: setOf(PARENTS, name),
    children: setOf(CHILDREN, name),
  };
}
