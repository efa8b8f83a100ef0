import type { Heading } from '../api/content.ts';
import { MAX_DEPTH, MAX_NODES, findExcess } from './check-size.ts';
import { refuseMistakes, type ContentFile } from './content-problem.ts';
import type { CodeBlock } from './highlight.ts';
import type { ElementNode, MarkdownNode, ParseMarkdown, TextNode } from './parse-markdown.ts';

/** A Markdown document, parsed. */
export interface MarkdownDocument {
  readonly nodes: readonly MarkdownNode[];
  readonly headings: readonly Heading[];
  /** The addresses of its links. */
  readonly addresses: readonly string[];
  /** Code with a language, by its element. */
  readonly code: ReadonlyMap<ElementNode, CodeBlock>;
  /** The ids of headings that have none in the tree. */
  readonly ids: ReadonlyMap<ElementNode, string>;
  /** The first HTML that is shown as text. */
  readonly html: TextNode | undefined;
}

/**
 * @param body the text of the file after its front matter, on the same lines
 * @throws {SitegenError} if it is too large, or nested too deep
 */
export function readDocument(
  content: ContentFile,
  body: string,
  parse: ParseMarkdown,
  allowsHtml: boolean,
): MarkdownDocument {
  const excess = findExcess(body);
  if (excess !== undefined) refuseMistakes(content, [excess]);
  return inspectDocument(content, parse(body.replaceAll('\0', '\uFFFD'), allowsHtml));
}

/**
 * Finds headings, links and code.
 *
 * @throws {SitegenError} if it is too large, or nested too deep
 */
export function inspectDocument(content: ContentFile, nodes: readonly MarkdownNode[]): MarkdownDocument {
  const headings: Heading[] = [];
  const ids = new Map<ElementNode, string>();
  const addresses: string[] = [];
  const code = new Map<ElementNode, CodeBlock>();
  const nextId = createIds();
  let html: TextNode | undefined;
  let count = 0;
  const visit = (node: MarkdownNode, depth: number): void => {
    count += 1;
    if (count > MAX_NODES) refuseMistakes(content, [{ message: `The file has more than ${MAX_NODES} elements.` }]);
    if (node.type !== 'element') {
      html ??= shownHtml(node);
      return;
    }
    if (depth > MAX_DEPTH) {
      const message = `The content is nested more than ${MAX_DEPTH} levels deep.`;
      refuseMistakes(content, [{ message, line: node.position?.start.line }]);
    }
    const [, level] = /^h([1-6])$/.exec(node.tagName) ?? [];
    if (level !== undefined && node.properties['id'] !== FOOTNOTES) {
      const text = textOf(node).trim();
      const { id = nextId(text) } = node.properties as { readonly id?: string };
      ids.set(node, id);
      headings.push({ depth: Number(level), id, text });
    }
    const { href } = node.properties;
    if (node.tagName === 'a' && typeof href === 'string') addresses.push(href);
    const block = readCode(node);
    if (block !== undefined) code.set(node, block);
    for (const child of node.children) visit(child, depth + 1);
  };
  for (const node of nodes) visit(node, 1);
  return { nodes, headings, ids, code, addresses, html };
}

/** The id of the heading that is generated above footnotes. */
const FOOTNOTES = 'footnote-label';

/** @param node `<pre>` */
export function readCode({ tagName, children: [inner] }: ElementNode): CodeBlock | undefined {
  if (tagName !== 'pre' || inner?.type !== 'element' || inner.tagName !== 'code') return undefined;
  const { className = [] } = inner.properties as { readonly className?: readonly string[] };
  const [, language] = /(?:^| )language-(\S+)/.exec([className].flat().join(' ')) ?? [];
  return language === undefined ? undefined : { language, code: textOf(inner).replace(/\n$/, '') };
}

function shownHtml(node: Exclude<MarkdownNode, ElementNode>): TextNode | undefined {
  return node.type === 'raw' && textOf(node).trim() !== '' ? node : undefined;
}

/** The text that visitors see. */
export function textOf(node: MarkdownNode): string {
  if (node.type === 'element') return node.children.map(textOf).join('');
  if (node.type === 'raw') return withoutComments(node.value);
  return node.type === 'text' ? (node.value ?? '') : '';
}

/** A comment is a note of the author's. One that is not closed is a mistake, and shown. */
function withoutComments(html = ''): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => (comment.endsWith('-->') ? '' : comment));
}

/**
 * Ids as on GitHub, so that links between files work there, too.
 *
 * @returns turns the text of a heading into an id that no earlier heading has
 */
export function createIds(): (text: string) => string {
  /** By id, the last number that was added to it: thousands of equal headings must not search thousands of ids each. */
  const used = new Map<string, number>();
  return (text) => {
    const plain = text.trim().toLowerCase();
    const base = plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-') || 'section';
    let id = base;
    for (let number = used.get(base) ?? 0; used.has(id); id = `${base}-${number}`) {
      number += 1;
      used.set(base, number);
    }
    used.set(id, 0);
    return id;
  };
}
