/** Gives MDX the same elements as Markdown: see `render-document.ts`, which does the same for `.md` files. */
import type { Heading, Section } from '../api/content.ts';
import { MAX_DEPTH, TOO_DEEP } from './check-depth.ts';
import { codeChildren, codeProperties, fencePropsOf, preProperties, type ShownCode } from './code-block.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';
import type { ElementNode, MarkdownNode } from './content-tree.ts';
import { describeLanguages, describeMarks, describePlain, type CodeProblem } from './describe-content.ts';
import { componentNameOf } from './directive.ts';
import { findScript } from './find-script.ts';
import { staysPlain, type CodeBlock, type HighlightedLines, type Plain } from './highlight.ts';
import { declaredNames } from './mdx-directives.ts';
import { FENCE, RUNTIME, type MdxNode } from './mdx-nodes.ts';
import { excerptOf, plainText, sectionsOf } from './plain-text.ts';
import { inspectDocument, type MarkdownDocument } from './read-document.ts';
import type { SlugOf } from './slugs.ts';

/** Facts about a compiled MDX file. */
export interface MdxFacts {
  readonly headings: readonly Heading[];
  readonly text: string;
  readonly excerpt: string;
  readonly sections: readonly Section[];
  /** The addresses of its links in Markdown, and in JSX outside of expressions. */
  readonly links: readonly string[];
  /** Warnings about code, for the pages that show it without a component for its language. */
  readonly problems: readonly CodeProblem[];
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
  slugOf: SlugOf,
  highlight: ((block: CodeBlock) => Promise<HighlightedLines | Plain>) | undefined,
): Promise<MdxFacts> {
  const all = listElements(root, content);
  const children = root.children ?? [];
  const elements = children.flatMap((node) => all.get(node) ?? []);
  const document = inspectDocument(content, elements, slugOf);
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
    if (block !== undefined) wrapCode(node, block);
  }
  refuseMistakes(content, mistakes);
  const declared = new Set(children.flatMap(declaredNames));
  root.children = [importOfRuntime(), ...children.map(inFragment)];
  const plain = highlight === undefined ? describeAllPlain(code) : describeLanguages(content, unknown);
  const problems = [...plain, ...describeMarks(content, code)];
  return {
    text: plainText(elements),
    excerpt: excerptOf(elements),
    sections: sectionsOf(document),
    headings,
    links: addresses,
    problems: problems.filter(({ language }) => !declared.has(componentNameOf(language) ?? '')),
  };
}

function describeAllPlain(code: MarkdownDocument['code']): CodeProblem[] {
  const coloured = [...code.values()].filter((block) => !staysPlain(block));
  const languages = new Set(coloured.map(({ language }) => language));
  return Array.from(languages, (language) => ({ language, problem: describePlain() }));
}

function namesOf(element: ElementNode, { ids, tasks }: MarkdownDocument): Record<string, unknown> {
  const [id, ariaLabel] = [ids.get(element), tasks.get(element)];
  return { ...(id !== undefined && { id }), ...(ariaLabel !== undefined && { ariaLabel }) };
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

/** Only rendering knows if there is a component for the language. */
function wrapCode(pre: MdxNode, block: ShownCode): void {
  const { language } = block;
  if (componentNameOf(language) === undefined) return;
  const props = JSON.stringify(fencePropsOf(block));
  const attributes = Object.entries({ language, props }).map(([name, value]) => {
    return { type: 'mdxJsxAttribute', name, value };
  });
  const wrapper = { ...createJsx('Fence', [{ ...pre }]), attributes };
  delete pre.tagName;
  Object.assign(pre, wrapper);
}

/** An expression takes the place of a fence when the page is rendered: see `rewrite-mdx.ts`. It must be in an element. */
function inFragment(node: MdxNode): MdxNode {
  const isFence = node.name === `${RUNTIME}.Fence`;
  return isFence ? { type: node.type, name: null, attributes: [], children: [node] } : node;
}

/** The id of the heading that is generated above footnotes. */
const FOOTNOTES = 'footnote-label';

/** @returns all nodes in document order, as Markdown has them: JSX is an element like any other */
function listElements(root: MdxNode, content: ContentFile): Map<MdxNode, MarkdownNode> {
  const all = new Map<MdxNode, MarkdownNode>();
  const visit = (node: MdxNode, depth: number): MarkdownNode => {
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

function jsxElement({ name, attributes = [], data }: MdxNode): Pick<ElementNode, 'type' | 'tagName' | 'properties'> {
  if (data?.['directive'] !== undefined) return { type: 'element', tagName: 'div', properties: {} };
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
function createJsx(name: 'Callout' | 'Fence' | 'UnlessCallout', children: MdxNode[]): MdxNode {
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
