/**
 * React's JSX runtime for a site that lives under a path: addresses that pages write from the site's root (`/contact/`)
 * get the base in front (`/docs/contact/`). A build uses it in place of `react/jsx-runtime` when there is a base.
 */
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import type { ElementType } from 'react';

/** Set by the build. Starts and ends with a slash. */
declare const SITEGEN_BASE: string;

type Props = Readonly<Record<string, unknown>>;

const ADDRESSES = ['href', 'src', 'action', 'formAction', 'poster', 'data', 'xlinkHref'];
const ADDRESS_LISTS = ['srcSet', 'imageSrcSet'];

export { Fragment };

export function jsx(type: ElementType, props: Props, key?: string): unknown {
  return reactJsx(type, typeof type === 'string' ? withBase(props) : props, key);
}

export function jsxs(type: ElementType, props: Props, key?: string): unknown {
  return reactJsxs(type, typeof type === 'string' ? withBase(props) : props, key);
}

function withBase(props: Props): Props {
  const changed: Record<string, unknown> = {};
  for (const name of ADDRESSES) {
    const value = props[name];
    if (typeof value === 'string') changed[name] = inBase(value);
  }
  for (const name of ADDRESS_LISTS) {
    const value = props[name];
    // A comma inside an address has no space behind it: https://html.spec.whatwg.org/#srcset-attributes
    if (typeof value === 'string') changed[name] = value.split(/,\s+/).map(inBase).join(', ');
  }
  return { ...props, ...changed };
}

function inBase(address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? SITEGEN_BASE + address.slice(1) : address;
}
