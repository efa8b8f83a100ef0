/** The tree of a document, as https://github.com/syntax-tree/hast describes it. Types only. */

export interface Position {
  readonly start: { readonly line: number; readonly column: number };
}

export interface ElementNode {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly children: readonly MarkdownNode[];
  /** Absent for generated elements. */
  readonly position?: Position;
  /** Of `<code>` in a fenced block: the language, and the rest of the line. */
  readonly data?: {
    readonly lang?: string | null;
    readonly meta?: string | null;
    /** Of `<iframe srcdoc>`: the document in it. */
    readonly frame?: readonly MarkdownNode[];
  };
  /** Present for JSX in MDX. A fragment has no `tagName`. */
  readonly jsx?: {
    /** The number of the expression that is its component. Absent for elements of HTML. */
    readonly component?: number;
    /** In order: a later one takes precedence. */
    readonly props: readonly JsxProp[];
  };
}

/** The value of a prop, or the number of its expression. Without a name, the expression has several props. */
export type JsxProp =
  { readonly name: string; readonly value: string | true } | { readonly name?: string; readonly expression: number };

/** `{…}` in MDX. Without a number, it is a comment. */
interface ExpressionNode {
  readonly type: 'expression';
  readonly expression?: number;
}

/** A node of MDX, with its code. */
export interface MdxNode {
  readonly type: string;
  /** Of JSX; `null` for a fragment. */
  readonly name?: string | null;
  readonly value?: string;
  readonly attributes?: readonly MdxAttribute[];
  readonly children?: readonly MdxNode[];
  readonly position?: Position;
}

export interface MdxAttribute {
  readonly type: string;
  readonly name?: string;
  readonly value?: string | { readonly value: string } | null;
}

/** `raw`: HTML, unless it is allowed. */
export interface TextNode {
  readonly type: 'text' | 'raw' | 'comment' | 'doctype';
  readonly value?: string;
  readonly position?: Position;
}

export type MarkdownNode = ElementNode | TextNode | ExpressionNode;
