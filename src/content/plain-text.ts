import type { ElementNode, MarkdownNode, TextNode } from './content-tree.ts';

/** @returns the words of a document, without markup, and without HTML that is not allowed */
export function plainText(nodes: readonly MarkdownNode[]): string {
  return readWords(nodes, () => '');
}

/** @returns the words of the first paragraph that has any; empty if there is none */
export function excerptOf(nodes: readonly MarkdownNode[]): string {
  for (const node of nodes) {
    const text = isParagraph(node) ? plainText([node]).replace(/\s+/g, ' ') : '';
    if (text !== '') return text;
  }
  return '';
}

function isParagraph(node: MarkdownNode): node is ElementNode {
  return node.type === 'element' && node.tagName === 'p';
}

/** Elements within a line. All others, and components, separate the words around them. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img input ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

const HIDDEN = new Set(['script', 'style', 'template']);

/** `one</p><p>two` needs a space, `<Link>docs</Link>.` does not. */
const OPENING = /[\s([{«“]$/;
const CLOSING = /^[\s.,;:!?)\]}»”…]/;

/**
 * All plain text is extracted here: texts, excerpts, headings and the names of tasks.
 *
 * @param readHtml returns the text of HTML that is not allowed
 */
export function readWords(nodes: readonly MarkdownNode[], readHtml: (node: TextNode) => string): string {
  const parts: string[] = [];
  let isApart = false;
  const add = (text: string) => {
    if (text === '') return;
    const before = parts.at(-1) ?? ' ';
    if (isApart && !OPENING.test(before.slice(-1)) && !CLOSING.test(text)) parts.push(' ');
    parts.push(text);
    isApart = false;
  };
  const read = (node: MarkdownNode): void => {
    if (node.type === 'text') add(node.value ?? '');
    else if (node.type === 'raw') {
      const [, tagName] = /^<\/?([a-z][\w-]*)/i.exec(node.value ?? '') ?? [];
      add(readHtml(node));
      isApart ||= tagName !== undefined && !INLINE.has(tagName.toLowerCase());
    } else if (node.type === 'element' && !HIDDEN.has(node.tagName) && !isOfFootnotes(node)) {
      isApart ||= !INLINE.has(node.tagName);
      node.children.forEach(read);
      isApart ||= !INLINE.has(node.tagName);
    }
  };
  nodes.forEach(read);
  return parts.join('').trim();
}

/** True for a number that links to a footnote, and for an arrow that links back. */
function isOfFootnotes({ properties }: ElementNode): boolean {
  return 'dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties;
}
