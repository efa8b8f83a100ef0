/**
 * React throws a general message for a promise that it cannot wait for. A page that fails with this message is rendered once
 * more, to find the component.
 */
import type { ElementType, ReactNode } from 'react';
import type { Props } from './element-rules.ts';
import { asyncFunctionOf } from '../shared/async-function.ts';
import { currentContext, componentName } from './async-components.ts';

/** Number of searches in progress, owned by `findPromise`. At 0, creating elements has no overhead. */
let searches = 0;

/** React's message for everything that cannot be rendered synchronously. */
export const SUSPENDED = /^A component suspended while responding to synchronous input/;

/**
 * @param render renders the page, with `isSearch` in its records
 * @throws an error with the place of the promise, if it is found
 */
export async function findPromise(render: () => Promise<unknown>): Promise<void> {
  searches += 1;
  try {
    await render();
  } finally {
    searches -= 1;
  }
}

/** @returns during a search, a component that throws if this one returns a promise */
export function refusePromise(type: ElementType, props: Props): ElementType {
  if (searches === 0 || currentContext()?.record.isSearch !== true) return type;
  if (typeof type === 'string') {
    const message = `<${type}> contains a promise. Only async components can wait: write \`await\` in one.`;
    return hasPromise(props['children']) ? refuse(new Error(message)) : type;
  }
  if (typeof type !== 'function' || asyncFunctionOf(type) !== undefined || isClass(type)) return type;
  const component = type as (props: Props) => ReactNode;
  // Created here, so that its stack has the line that uses the component.
  const failure = new Error(
    `${componentName(type)} returns a promise, but its function is not async: write \`async\`.`,
  );
  return (given: Props): ReactNode => {
    const result = component(given);
    if (!isPromise(result)) return result;
    void Promise.allSettled([result]); // its failure is not the one to report
    throw failure;
  };
}

function refuse(failure: Error): ElementType {
  return () => {
    throw failure;
  };
}

function hasPromise(children: unknown): boolean {
  return Array.isArray(children) ? children.some(hasPromise) : isPromise(children);
}

function isPromise(value: unknown): boolean {
  return typeof (Object(value) as { readonly then?: unknown }).then === 'function';
}

function isClass(type: Function): boolean {
  return (type.prototype as { readonly isReactComponent?: unknown } | undefined)?.isReactComponent !== undefined;
}
