/**
 * The JSX runtime for islands on Preact. Preact's own also supports servers, and is 110 bytes larger.
 */
import { Fragment, createElement, type ComponentType, type VNode } from 'preact';

type Props = Readonly<Record<string, unknown>>;

export function jsx(type: string | ComponentType<Props>, props: Props, key?: string | number): VNode {
  return createElement(type as ComponentType<Props>, { ...props, key });
}

export { Fragment, jsx as jsxs };
