/** The tree of a document, as https://github.com/syntax-tree/hast describes it. Types only. */
import type { Directive } from './directive.ts';

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
  readonly data?: {
    /** For `<code>` in a fenced block: the language, and the rest of the line. */
    readonly lang?: string | null;
    readonly meta?: string | null;
    /** For `<iframe srcdoc>`: the document in it. */
    readonly frame?: readonly MarkdownNode[];
    /** For a container or a leaf. */
    readonly directive?: Directive;
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
