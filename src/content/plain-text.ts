import type { ElementNode, MarkdownNode } from './parse-markdown.ts';

/** @returns the words of a document, without markup. The parser puts lines between its blocks */
export function plainText(nodes: readonly MarkdownNode[]): string {
  return nodes.map(wordsOf).join('').trim();
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

function wordsOf(node: MarkdownNode): string {
  if (node.type === 'element') return isOfFootnotes(node) ? '' : node.children.map(wordsOf).join('');
  return node.type === 'text' ? (node.value ?? '') : '';
}

/** A number that leads to a footnote, and an arrow that leads back. */
function isOfFootnotes({ properties }: ElementNode): boolean {
  return 'dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties;
}
