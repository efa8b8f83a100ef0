/** Prepares the elements of MDX as those of Markdown. What depends on the page becomes calls of `mdx/runtime.ts`. */
import type { Heading } from '../../api/content.ts';
import { writtenCode, type WrittenCode } from '../code/code-block.ts';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { ContentFile } from '../content-problem.ts';
import type { ElementNode, MarkdownNode } from '../elements/tree.ts';
import { describeLanguages, describePlain, describeUnprocessed, type CodeProblem } from '../describe-content.ts';
import { staysPlain, type CodeBlock, type HighlightedLines, type Plain } from '../code/highlight.ts';
import { excerptOf, isExcerpt, plainText, sectionsOf, type DividedSection } from '../elements/words.ts';
import { addressesOf, prepareDocument, type PreparedDocument, type WrittenLink } from '../elements/prepare-document.ts';
import type { SlugOf } from '../reading.ts';

/** @returns a program of https://github.com/estree/estree */
export type ParseCode = (code: string) => { readonly body: readonly object[] };

/** Facts about a compiled MDX file. */
export interface MdxFacts {
  readonly headings: readonly Heading[];
  readonly text: string;
  readonly excerpt: string;
  readonly sections: readonly DividedSection[];
  /** The MDX files that are rendered before the excerpt, as they are imported. */
  readonly leading: readonly string[];
  /** Those in Markdown, and in JSX outside of expressions. */
  readonly links: readonly WrittenLink[];
  /** Warnings of plug-ins, and for the pages that show code without a component for its language. */
  readonly problems: readonly CodeProblem[];
}

/** The facts about a document as it is shown, with those of the MDX files that it renders. */
export type ShownFacts = Pick<MdxFacts, 'headings' | 'text' | 'excerpt' | 'sections'>;

/**
 * A rehype transformer.
 *
 * @param root of the document. Changed in place
 * @param warnings of plug-ins
 * @param highlight absent if shiki is not installed
 * @param parse JavaScript
 * @throws {SitegenError} with all mistakes
 */
export async function prepareMdx(
  root: MdxNode,
  content: ContentFile,
  slugOf: SlugOf,
  warnings: readonly Diagnostic[],
  highlight: ((block: CodeBlock) => Promise<HighlightedLines | Plain>) | undefined,
  parse: ParseCode,
): Promise<MdxFacts> {
  const children = root.children ?? [];
  children.forEach(toElement);
  const nodes = children as unknown as readonly MarkdownNode[];
  const document = prepareDocument(content, nodes, slugOf);
  const unknown = new Map<ElementNode, CodeBlock>();
  const code = new Map<unknown, WrittenCode>();
  for (const [pre, block] of document.code) {
    const lines = await highlight?.(block);
    if (lines === 'unknown') unknown.set(pre, block);
    code.set(pre, writtenCode(pre, block, Array.isArray(lines) ? lines : undefined));
  }
  const partOf = findParts(children);
  const first = nodes.findIndex(isExcerpt);
  const plain = highlight === undefined ? describeAllPlain(document.code) : describeLanguages(content, unknown);
  const facts = {
    text: plainText(nodes),
    excerpt: excerptOf(nodes),
    sections: sectionsOf(document, partOf),
    leading: nodes.slice(0, first < 0 ? undefined : first).flatMap((node) => partOf(node) ?? []),
    headings: document.headings,
    links: document.links,
    problems: [
      ...plain,
      ...[...warnings, ...describeUnprocessed(content, document.unprocessed)].map((problem) => ({
        language: '',
        problem,
      })),
    ],
  };
  for (const child of children) toJsx(child, code, parse);
  const { links, problems } = facts;
  const ids = facts.headings.map(({ id }) => id);
  const start = children.findIndex(
    ({ type, value = '' }) => type !== 'mdxjsEsm' && (type !== 'text' || value.trim() !== ''),
  );
  const known = JSON.stringify(JSON.stringify({ ids, links, problems }));
  // The compiler takes a name that is in no scope for a component that may be missing.
  const declaration = `import * as _sitegen from 'sitegen/mdx';
let _startDocument = _sitegen.createDocument(${JSON.stringify(content.file)}, ${known}), _document;`;
  // White space before the first element would not be left out behind another one.
  // Records the links of the document: `<_document.Links components={props.components} />`
  const value = { type: 'mdxJsxAttributeValueExpression', value: '', data: { estree: parse('props.components') } };
  const recorder: MdxNode = {
    type: 'mdxJsxFlowElement',
    name: '_document.Links',
    attributes: [{ type: 'mdxJsxAttribute', name: 'components', value }],
    children: [],
  };
  root.children = [
    { type: 'mdxjsEsm', value: '', data: { estree: parse(declaration) } },
    ...children.toSpliced(start === -1 ? children.length : start, 0, recorder),
  ];
  return facts;
}

function describeAllPlain(code: PreparedDocument['code']): CodeProblem[] {
  const coloured = [...code.values()].filter((block) => !staysPlain(block));
  const languages = new Set(coloured.map(({ language }) => language));
  return Array.from(languages, (language) => ({ language, problem: describePlain() }));
}

/** `import Part from './part.mdx'` */
const IMPORTED_MDX = /^import\s+([\p{ID_Continue}$]+)(?:\s*,\s*\{[^}]*\})?\s*from\s*(['"])(.+?\.mdx)\2/gmu;

/** @returns the MDX file that an element renders, as it is imported */
function findParts(children: readonly MdxNode[]): (node: MarkdownNode) => string | undefined {
  const code = children.map(({ type, value = '' }) => (type === 'mdxjsEsm' ? value : '')).join('\n');
  const files = new Map(Array.from(code.matchAll(IMPORTED_MDX), ([, name = '', , file = '']) => [name, file]));
  return (node) => (node.type === 'element' && node.data?.isJsx ? files.get(node.tagName) : undefined);
}

/** JSX is an element like any other while a document is prepared. */
function toElement(node: MdxNode): void {
  if (node.type.startsWith('mdxJsx')) {
    const { type, name, attributes = [], data } = node;
    const isJsx = data?.['container'] === undefined;
    const literals = attributes.filter(({ value }) => typeof value === 'string' || !isJsx);
    const properties = Object.fromEntries(literals.map((one) => [one.name, one.value ?? true]));
    // A JSX heading without an `id` gets none, so it does not count as a heading.
    const tagName = /^h[1-6]$/.test(name ?? '') && properties['id'] === undefined ? 'div' : (name ?? '');
    Object.assign(node, {
      type: 'element',
      tagName,
      properties,
      data: { ...data, isJsx, written: { type, name, attributes } },
    });
  }
  const { tagName = '', properties = {} } = node;
  const { align } = properties;
  if (node.type === 'element' && /^t[dh]$/.test(tagName) && typeof align === 'string') {
    delete properties['align'];
    properties['className'] = [`align-${align}`]; // a strict policy blocks inline styles
  }
  node.children?.forEach(toElement);
}

/** What the author wrote as JSX. */
type WrittenJsx = Required<Pick<MdxNode, 'type' | 'name' | 'attributes'>>;

function toJsx(node: MdxNode, code: ReadonlyMap<unknown, WrittenCode>, parse: ParseCode): void {
  const block = code.get(node);
  if (block !== undefined) {
    const { line, column } = node.position?.start ?? {};
    const given = [JSON.stringify(JSON.stringify(block)), 'props.components', line, column];
    const estree = parse(`_document.code(${given.filter((one) => one !== undefined).join()})`);
    Object.assign(node, { type: 'mdxFlowExpression', value: '', data: { estree } });
    return;
  }
  const written = node.data?.['written'] as WrittenJsx | undefined;
  if (written !== undefined && node.data?.['isJsx'] === true) restoreJsx(node, written, parse);
  else if (node.type === 'element' && dependsOnPage(node as unknown as ElementNode))
    Object.assign(node, {
      type: 'mdxJsxFlowElement', // without `_mdxExplicitJsx`, so that `components` replace it
      name: node.tagName,
      attributes: [spreadProps(node as unknown as ElementNode, parse)],
    });
  for (const child of node.children ?? []) toJsx(child, code, parse);
}

/** Strings and flags are attributes of JSX; a number would become a string. */
function dependsOnPage({ tagName, properties, data }: ElementNode): boolean {
  if (data?.container !== undefined) return true;
  const names = [...addressesOf({ tagName }), ...IDS];
  return Object.entries(properties).some(([name, value]) => names.includes(name) || typeof value === 'number');
}

const IDS = ['id', 'ariaDescribedBy', 'ariaLabelledBy', 'aria-describedby', 'aria-labelledby'];

/** The compiler replaces names of elements only in Markdown. */
function restoreJsx(node: MdxNode, { type, name, attributes }: WrittenJsx, parse: ParseCode): void {
  const tagName = name ?? '';
  const names = [...addressesOf({ tagName }), ...IDS.slice(/^h[1-6]$/.test(tagName) ? 0 : 1)];
  const isReplaced = (one: MdxAttribute) => typeof one.value === 'string' && names.includes(one.name ?? '');
  const replaced = attributes.filter(isReplaced);
  Object.assign(node, { type, name, attributes, data: { _mdxExplicitJsx: true } });
  if (replaced.length === 0) return;
  const properties = Object.fromEntries(replaced.map((one) => [one.name, one.value]));
  const spread = spreadProps({ tagName, properties }, parse);
  // An attribute overrides those before it, such as the width of an image. Without a spread, the order matters for `key` only.
  const hasSpread = attributes.some((one) => one.type === 'mdxJsxExpressionAttribute');
  const others = attributes.filter((one) => !isReplaced(one));
  const isKey = (one: MdxAttribute) => one.name === 'key';
  node.attributes = hasSpread
    ? attributes.flatMap((one) => (one === replaced[0] ? spread : isReplaced(one) ? [] : one))
    : [...others.filter(isKey), spread, ...others.filter((one) => !isKey(one))];
}

/** `{..._document.props('…')}` */
function spreadProps(
  { tagName, properties, data }: Pick<ElementNode, 'tagName' | 'properties' | 'data'>,
  parse: ParseCode,
): MdxAttribute {
  const container = data?.container;
  const described = { tagName, properties, ...(container !== undefined && { data: { container } }) };
  const estree = parse(`({ ..._document.props(${JSON.stringify(JSON.stringify(described))}) })`);
  return { type: 'mdxJsxExpressionAttribute', value: '', data: { estree } };
}

/** A recma plug-in. A page can render a document several times. */
export function startDocument({ body }: { readonly body: readonly CodeFunction[] }, parse: ParseCode): void {
  const content = body.find(({ type, id }) => type === 'FunctionDeclaration' && id?.name === '_createMdxContent');
  content?.body.body.unshift(...parse('const _document = _startDocument();').body);
}

interface CodeFunction {
  readonly type: string;
  readonly id?: { readonly name: string };
  readonly body: { readonly body: object[] };
}

interface Point {
  readonly line: number;
  readonly column: number;
}

interface MdxAttribute {
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
