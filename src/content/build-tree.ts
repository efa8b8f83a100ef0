import type { ElementNode, MarkdownNode } from './content-tree.ts';

/** An element while its document is parsed. */
export interface BuiltElement extends ElementNode {
  readonly properties: Record<string, unknown>;
  readonly children: MarkdownNode[];
}

/** @param content its text, or its only child */
export function createElement(
  tagName: string,
  properties: Record<string, unknown> = {},
  position?: ElementNode['position'],
  content: string | MarkdownNode = '',
): BuiltElement {
  const child = typeof content === 'string' ? ({ type: 'text', value: content } as const) : content;
  return {
    type: 'element',
    tagName,
    properties,
    children: content === '' ? [] : [child],
    ...(position && { position }),
  };
}

/** Merges adjacent texts. */
export function addText({ children }: BuiltElement, value: string): void {
  const last = children.at(-1);
  if (last?.type === 'text') children[children.length - 1] = { type: 'text', value: (last.value ?? '') + value };
  else if (value !== '') children.push({ type: 'text', value });
}
