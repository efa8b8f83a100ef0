/**
 * React for pages that become HTML. What does nothing there, or hides a failure, says so. Inside islands everything is as
 * in React.
 */
import { Fragment, useContext, type ElementType, type ReactNode, type SuspenseProps, type Usable } from 'react';
import * as React from 'react';
import { RenderContext } from '../islands/render-context.ts';
import { inspectElement, type Props } from './inspect-element.ts';
import { CANNOT_WAIT } from './element-rules.ts';

// @ts-expect-error React's types are those of a CommonJS module, which has no names to pass on; Node finds them.
export * from 'react';

export const useEffect = noted('useEffect');
export const useLayoutEffect = noted('useLayoutEffect');
export const useInsertionEffect = noted('useInsertionEffect');

/** In an island that will run on Preact, what Preact will give there. */
export function useId(): string {
  const around = useContext(RenderContext);
  const reactId = React.useId();
  const [id] = React.useState(() => around?.nextId?.() ?? reactId);
  return id;
}

/** @throws what React would throw much less clearly, when there is nothing to show yet */
export function use<Value>(usable: Usable<Value>): Value {
  const isPage = useIsPage();
  if (isPage && 'then' in usable) throw new Error(`It calls \`use\` with a promise. ${CANNOT_WAIT}`);
  return React.use(usable);
}

/** On a page there is nothing to wait for, and a fallback would only hide what has failed. */
export function Suspense({ children, ...props }: SuspenseProps): ReactNode {
  const isPage = useIsPage();
  return isPage ? React.createElement(Fragment, null, children) : React.createElement(React.Suspense, props, children);
}

/** What JSX becomes where a key stands after a spread. */
export const createElement = ((type: ElementType, props: Props | null, ...children: readonly ReactNode[]) => {
  const inspected = inspectElement(type, props ?? {});
  return React.createElement(inspected.type, inspected.props, ...children);
}) as typeof React.createElement;

/** For `import React from 'react'`. */
const Default: typeof React = {
  ...React,
  createElement,
  use,
  useEffect,
  useId,
  useInsertionEffect,
  useLayoutEffect,
  Suspense: Suspense as unknown as typeof React.Suspense,
};
export default Default;

function useIsPage(): boolean {
  const around = useContext(RenderContext);
  return around !== undefined && around.island === undefined;
}

/** The hook itself, which notes where it is called outside an island. */
function noted(hook: 'useEffect' | 'useLayoutEffect' | 'useInsertionEffect'): typeof React.useEffect {
  return function useNotedEffect(effect, dependencies) {
    const around = useContext(RenderContext);
    if (around !== undefined && around.island === undefined) {
      const message = `calls \`${hook}\` outside an island, where it never runs.`;
      const hint = 'move the part that needs it into templates/islands';
      const at = new Error().stack ?? '';
      around.record.problems.push({ code: 'effect-lost', severity: 'warning', message, hint, at });
    }
    React[hook](effect, dependencies);
  };
}
