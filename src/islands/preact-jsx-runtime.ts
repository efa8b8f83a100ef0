/**
 * The JSX runtime of islands that run on Preact. Preact's own is made for servers, too, and costs a visitor 110 bytes
 * more.
 */
import { Fragment, createElement, type ComponentType, type VNode } from 'preact';

type Props = Readonly<Record<string, unknown>>;

export function jsx(type: string | ComponentType<Props>, props: Props, key?: string | number): VNode {
  return createElement(type as ComponentType<Props>, { ...props, key });
}

export { Fragment, jsx as jsxs };
