type Props = Readonly<Record<string, unknown>>;

const ADDRESSES = ['href', 'src', 'action', 'formAction', 'poster', 'data', 'xlinkHref'];
const ADDRESS_LISTS = ['srcSet', 'imageSrcSet'];

/**
 * Puts the site's base in front of the addresses that an element's props write from the site's root: `/contact/` becomes
 * `/docs/contact/`.
 *
 * @param base starts and ends with a slash
 */
export function addBase(props: Props, base: string): Props {
  const changed: Record<string, unknown> = {};
  for (const name of ADDRESSES) {
    const value = props[name];
    if (typeof value === 'string') changed[name] = inBase(value, base);
  }
  for (const name of ADDRESS_LISTS) {
    const value = props[name];
    if (typeof value !== 'string') continue;
    // A comma inside an address has no space behind it: https://html.spec.whatwg.org/#srcset-attributes
    const candidates = value.split(/,\s+/).map((candidate) => inBase(candidate, base));
    changed[name] = candidates.join(', ');
  }
  return { ...props, ...changed };
}

function inBase(address: string, base: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? base + address.slice(1) : address;
}
