/** The tree of a document, as https://github.com/syntax-tree/hast describes it. */

export interface Position {
  readonly start: { readonly line: number; readonly column: number };
}

export interface ElementNode {
  readonly type: 'element';
  /** Of an element, or of a component. */
  tagName: string;
  /** By the names of hast. Changed while a document is prepared. */
  properties: Record<string, unknown>;
  children: MarkdownNode[];
  /** Absent for generated elements. */
  readonly position?: Position;
  data?: {
    /** For `<code>` in a fenced block: the rest of the line that begins it. */
    readonly meta?: string | null;
    /** For a container: its name as it is written. */
    readonly container?: string;
    /** True for an element that the author wrote as JSX, which stays as it is. */
    readonly isJsx?: boolean;
  };
}

/** `raw`: HTML, unless it is allowed. */
export interface TextNode {
  readonly type: 'text' | 'raw' | 'comment' | 'doctype';
  readonly value?: string;
  /** True for `raw` that a plug-in has rendered: it is HTML, whether HTML is allowed or not. */
  readonly isTrusted?: boolean;
  readonly position?: Position;
}

export type MarkdownNode = ElementNode | TextNode;

/** @param content its text, or its only child */
export function createElement(
  tagName: string,
  properties: Record<string, unknown> = {},
  position?: Position,
  content: string | MarkdownNode = '',
): ElementNode {
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
export function addText({ children }: ElementNode, value: string): void {
  const last = children.at(-1);
  if (last?.type === 'text') children[children.length - 1] = { type: 'text', value: (last.value ?? '') + value };
  else if (value !== '') children.push({ type: 'text', value });
}
