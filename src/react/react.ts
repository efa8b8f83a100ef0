/**
 * React for pages. Features that do nothing in static HTML, or hide a failure, are recorded or throw. Inside islands,
 * everything works as in React.
 */
import type { Context, ElementType, ReactElement, ReactNode, SuspenseProps, Usable } from 'react';
import * as React from 'react';
import { warning } from '../shared/diagnostics.ts';
import { RenderContext } from '../islands/server/render-context.ts';
import { currentContext, noteContext, rememberKey, useAwaited } from './async-components.ts';
import type { Props } from './element-rules.ts';
import { inspectElement } from './inspect-element.ts';
import { withPlace } from './locate.ts';

const useEffect = recordedEffect('useEffect');
const useLayoutEffect = recordedEffect('useLayoutEffect');
const useInsertionEffect = recordedEffect('useInsertionEffect');

/** In an island that runs on Preact, the id that Preact will generate. */
function useId(): string {
  const context = React.useContext(RenderContext);
  const reactId = React.useId();
  const [id] = React.useState(() => context?.nextId?.() ?? reactId);
  return id;
}

/** The result of an async component depends on the contexts that it reads. */
function useContext<Value>(context: Context<Value>): Value {
  const value = React.useContext(context);
  noteContext(context as Context<unknown>);
  return value;
}

/** On a page, the build awaits the promise. */
function use<Value>(usable: Usable<Value>): Value {
  const context = currentContext();
  const isAwaited = 'then' in usable && context !== undefined && context.island === undefined;
  if (isAwaited) return useAwaited(usable, context);
  return 'then' in usable ? React.use(usable) : useContext(usable as Context<Value>);
}

/** A page is complete when it is published, and a fallback would only hide a failure. */
function Suspense({ children, ...props }: SuspenseProps): ReactNode {
  const isPage = useIsPage();
  return isPage
    ? React.createElement(React.Fragment, null, children)
    : React.createElement(React.Suspense, props, children);
}

/** JSX with a key after a spread compiles to this. */
const createElement = ((type: ElementType, props: Props | null, ...children: readonly ReactNode[]) => {
  const given = children.length === 0 ? {} : { children: children.length === 1 ? children[0] : children };
  const inspected = inspectElement(type, { ...props, ...given });
  const element = React.createElement(inspected.type, withPlace(inspected.type, inspected.props, createElement));
  if (inspected.isAsync) rememberKey(element as ReactElement<Props>);
  return element;
}) as typeof React.createElement;

/** A clone is a separate element. */
const cloneElement = ((element: ReactElement<Props>, ...rest: [Props?, ...ReactNode[]]) => {
  const clone = React.cloneElement(element, ...rest);
  rememberKey(clone);
  return clone;
}) as typeof React.cloneElement;

const PageReact: typeof React = {
  ...React,
  cloneElement,
  createElement,
  use,
  useContext,
  useEffect,
  useId,
  useInsertionEffect,
  useLayoutEffect,
  Suspense: Suspense as unknown as typeof React.Suspense,
};
export default PageReact;

function useIsPage(): boolean {
  const context = React.useContext(RenderContext);
  return context !== undefined && context.island === undefined;
}

/** The hook itself, recorded if it is called outside an island. */
function recordedEffect(hook: 'useEffect' | 'useLayoutEffect' | 'useInsertionEffect'): typeof React.useEffect {
  return function useRecordedEffect(effect, dependencies) {
    const context = currentContext();
    if (context !== undefined && context.island === undefined) {
      const message = `calls \`${hook}\` outside an island, where it never runs.`;
      const hint = 'move the component that needs it to templates/islands';
      const stack = new Error().stack ?? '';
      context.record.problems.push({ ...warning('effect-lost', message, { hint }), inPackages: 'never', stack });
    }
    React[hook](effect, dependencies);
  };
}
