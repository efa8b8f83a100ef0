/** The parts of the MDX compiler's trees that sitegen uses. Its plug-ins change them in place. */

interface Point {
  readonly line: number;
  readonly column: number;
}

export interface MdxAttribute {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly data?: unknown;
}

/** A node of mdast or hast, or of JSX and code in it: https://mdxjs.com/packages/mdx/#architecture */
export interface MdxNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  /** The name of a JSX element; `null` for a fragment. */
  name?: string | null;
  attributes?: MdxAttribute[];
  value?: string;
  children?: MdxNode[];
  position?: { readonly start: Point; readonly end: Point };
  data?: Record<string, unknown>;
}
