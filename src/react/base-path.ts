type Props = Readonly<Record<string, unknown>>;

const ADDRESSES = ['href', 'src', 'action', 'formAction', 'poster', 'data', 'xlinkHref'];
const ADDRESS_LISTS = ['srcSet', 'imageSrcSet'];

/** What replaces the first slash of addresses. Each ends with a slash. */
export interface Prefixes {
  /** `/`, or `/docs/`. */
  readonly base: string;
  /** For files with hashed names: the base, or another host: `https://cdn.example.com/`. */
  readonly assets: string;
}

/**
 * Adds the site's base to root-relative addresses in the props of an element: `/contact/` becomes `/docs/contact/`.
 */
export function addBase(props: Props, prefixes: Prefixes): Props {
  const changed: Record<string, unknown> = {};
  for (const name of ADDRESSES) {
    const value = props[name];
    if (typeof value === 'string') changed[name] = inBase(value, prefixes);
  }
  for (const name of ADDRESS_LISTS) {
    const value = props[name];
    if (typeof value !== 'string') continue;
    // A comma inside an address is not followed by a space: https://html.spec.whatwg.org/#srcset-attributes
    const candidates = value.split(/,\s+/).map((candidate) => inBase(candidate, prefixes));
    changed[name] = candidates.join(', ');
  }
  return { ...props, ...changed };
}

function inBase(address: string, { base, assets }: Prefixes): string {
  if (!address.startsWith('/') || address.startsWith('//')) return address;
  return (address.startsWith('/assets/') ? assets : base) + address.slice(1);
}
