/** The rules of the HTML standard for each element: how it is parsed, which addresses it has, and where it is allowed. */

import { CHILDREN_TAG, ISLAND_TAG } from '../../islands/markup.ts';
import { nestingOf, type Nesting } from './nesting.ts';
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
