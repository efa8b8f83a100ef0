/** Makes the elements of MDX those of Markdown: see `render-document.ts`, which does the same for `.md` files. */
import type { Heading } from '../api/content.ts';
import { MAX_DEPTH, MAX_NODES, TOO_DEEP, TOO_MANY } from './check-size.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';
import { findScript } from './find-script.ts';
import type { UnknownLanguage } from './describe-content.ts';
import type { Fence } from './fence.ts';
import type { CodeBlock, HighlightedLines, Plain } from './highlight.ts';
import { FENCE, RUNTIME, type MdxNode } from './mdx-nodes.ts';
import type { ElementNode, MarkdownNode } from './content-tree.ts';
import { excerptOf, plainText } from './plain-text.ts';
import { createIds, readCode, textOf } from './read-document.ts';
import { labelTask, withKinds } from './render-document.ts';

/** What is known of an MDX file once it is compiled. */
export interface MdxFacts {
  readonly headings: readonly Heading[];
  readonly text: string;
  readonly excerpt: string;
  /** The addresses of its links in Markdown, and in JSX outside of expressions. */
  readonly links: readonly string[];
  /** True if it has code with a language. */
  readonly hasCode: boolean;
  readonly unknown: readonly UnknownLanguage[];
}

/**
 * A rehype transformer.
 *
 * @param root of the document. Changed in place
 * @throws {SitegenError} with all mistakes
 */
export async function prepareMdx(
  root: MdxNode,
  content: ContentFile,
  highlight: (block: CodeBlock) => Promise<HighlightedLines | Plain | undefined>,
): Promise<MdxFacts> {
  const all = listElements(root, content);
  const elements = (root.children ?? []).flatMap((node) => all.get(node) ?? []);
  const facts = { text: plainText(elements), excerpt: excerptOf(elements) };
  const nextId = createIds();
  const headings: Heading[] = [];
  const links: string[] = [];
  const mistakes: ContentMistake[] = [];
  const unknown: UnknownLanguage[] = [];
  let hasCode = false;
  for (const [node, element] of all) {
    if (element.type !== 'element') continue;
    const { tagName, properties } = element;
    headings.push(...readHeading(node, element, nextId));
    if (tagName === 'a' && typeof properties['href'] === 'string') links.push(properties['href']);
    if (node.type !== 'element') continue;
    const unsafe = findScript(element, properties);
    if (unsafe !== undefined) mistakes.push({ ...node.position?.start, ...unsafe });
    const block = readCode(element);
    hasCode ||= block !== undefined;
    if (block !== undefined) {
      const lines = await highlight(block);
      if (lines === 'unknown') unknown.push({ ...node.position?.start, name: block.language });
      adaptCode(node, block, typeof lines === 'string' ? undefined : lines);
    }
    adaptElement(node, element);
  }
  refuseMistakes(content, mistakes);
  root.children?.unshift(importOfRuntime());
  return { ...facts, headings, links, hasCode, unknown };
}

/** @returns a heading, if it is one. It gets an id, but one that is written as JSX has that of its props, or none */
function readHeading(node: MdxNode, element: ElementNode, nextId: (text: string) => string): Heading[] {
  const [, level] = /^h([1-6])$/.exec(element.tagName) ?? [];
  const { id: written } = element.properties as { readonly id?: string };
  if (level === undefined || written === FOOTNOTES) return [];
  const text = textOf(element).trim();
  const id = written ?? (node.type === 'element' ? nextId(text) : undefined);
  if (node.properties !== undefined) node.properties['id'] = id;
  return id === undefined ? [] : [{ depth: Number(level), id, text }];
}

/** The id of the heading that is generated above footnotes. */
const FOOTNOTES = 'footnote-label';

/** @returns all nodes in the order of the document, as those of Markdown: JSX is an element like others */
function listElements(root: MdxNode, content: ContentFile): Map<MdxNode, MarkdownNode> {
  const all = new Map<MdxNode, MarkdownNode>();
  const visit = (node: MdxNode, depth: number): MarkdownNode => {
    if (all.size >= MAX_NODES) refuseMistakes(content, [{ message: TOO_MANY }]);
    if (depth > MAX_DEPTH) refuseMistakes(content, [{ message: TOO_DEEP, line: node.position?.start.line }]);
    const children: MarkdownNode[] = [];
    const element = { ...node, ...(node.type.startsWith('mdxJsx') && ofJsx(node)), children } as MarkdownNode;
    all.set(node, element);
    children.push(...(node.children ?? []).map((child) => visit(child, depth + 1)));
    return element;
  };
  for (const child of root.children ?? []) visit(child, 1);
  return all;
}

function ofJsx({ name, attributes = [] }: MdxNode): Pick<ElementNode, 'type' | 'tagName' | 'properties'> {
  const literals = attributes.filter(({ value }) => typeof value === 'string');
  const properties = Object.fromEntries(literals.map((attribute) => [attribute.name, attribute.value]));
  return { type: 'element', tagName: name ?? '', properties };
}

/** @param pre `<pre>` with `<code>` in it */
function adaptCode(pre: MdxNode, { language, meta }: Fence, lines: HighlightedLines | undefined): void {
  const [code] = pre.children ?? [];
  const fence = meta === '' ? {} : { [FENCE]: meta };
  pre.properties = { ...pre.properties, ...fence, dataLanguage: language };
  if (code === undefined) return;
  code.properties = { ...code.properties, ...fence, className: [`language-${language}`] };
  if (lines !== undefined) code.children = withKinds(lines) as MdxNode[];
}

function adaptElement(node: MdxNode, element: ElementNode): void {
  const { properties = {} } = node;
  const { align } = properties;
  switch (String(node.tagName)) {
    case 'h2':
      if (properties['id'] === FOOTNOTES) delete properties['className']; // hides the heading by a class of Tailwind
      break;
    case 'img':
      properties['loading'] ??= 'lazy';
      break;
    case 'pre':
      node.properties = { ...properties, tabIndex: 0 }; // it may scroll, also for those who use the keyboard
      break;
    case 'td':
    case 'th':
      // By a class, because a strict policy blocks inline styles.
      delete properties['align'];
      if (typeof align === 'string') properties['className'] = [`align-${align}`];
      break;
    case 'li':
      labelBox(node, labelTask(element));
      break;
    case 'blockquote':
      markCallout(node);
      break;
    default:
  }
}

/** @param labelled the children of the task */
function labelBox({ children: [box] = [] }: MdxNode, [labelled]: readonly MarkdownNode[]): void {
  if (box?.type === 'element' && labelled?.type === 'element') box.properties = { ...labelled.properties };
}

/** `> [!NOTE]`. Only when it is rendered is it known whether there is a component for it. */
function markCallout(node: MdxNode): void {
  const { children = [] } = node;
  const index = children.findIndex(({ type }) => type === 'element');
  const paragraph = children[index];
  const [first, ...others] = paragraph?.tagName === 'p' ? (paragraph.children ?? []) : [];
  const { type, value = '' } = first ?? { type: 'none' };
  const [marker = '', kind] = /^\[!(\w+)\][ \t]*(?:\n|$)/.exec(value) ?? [];
  if (paragraph === undefined || type !== 'text' || kind === undefined) return;
  const rest = value.slice(marker.length);
  if (rest === '' && others.length === 0) children[index] = createJsx('UnlessCallout', [paragraph]);
  else {
    const shown = createJsx('UnlessCallout', [{ type: 'text', value: marker }]);
    paragraph.children = [shown, { type: 'text', value: rest }, ...others];
  }
  const attributes = [{ type: 'mdxJsxAttribute', name: 'kind', value: kind.toLowerCase() }];
  Object.assign(node, { ...createJsx('Callout', children), attributes });
}

/** An element of a component that `sitegen/mdx` exports. */
function createJsx(name: 'Callout' | 'UnlessCallout', children: MdxNode[]): MdxNode {
  return { type: 'mdxJsxFlowElement', name: `${RUNTIME}.${name}`, attributes: [], children };
}

function importOfRuntime(): MdxNode {
  const local = { type: 'Identifier', name: RUNTIME };
  const declaration = {
    type: 'ImportDeclaration',
    specifiers: [{ type: 'ImportNamespaceSpecifier', local }],
    source: { type: 'Literal', value: 'sitegen/mdx' },
    attributes: [],
  };
  const estree = { type: 'Program', sourceType: 'module', body: [declaration], comments: [] };
  return { type: 'mdxjsEsm', value: '', data: { estree } };
}
