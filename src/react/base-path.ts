import { isElsewhere } from '../api/elsewhere.ts';
import { splitSrcset } from './srcset.ts';

type Props = Readonly<Record<string, unknown>>;

const ADDRESSES = ['href', 'src', 'action', 'formAction', 'poster', 'data', 'xlinkHref'];
const ADDRESS_LISTS = ['srcSet', 'imageSrcSet'];

/** Replacements for the first slash of addresses. Each ends with a slash. */
export interface Prefixes {
  /** `/`, or `/docs/`. */
  readonly base: string;
  /** For files with hashed names: the base, or another host: `https://cdn.example.com/`. */
  readonly assets: string;
  /** Addresses that other servers answer: nothing is added to them. */
  readonly elsewhere: readonly string[];
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
    const parts = splitSrcset(value);
    changed[name] = parts.map((part, index) => (index % 2 === 1 ? inBase(part, prefixes) : part)).join('');
  }
  return { ...props, ...changed };
}

function inBase(address: string, { base, assets, elsewhere }: Prefixes): string {
  if (!address.startsWith('/') || address.startsWith('//') || isElsewhere(elsewhere, address)) return address;
  return (address.startsWith('/assets/') ? assets : base) + address.slice(1);
}
