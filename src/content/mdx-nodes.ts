/** The parts of the MDX compiler's trees that sitegen uses. Its plug-ins change them in place. */

interface Point {
  readonly line: number;
  readonly column: number;
}

/** A node of hast, or of JSX and code in it: https://mdxjs.com/packages/mdx/#architecture */
export interface MdxNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  /** The name of a JSX element; `null` for a fragment. */
  name?: string | null;
  attributes?: { readonly type: string; readonly name?: string; readonly value?: unknown }[];
  value?: string;
  children?: MdxNode[];
  position?: { readonly start: Point };
  data?: Record<string, unknown>;
}

/** A node of https://github.com/estree/estree, with JSX. */
export interface CodeNode {
  type: string;
  loc?: { readonly start: Point } | null;
  [field: string]: unknown;
}

/** The name under which compiled MDX imports `sitegen/mdx`. */
export const RUNTIME = '_sitegen';

/** The property with the props of a block of code, until it is replaced. */
export const FENCE = 'dataSitegenFence';

/** The attribute of a container or a leaf, until its addresses are resolved. */
export const DIRECTIVE = 'data-sitegen-directive';
