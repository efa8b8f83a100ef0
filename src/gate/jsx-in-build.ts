/**
 * React's JSX runtime for pages that become HTML. What React drops there without a word (a click handler, an empty title)
 * is noted, with the line that it stands on.
 */
import type { ElementType, ReactNode } from 'react';
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { addBase } from './addresses.ts';
import { inspectElement, type Props } from './inspect-element.ts';

type Jsx = (type: ElementType, props: Props, key?: string) => ReactNode;

/**
 * @param base the path the site lives under
 * @returns what compiled JSX imports
 */
export function createJsx(base: string): { Fragment: typeof Fragment; jsx: Jsx; jsxs: Jsx } {
  const wrap = (react: Jsx): Jsx => {
    return (type, written, key) => {
      const props = typeof type === 'string' && base !== '/' ? addBase(written, base) : written;
      const inspected = inspectElement(type, props);
      return react(inspected.type, inspected.props, key);
    };
  };
  return { Fragment, jsx: wrap(reactJsx as Jsx), jsxs: wrap(reactJsxs as Jsx) };
}
