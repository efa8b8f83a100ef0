/**
 * Every attribute that contains addresses. In JSX, the base is added to them; in HTML, the link check follows them.
 *
 * Imports no packages, because it also runs in browsers.
 */
import { splitCss, splitRefresh, splitSpaces, splitSrcset, splitWords } from './split-addresses.ts';

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
