/**
 * React's JSX runtime for pages. Props and elements that React drops silently in static HTML (a click handler, an empty
 * title) are recorded with their line.
 */
import type { ElementType, ReactElement } from 'react';
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import type { Prefixes } from '../shared/address.ts';
import { rememberKey } from './async-components.ts';
import { addBase } from './base-path.ts';
import type { Props } from './element-rules.ts';
import { inspectElement } from './inspect-element.ts';
import { withPlace } from './locate.ts';

type Jsx = (type: ElementType, props: Props, key?: string) => ReactElement<Props>;

/** The functions that compiled JSX calls: `jsxs` if it has several children. */
export interface JsxRuntime {
  readonly Fragment: typeof Fragment;
  readonly jsx: Jsx;
  readonly jsxs: Jsx;
}

/** @returns the exports that compiled JSX imports */
export function createJsx(prefixes: Prefixes): JsxRuntime {
  const isNeeded = prefixes.base !== '/' || prefixes.assets !== '/';
  const wrap = (react: Jsx): Jsx => {
    const create: Jsx = (type, written, key) => {
      const props = typeof type === 'string' && isNeeded ? addBase(type, written, prefixes) : written;
      const inspected = inspectElement(type, props);
      const element = react(inspected.type, withPlace(inspected.type, inspected.props, create), key);
      if (inspected.isAsync) rememberKey(element);
      return element;
    };
    return create;
  };
  return { Fragment, jsx: wrap(reactJsx as Jsx), jsxs: wrap(reactJsxs as Jsx) };
}
