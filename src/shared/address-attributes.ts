/**
 * Every attribute that contains addresses. In JSX, the base is added to them; in HTML, the link check follows them.
 *
 * Imports no packages, because it also runs in browsers.
 */
import { readCss } from './read-css.ts';

/** How an attribute contains addresses. `html`: a document, which is only read. */
export type AddressKind = 'address' | 'css' | 'html' | 'meta' | 'refresh' | 'srcset' | 'words';

/** Attributes, their kind, and the only elements on which they have that meaning. */
const ATTRIBUTES: readonly (readonly [names: string, kind: AddressKind, elements?: string])[] = [
  ['href xlink:href src poster formaction cite', 'address'],
  ['action', 'address', 'form'],
  ['data', 'address', 'object'],
  ['background', 'address', 'body table tr td th'],
  ['srcset imagesrcset', 'srcset'],
  ['ping', 'words'],
  ['style clip-path cursor fill filter marker marker-start marker-mid marker-end mask stroke', 'css'],
  ['srcdoc', 'html'],
  ['content', 'meta', 'meta'],
];

/** The `name`, `property` or `itemprop` of a `<meta>` whose content is an address. */
const META =
  /^(?:(?:og|twitter):(?:image|video|audio|url|player)(?::(?:url|secure_url|src|stream))?|msapplication-(?:tileimage|config|\w+logo)|image|logo|url|(?:thumbnail|content|embed)url)$/i;

/** Attributes of every element. */
const GENERAL = attributesFor('');

/** Attributes of elements that have additional ones. */
const SPECIAL = new Map(
  ATTRIBUTES.flatMap(([, , elements]) => elements?.split(' ') ?? []).map((name) => [name, attributesFor(name)]),
);

/** The attributes of an element that may contain addresses. @param element in lower case */
export function addressAttributesOf(element: string): ReadonlyMap<string, AddressKind> {
  return SPECIAL.get(element) ?? GENERAL;
}

function attributesFor(element: string): ReadonlyMap<string, AddressKind> {
  return new Map(
    ATTRIBUTES.filter(([, , elements]) => elements === undefined || elements.split(' ').includes(element)).flatMap(
      ([names, kind]) => names.split(' ').map((name) => [name, kind] as const),
    ),
  );
}

/** How the `content` of a `<meta>` contains addresses. @param names its `name`, `property` and `itemprop` */
export function kindOfMeta(httpEquiv: unknown, names: readonly unknown[]): AddressKind | undefined {
  if (/^refresh$/i.test(String(httpEquiv))) return 'refresh';
  return names.some((name) => META.test(String(name))) ? 'address' : undefined;
}

/** @returns the text between the addresses, and the addresses, in turn */
export function splitAddresses(kind: AddressKind, value: string): string[] {
  if (kind === 'address') return splitSpaces(value);
  if (kind === 'css') return value.includes('(') || value.includes('@') ? splitCss(value) : [value];
  if (kind === 'srcset') return splitSrcset(value);
  if (kind === 'words') return splitWords(value);
  return kind === 'refresh' ? splitRefresh(value) : [value];
}

// Each of these functions finds addresses within text: it returns the text between the addresses, and the addresses, in turn.
// Joined, they are the whole text. They also run in browsers.

/** A whole attribute, without the spaces around it, which browsers ignore. */
function splitSpaces(text: string): string[] {
  const address = text.trim();
  const start = text.length - text.trimStart().length;
  return [text.slice(0, start), address, text.slice(start + address.length)];
}

/** Several addresses, separated by spaces. */
function splitWords(text: string): string[] {
  return text.split(/(\S+)/);
}

/** `5; url=/new/`: https://html.spec.whatwg.org/#shared-declarative-refresh-steps */
function splitRefresh(text: string): string[] {
  const [, before, quote, rest = ''] = /^(\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?(["']?))(.*)$/is.exec(text) ?? [];
  if (before === undefined) return [text];
  const address = quote ? (rest.split(quote)[0] ?? '') : rest.trimEnd();
  return [before, address, rest.slice(address.length)];
}

/**
 * A stylesheet, or the value of a property: `url(…)`, `image-set("…")`, `@import "…"`. Escapes stay as they are.
 *
 * @example
 * splitCss('red url("/a.png")') // ['red url("', '/a.png', '")']
 */
export function splitCss(text: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const { kind, start, end } of readCss(text)) {
    if (kind !== 'address') continue;
    parts.push(text.slice(begin, start), text.slice(start, end));
    begin = end;
  }
  return [...parts, text.slice(begin)];
}

/**
 * A `srcset`, as the HTML standard splits it. A comma ends an address only if it also ends the word; descriptors end at a
 * comma outside of parentheses: https://html.spec.whatwg.org/#parse-a-srcset-attribute
 *
 * @example
 * splitSrcset('/a,1.jpg 1x,/b.jpg 2x') // ['', '/a,1.jpg', ' 1x,', '/b.jpg', ' 2x']
 */
export function splitSrcset(text: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    pattern.test(text);
    at = pattern.lastIndex;
  };
  for (;;) {
    skip(/[\t\n\f\r ,]*/y);
    if (at === text.length) return [...parts, text.slice(begin)];
    const start = at;
    skip(/[^\t\n\f\r ]+/y);
    let end = at;
    while (text[end - 1] === ',') end -= 1;
    if (end === at) skip(/(?:[^,(]|\([^)]*\)?)*/y);
    parts.push(text.slice(begin, start), text.slice(start, end));
    begin = end;
  }
}
