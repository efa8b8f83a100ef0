/**
 * React's JSX runtime for pages that become HTML. What React drops there without a word (a click handler, an empty title)
 * is noted, with the line that it stands on.
 */
import { createElement, useContext, type ElementType, type ReactNode } from 'react';
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { SurroundingsContext } from '../islands/surroundings.ts';
import { addBase } from './addresses.ts';
import { findFault, mend, type Fault, type Props } from './faults.ts';
import { CANNOT_WAIT } from './waiting.ts';

type Jsx = (type: ElementType, props: Props, key?: string) => ReactNode;

const AsyncFunction = (async () => {}).constructor;

/**
 * @param base the path the site lives under
 * @returns what compiled JSX imports
 */
export function createJsx(base: string): { Fragment: typeof Fragment; jsx: Jsx; jsxs: Jsx } {
  const wrap = (react: Jsx): Jsx => {
    return (type, written, key) => {
      if (type instanceof AsyncFunction) return createElement(Refused, { key, name: type.name, at: new Error() });
      if (typeof type !== 'string') return react(type, written, key);
      const based = base === '/' ? written : addBase(written, base);
      const props = type === 'img' ? withoutPreload(based) : based;
      const fault = findFault(type, props);
      if (fault === undefined) return react(type, props, key);
      // Whether it matters is known when it is rendered; where it stands, only now.
      return createElement(Noted, { key, fault, at: new Error() }, react(type, mend(type, props)));
    };
  };
  return { Fragment, jsx: wrap(reactJsx as Jsx), jsxs: wrap(reactJsxs as Jsx) };
}

/**
 * React puts a `<link rel="preload">` into the head for each image, thirty for thirty images, ahead of what the page needs
 * first (https://github.com/facebook/react/issues/34217). It does so for addresses that are strings, so here they are
 * objects. Can go when React has a switch for it.
 */
function withoutPreload(props: Props): Props {
  const { src, srcSet, fetchPriority } = props;
  if (fetchPriority === 'high') return props;
  return { ...props, ...(src ? { src: Object(src) } : {}), ...(srcSet ? { srcSet: Object(srcSet) } : {}) };
}

function Noted({ fault, at, children }: { fault: Fault; at: Error; children?: ReactNode }) {
  const around = useContext(SurroundingsContext);
  const { isFineInIslands, ...problem } = fault;
  if (around !== undefined && !(isFineInIslands && around.island !== undefined)) {
    around.record.problems.push({ ...problem, at: at.stack ?? '' });
  }
  return children;
}

function Refused({ name, at }: { name: string; at: Error }): never {
  throw Object.assign(new Error(`<${name}> is an async component. ${CANNOT_WAIT}`), { stack: at.stack });
}
