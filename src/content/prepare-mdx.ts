/** Gives MDX the same elements as Markdown: see `render-document.ts`, which does the same for `.md` files. */
import type { Heading } from '../api/content.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { MAX_DEPTH, MAX_NODES, TOO_DEEP, TOO_MANY } from './check-size.ts';
import { codeChildren, codeProperties, fencePropsOf, preProperties, type ShownCode } from './code-block.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';
import type { ElementNode, MarkdownNode } from './content-tree.ts';
import {
  describeContainers,
  describeLanguages,
  describeMarks,
  describePlain,
  isUncoloured,
} from './describe-content.ts';
import { findScript } from './find-script.ts';
import type { CodeBlock, HighlightedLines, Plain } from './highlight.ts';
import { FENCE, RUNTIME, type MdxNode } from './mdx-nodes.ts';
import type { Container } from './parsing.ts';
import { excerptOf, plainText } from './plain-text.ts';
import { inspectDocument, type MarkdownDocument } from './read-document.ts';
import type { Slugs } from './slugs.ts';

/** Facts about a compiled MDX file. */
export interface MdxFacts {
  readonly headings: readonly Heading[];
  readonly text: string;
  readonly excerpt: string;
  /** The addresses of its links in Markdown, and in JSX outside of expressions. */
  readonly links: readonly string[];
  /** Warnings, for the pages that show it. */
  readonly problems: readonly Diagnostic[];
}

/**
 * A rehype transformer.
 *
 * @param root of the document. Changed in place
 * @param highlight absent if shiki is not installed
 * @throws {SitegenError} with all mistakes
 */
export async function prepareMdx(
  root: MdxNode,
  content: ContentFile,
  slugs: Slugs,
  highlight: ((block: CodeBlock) => Promise<HighlightedLines | Plain>) | undefined,
): Promise<MdxFacts> {
  const containers = removeContainers(root);
  const all = listElements(root, content);
  const elements = (root.children ?? []).flatMap((node) => all.get(node) ?? []);
  const document = inspectDocument(content, elements, slugs);
  const { headings, code, addresses } = document;
  const unknown = new Map<ElementNode, CodeBlock>();
  const mistakes: ContentMistake[] = [];
  for (const [node, element] of all) {
    if (node.type !== 'element' || element.type !== 'element') continue;
    const script = findScript(element, element.properties);
    if (script !== undefined) mistakes.push({ ...node.position?.start, ...script });
    node.properties = { ...node.properties, ...namesOf(element, document) };
    const block = code.get(element);
    const lines = block && (await highlight?.(block));
    if (block !== undefined && lines === 'unknown') unknown.set(element, block);
    if (block !== undefined) adaptCode(node, block, lines);
    adaptElement(node);
  }
  refuseMistakes(content, mistakes);
  root.children?.unshift(importOfRuntime());
  const isPlain = highlight === undefined && isUncoloured(code);
  const problems = [
    ...describeLanguages(content, unknown),
    ...describeMarks(content, code),
    ...describeContainers(content, containers),
  ];
  return {
    text: plainText(elements),
    excerpt: excerptOf(elements),
    headings,
    links: addresses,
    problems: withPlain(problems, isPlain),
  };
}

function namesOf(element: ElementNode, { ids, tasks }: MarkdownDocument): Record<string, unknown> {
  const [id, ariaLabel] = [ids.get(element), tasks.get(element)];
  return { ...(id !== undefined && { id }), ...(ariaLabel !== undefined && { ariaLabel }) };
}

function withPlain(problems: readonly Diagnostic[], isPlain: boolean): Diagnostic[] {
  return isPlain ? [describePlain(), ...problems] : [...problems];
}

/** @param pre with the code */
function adaptCode(pre: MdxNode, block: ShownCode, lines: HighlightedLines | Plain | undefined): void {
  const { meta } = block;
  pre.properties = { [FENCE]: JSON.stringify(fencePropsOf(block)), ...pre.properties, ...preProperties(block) };
  const children = codeChildren(block, Array.isArray(lines) ? lines : undefined);
  for (const code of pre.children ?? []) {
    const fence = meta === '' ? {} : { [FENCE]: JSON.stringify({ meta }) };
    code.properties = { ...fence, ...code.properties, ...codeProperties(block) };
    if (children !== undefined) code.children = children as MdxNode[];
  }
}

/** The line that begins or ends a container: `:::note`, `:::` */
const CONTAINER = /^:{3,}[ \t]*([\w-]*).*(?:\n|$)/gm;

/** Removes these lines, as Markdown does. */
function removeContainers(root: MdxNode): Container[] {
  const containers: Container[] = [];
  const visit = (node: MdxNode): void => {
    const children = node.children ?? [];
    const line = node.position?.start.line ?? 1;
    if (node.tagName === 'p' && children[0]?.value?.startsWith(':::') === true) {
      for (const child of children.filter(({ type }) => type === 'text')) {
        const text = child.value ?? '';
        containers.push(...[...text.matchAll(CONTAINER)].flatMap(([, name]) => (name ? { name, line } : [])));
        child.value = text.replace(CONTAINER, '').trimEnd();
      }
      if (children.every(({ value }) => value === '')) Object.assign(node, { type: 'text', value: '', children: [] });
    }
    children.forEach(visit);
  };
  root.children?.forEach(visit);
  return containers;
}

/** The id of the heading that is generated above footnotes. */
const FOOTNOTES = 'footnote-label';

/** @returns all nodes in document order, as Markdown has them: JSX is an element like any other */
function listElements(root: MdxNode, content: ContentFile): Map<MdxNode, MarkdownNode> {
  const all = new Map<MdxNode, MarkdownNode>();
  const visit = (node: MdxNode, depth: number): MarkdownNode => {
    if (all.size >= MAX_NODES) refuseMistakes(content, [{ message: TOO_MANY, line: node.position?.start.line }]);
    if (depth > MAX_DEPTH) refuseMistakes(content, [{ message: TOO_DEEP, line: node.position?.start.line }]);
    const children: MarkdownNode[] = [];
    const element = { ...node, ...(node.type.startsWith('mdxJsx') && jsxElement(node)), children } as MarkdownNode;
    all.set(node, element);
    children.push(...(node.children ?? []).map((child) => visit(child, depth + 1)));
    return element;
  };
  for (const child of root.children ?? []) visit(child, 1);
  return all;
}

function jsxElement({ name, attributes = [] }: MdxNode): Pick<ElementNode, 'type' | 'tagName' | 'properties'> {
  const literals = attributes.filter(({ value }) => typeof value === 'string');
  const properties = Object.fromEntries(literals.map((attribute) => [attribute.name, attribute.value]));
  // A JSX heading without an `id` gets none, so it does not count as a heading.
  const tagName = /^h[1-6]$/.test(name ?? '') && properties['id'] === undefined ? 'div' : (name ?? '');
  return { type: 'element', tagName, properties };
}

function adaptElement(node: MdxNode): void {
  const { properties = {} } = node;
  const { align } = properties;
  switch (String(node.tagName)) {
    case 'h2':
      if (properties['id'] === FOOTNOTES) delete properties['className']; // a Tailwind class that hides the heading
      break;
    case 'img':
      properties['loading'] ??= 'lazy';
      break;
    case 'pre':
      node.properties = { ...properties, tabIndex: 0 }; // lets keyboard users scroll it
      break;
    case 'td':
    case 'th':
      // By a class, because a strict policy blocks inline styles.
      delete properties['align'];
      if (typeof align === 'string') properties['className'] = [`align-${align}`];
      break;
    case 'blockquote':
      markCallout(node);
      break;
    default:
  }
}

/** `> [!NOTE]`. Rendering decides if there is a component for it. */
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
