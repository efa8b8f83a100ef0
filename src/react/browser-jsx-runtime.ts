/** React's JSX runtime for islands on a site with a `base` or an `assetPrefix`. Replaces `react/jsx-runtime`. */
import type { ElementType } from 'react';
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import type { Prefixes } from '../shared/address.ts';
import { addBase } from './base-path.ts';

/** Set by the build. */
declare const SITEGEN_PREFIXES: Prefixes;

type Props = Readonly<Record<string, unknown>>;

export { Fragment };

export function jsx(type: ElementType, props: Props, key?: string): unknown {
  return reactJsx(type, typeof type === 'string' ? addBase(type, props, SITEGEN_PREFIXES) : props, key);
}

export function jsxs(type: ElementType, props: Props, key?: string): unknown {
  return reactJsxs(type, typeof type === 'string' ? addBase(type, props, SITEGEN_PREFIXES) : props, key);
}
