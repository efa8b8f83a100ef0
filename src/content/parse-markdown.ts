/** Markdown to hast: https://github.com/syntax-tree/hast. The only file that calls satteri, which is native code. */
import { hasCode } from '../shared/errors.ts';
import { missingPackage } from './content-problem.ts';

interface Position {
  readonly start: { readonly line: number; readonly column: number };
}

export interface ElementNode {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly children: readonly MarkdownNode[];
  /** Absent for generated elements. */
  readonly position?: Position;
  /** Of `<code>` in a fenced block: the word after the fence, and the rest of that line. */
  readonly data?: { readonly lang?: string | null; readonly meta?: string | null };
}

/** `raw`: HTML, unless it is allowed. */
export interface TextNode {
  readonly type: 'text' | 'raw' | 'comment' | 'doctype';
  readonly value?: string;
  readonly position?: Position;
}

export type MarkdownNode = ElementNode | TextNode;

/** @returns the nodes of a document */
export type ParseMarkdown = (source: string, allowsHtml: boolean) => readonly MarkdownNode[];

/** The version that sitegen is tested with. satteri changes its tree with each minor version. */
const VERSION = '0.10.5';

/** @throws {SitegenError} when satteri is not installed */
export async function loadParser(): Promise<ParseMarkdown> {
  const { markdownToHast } = await loadSatteri();
  return (source, allowsHtml) => {
    // sitegen reads the front matter itself.
    const tree = markdownToHast(source, { features: { frontmatter: false, rawHtml: allowsHtml } });
    return (tree as { readonly children: readonly MarkdownNode[] }).children;
  };
}

async function loadSatteri() {
  return import('satteri').catch((cause: unknown): never => {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw missingPackage('satteri', 'Markdown', VERSION, cause);
  });
}
