/** Elements among the props of an island: rendered with the page, like its children, and placed by the island. */
import { createElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { CHILDREN_TAG, SLOT_ATTRIBUTE } from '../markup.ts';
import { pathTo } from './serialize-props.ts';

/** The name of the slot for an island's children. */
export const CHILDREN = 'children';

export interface Slots {
  /** Creates the element that the component receives instead of a node. */
  readonly create: (name: string, node: ReactNode) => ReactElement;
  /** HTML for the slots that the component did not render: it shows them later, as a dialog does. */
  readonly later: () => ReactElement[];
  /** The number of slots. */
  readonly count: () => number;
}

/** @param toHtml renders a node as part of the page */
export function createSlots(toHtml: (node: ReactNode, index: number) => string): Slots {
  const contents = new Map<string, { readonly __html: string }>();
  const rendered = new Set<string>();
  const Slot = ({ slot }: { readonly slot: string }) => {
    rendered.add(slot);
    const name = slot === CHILDREN ? undefined : slot;
    return createElement(CHILDREN_TAG, { [SLOT_ATTRIBUTE]: name, dangerouslySetInnerHTML: contents.get(slot) });
  };
  return {
    create: (name, node) => {
      contents.set(name, { __html: toHtml(node, contents.size) });
      return createElement(Slot, { key: name, slot: name });
    },
    later: () =>
      [...contents]
        .filter(([name]) => !rendered.has(name))
        .map(([name, html]) => createElement('template', { key: name, slot: name, dangerouslySetInnerHTML: html })),
    count: () => contents.size,
  };
}

/** Replaces the elements in props, at any depth of arrays and plain objects. A value without elements stays the same object. */
export function fillSlots<Props extends object>(props: Props, create: Slots['create']): Props {
  const fill = (value: unknown, path: string, parents: readonly unknown[]): unknown => {
    if (isValidElement(value)) return create(path, value);
    if (typeof value !== 'object' || value === null || parents.includes(value)) return value;
    const inside = [...parents, value];
    if (Array.isArray(value)) {
      const filled = Array.from(value as unknown[], (item, index) => fill(item, `${path}[${index}]`, inside));
      return filled.some((item, index) => item !== value[index]) ? filled : value;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, fill(item, pathTo(path, key), inside)] as const);
    const hasChanged = entries.some(([key, item]) => item !== (value as Readonly<Record<string, unknown>>)[key]);
    return hasChanged ? Object.fromEntries(entries) : value;
  };
  return fill(props, '', []) as Props;
}
