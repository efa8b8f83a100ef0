import { addPrefix, type Prefixes } from '../shared/address.ts';
import { splitSrcset } from './srcset.ts';

type Props = Readonly<Record<string, unknown>>;

const ADDRESSES = ['href', 'src', 'action', 'formAction', 'poster', 'data', 'xlinkHref'];
const ADDRESS_LISTS = ['srcSet', 'imageSrcSet'];

/**
 * Adds the site's base to root-relative addresses in the props of an element: `/contact/` becomes `/docs/contact/`.
 */
export function addBase(props: Props, prefixes: Prefixes): Props {
  const changed: Record<string, unknown> = {};
  for (const name of ADDRESSES) {
    const value = props[name];
    if (typeof value === 'string') changed[name] = addPrefix(value, prefixes);
  }
  for (const name of ADDRESS_LISTS) {
    const value = props[name];
    if (typeof value !== 'string') continue;
    const parts = splitSrcset(value);
    changed[name] = parts.map((part, index) => (index % 2 === 1 ? addPrefix(part, prefixes) : part)).join('');
  }
  return { ...props, ...changed };
}
