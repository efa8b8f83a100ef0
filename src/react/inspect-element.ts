import type { ElementType } from 'react';
import { ownersNow } from '../islands/server/render-context.ts';
import { isImage } from '../shared/image.ts';
import { currentContext, describeSynchronous, standInFor } from './async-components.ts';
import { asyncFunctionOf, type ComponentFunction } from '../shared/async-function.ts';
import { actionOnPreact, checkElement, type ElementProblem, type Props } from './element-rules.ts';
import { refusePromise } from './find-promise.ts';

/**
 * Checks an element while a component creates it, so that the context is known: a page or an island.
 *
 * @returns the element that React receives instead
 */
export function inspectElement(
  given: ElementType,
  props: Props,
): { readonly type: ElementType; readonly props: Props; readonly isAsync?: boolean } {
  const type = refusePromise(given, props);
  if (typeof type === 'string' && IS_TAG.test(type)) {
    const problems = checkElement(type, props);
    if (problems.length === 0) return { type, props: correctProps(type, props) };
    record(problems);
    return { type, props: correctProps(type, withAddresses(props)) };
  }
  const component = asyncFunctionOf(type);
  const reason = component === undefined ? refusalOf(type) : refusalInIsland(component);
  if (reason === undefined)
    return component === undefined ? { type, props } : { type: standInFor(component), props, isAsync: true };
  const failure = new Error(reason); // React's own error has neither file nor line
  const refuse = (): never => {
    throw failure;
  };
  return { type: refuse, props };
}

/** The same check as in React, whose error has no place. */
const IS_TAG = /^[:A-Z_a-z][:\-.\w]*$/;

const LAZY = Symbol.for('react.lazy');

/** The reason why React cannot render a component, if any. */
function refusalOf(type: unknown): string | undefined {
  if (Object(type) === type && (type as { $$typeof?: unknown }).$$typeof === LAZY && isOfPage())
    return 'A component is loaded by `lazy`, which only islands can do: import the component.';
  const address = isImage(type) ? type.src : type;
  if (typeof address === 'string' && address.startsWith('/'))
    return `Element type is invalid: expected a component, but got the address "${address}".`;
  // `memo`, `lazy`, contexts and others are objects or symbols.
  const isComponent =
    typeof type === 'function' || typeof type === 'symbol' || (Object(type) === type && '$$typeof' in Object(type));
  return isComponent ? undefined : `Element type is invalid: expected a component, but got ${describeType(type)}.`;
}

function refusalInIsland(component: ComponentFunction): string | undefined {
  const context = currentContext();
  return context?.island === undefined ? undefined : describeSynchronous(component, context);
}

function describeType(type: unknown): string {
  return Object(type) === type ? `an object with the keys ${Object.keys(Object(type)).join(', ')}` : String(type);
}

function isOfPage(): boolean {
  const context = currentContext();
  return context !== undefined && context.island === undefined;
}

function record(problems: readonly ElementProblem[]): void {
  const context = currentContext();
  if (context === undefined) return;
  for (const { problem, isAllowedInIslands } of problems) {
    if (isAllowedInIslands && context.island !== undefined) continue;
    context.record.problems.push({ ...problem, stack: new Error().stack ?? '', owners: ownersNow() });
  }
}

function correctProps(type: string, props: Props): Props {
  if (type === 'img') return withoutPreload(props);
  if (typeof props['action'] === 'function' || typeof props['formAction'] === 'function')
    return withoutAction(type, props);
  if (type === 'title' && Array.isArray(props['children']))
    return { ...props, children: props['children'].flat().join('') };
  return props;
}

/** Replaces images with their addresses: a copy of an image does not convert itself. */
function withAddresses(props: Props): Props {
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, isImage(value) ? value.src : value]));
}

/**
 * For a function as an action, React renders an inline script and a `javascript:` address, so that a form submitted before
 * hydration is submitted again later. A strict policy blocks both. Without them, the form does nothing until it hydrates.
 */
function withoutAction(type: string, props: Props): Props {
  const context = currentContext();
  if (context?.island === undefined) return props;
  if (context.record.runtime === 'preact') record([actionOnPreact(type)]);
  const { action, formAction: _, ...others } = props;
  if (type !== 'form') return others;
  // Outside a <dialog>, this method validates the form and then does nothing.
  return typeof action === 'function' ? { ...others, method: 'dialog' } : { ...others, action };
}

/**
 * React adds a `<link rel="preload">` to the head for each image, thirty for thirty images, ahead of what the page needs
 * first (https://github.com/facebook/react/issues/34217). React does so only for addresses that are strings, so they become
 * objects. Can be removed when React has an option for it.
 */
function withoutPreload(props: Props): Props {
  const { src, srcSet, fetchPriority } = props;
  if (fetchPriority === 'high') return props;
  return { ...props, ...(src ? { src: Object(src) } : {}), ...(srcSet ? { srcSet: Object(srcSet) } : {}) };
}
