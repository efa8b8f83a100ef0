import { isImage, withText } from '../shared/image.ts';
import { addPrefix, type Prefixes } from '../shared/address.ts';
import { addressAttributesOf, kindOfMeta, splitAddresses, type AddressKind } from '../shared/address-attributes.ts';

type Props = Readonly<Record<string, unknown>>;

/** Address kinds by element, then by prop. Owned by `propsOf`, and filled once for each of the few elements of a site. */
const props = new Map<string, ReadonlyMap<string, AddressKind>>();

/** `clip-path` and `xlink:href` are `clipPath` and `xlinkHref` in React, and both are allowed in Preact. */
function propsOf(element: string): ReadonlyMap<string, AddressKind> {
  const known = props.get(element);
  if (known !== undefined) return known;
  const found = new Map([...addressAttributesOf(element)].map(([name, kind]) => [toKey(name), kind]));
  props.set(element, found);
  return found;
}

function toKey(name: string): string {
  return name.replace(/[:-]/, '').toLowerCase();
}

/**
 * Adds the site's base to root-relative addresses in the props of an element: `/contact/` becomes `/docs/contact/`.
 */
export function addBase(type: string, given: Props, prefixes: Prefixes): Props {
  const changed: Record<string, unknown> = {};
  const known = propsOf(type);
  const prefix = (kind: AddressKind, value: string) => {
    const parts = splitAddresses(kind, value);
    return parts.map((part, index) => (index % 2 === 1 ? addPrefix(part, prefixes) : part)).join('');
  };
  const prefixStyles = (styles: unknown): unknown => {
    if (typeof styles === 'string') return prefix('css', styles);
    return Array.isArray(styles) ? styles.map(prefixStyles) : styles;
  };
  for (const name in given) {
    const value = given[name];
    const attribute = known.get(toKey(name));
    const kind = attribute === 'meta' ? kindOfMeta(given['httpEquiv'], namesOf(given)) : attribute;
    if (kind === undefined) continue;
    if (typeof value === 'string') changed[name] = prefix(kind, value);
    else if (isImage(value)) changed[name] = withText({ ...value, src: prefix(kind, value.src) });
    else if (name === 'style' && typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([property, text]) => [property, prefixStyles(text)]);
      changed[name] = Object.fromEntries(entries);
    }
  }
  if (type === 'style') Object.assign(changed, prefixContents(given, prefixStyles));
  return { ...given, ...changed };
}

function namesOf({ name, property, itemProp }: Props): unknown[] {
  return [name, property, itemProp];
}

/** The contents of a `<style>`. */
function prefixContents({ children, dangerouslySetInnerHTML }: Props, prefix: (styles: unknown) => unknown): Props {
  if (dangerouslySetInnerHTML === undefined) return children === undefined ? {} : { children: prefix(children) };
  const { __html: css } = Object(dangerouslySetInnerHTML) as { readonly __html?: unknown };
  return { dangerouslySetInnerHTML: { __html: prefix(css) } };
}
