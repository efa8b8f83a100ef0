/** What Markdown and MDX have in common: both are a tree here, before it becomes elements. */
import type { Heading } from '../../api/content.ts';
import { addressAttributesOf } from '../../shared/address-attributes.ts';
import {
  MAX_DEPTH,
  TOO_DEEP,
  refuseMistakes,
  type ContentFile,
  type ContentMistake,
  type Refuse,
} from '../content-problem.ts';
import { readCodeBlock, type ShownCode } from '../code/code-block.ts';
import { ADDRESSES } from './container.ts';
import type { ElementNode, MarkdownNode, TextNode } from './tree.ts';
import { splitFence } from '../code/fence.ts';
import type { ParseMarkdown } from '../markdown/parse-markdown.ts';
import { isBlock, isHidden, lineOf, textOf, wordsForId } from './words.ts';
import type { SlugOf } from '../reading.ts';

/** A document whose elements have their ids and other properties. */
export interface PreparedDocument {
  readonly nodes: readonly MarkdownNode[];
  readonly headings: readonly Heading[];
  /** The elements of the headings, in the same order. */
  readonly headingElements: readonly ElementNode[];
  readonly links: readonly WrittenLink[];
  /** Blocks of code, by their `<pre>`. */
  readonly code: ReadonlyMap<ElementNode, ShownCode>;
  /** The first HTML that is shown as text. */
  readonly html: TextNode | undefined;
  /** Other text that is shown as it is written. */
  readonly unprocessed: readonly ContentMistake[];
}

/** The address of a link, an image or a container. */
export interface WrittenLink {
  readonly address: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/**
 * @param body the text of the file after its front matter, on the same lines
 * @throws {SitegenError} with the mistakes in it
 */
export function readDocument(content: ContentFile, body: string, parse: ParseMarkdown): PreparedDocument {
  const refuse: Refuse = (mistake) => refuseMistakes(content, [mistake]);
  const { nodes, mistakes, slugOf } = parse(body.replaceAll('\0', '\uFFFD'), refuse);
  refuseMistakes(content, mistakes);
  return prepareDocument(content, nodes, slugOf);
}

/**
 * @param nodes changed in place
 * @throws {SitegenError} with the mistakes in it
 */
export function prepareDocument(
  content: ContentFile,
  nodes: readonly MarkdownNode[],
  slugOf: SlugOf,
): PreparedDocument {
  const headingElements: ElementNode[] = [];
  const links: WrittenLink[] = [];
  const code = new Map<ElementNode, ShownCode>();
  const mistakes: ContentMistake[] = [];
  const unprocessed: ContentMistake[] = [];
  const findUnprocessed = createFinder(content.file, content.text, unprocessed);
  let html: TextNode | undefined;
  let line: number | undefined;
  const readMarkdown = (node: ElementNode) => {
    const block = readCode(node);
    if (block !== undefined) code.set(node, block);
    adaptElement(node);
    const script = findScript(node, node.properties);
    if (script !== undefined) mistakes.push({ ...node.position?.start, ...script });
  };
  const readText = (node: TextNode, isCode: boolean) => {
    html ??= shownHtml(node);
    if (node.type === 'text' && !isCode) findUnprocessed(textOf(node), line);
  };
  const readLinks = (node: ElementNode) => {
    const { start } = node.position ?? {};
    for (const name of addressesOf(node)) {
      const address = node.properties[name];
      if (typeof address === 'string') links.push({ address, line: start?.line, column: start?.column });
    }
  };
  const visit = (node: MarkdownNode, depth: number, isCode = false): void => {
    if (node.type !== 'element') {
      readText(node, isCode);
      return;
    }
    const { tagName, properties, position, children } = node;
    line = position?.start.line ?? line;
    if (depth > MAX_DEPTH) refuseMistakes(content, [{ message: TOO_DEEP, line }]);
    if (/^h[1-6]$/.test(tagName) && properties['id'] !== FOOTNOTES) headingElements.push(node);
    readLinks(node);
    if (node.data?.isJsx !== true) readMarkdown(node);
    for (const child of children) visit(child, depth + 1, isCode || isVerbatim(node));
  };
  for (const node of nodes) visit(node, 1);
  const nextId = createIds(headingElements.flatMap((heading) => writtenId(heading) ?? []));
  const headings: Heading[] = [];
  for (const heading of headingElements) {
    const slug = writtenId(heading) === undefined ? slugOf(wordsForId(heading)) : '';
    if (typeof slug !== 'string') {
      mistakes.push({ ...heading.position?.start, ...slug });
      continue;
    }
    const id = writtenId(heading) ?? nextId(slug);
    heading.properties['id'] = id;
    headings.push({ depth: Number(heading.tagName.slice(1)), id, text: lineOf([heading]) });
  }
  refuseMistakes(content, mistakes);
  return { nodes, headings, headingElements, links, code, html, unprocessed };
}

function isVerbatim(node: ElementNode): boolean {
  return isHidden(node) || /^(?:code|pre)$/.test(node.tagName);
}

/** @returns the names of properties with addresses of files */
export function addressesOf({ tagName, data }: Pick<ElementNode, 'tagName' | 'data'>): readonly string[] {
  if (data?.container !== undefined) return ADDRESSES;
  if (tagName === 'a') return ['href'];
  return tagName === 'img' ? ['src'] : [];
}

function writtenId({ properties: { id } }: ElementNode): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** The id of the heading that is generated above footnotes. */
const FOOTNOTES = 'footnote-label';

function readCode({ tagName, children: [inner] }: ElementNode): ShownCode | undefined {
  if (tagName !== 'pre' || inner?.type !== 'element' || inner.tagName !== 'code') return undefined;
  const { className = [] } = inner.properties as { readonly className?: readonly string[] };
  const [, word = ''] = /(?:^| )language-(\S+)/.exec([className].flat().join(' ')) ?? [];
  return readCodeBlock(splitFence(`${word} ${inner.data?.meta ?? ''}`), textOf(inner).replace(/\n$/, ''));
}

function adaptElement(node: ElementNode): void {
  const { tagName, properties } = node;
  switch (tagName) {
    case 'h2':
      if (properties['id'] === FOOTNOTES) delete properties['className']; // a Tailwind class that hides the heading
      break;
    case 'img':
      properties['loading'] ??= 'lazy';
      break;
    case 'pre':
      properties['tabIndex'] = 0; // lets keyboard users scroll it
      break;
    case 'li':
      nameTask(node);
      break;
    case 'blockquote':
      readCallout(node);
      break;
    default:
  }
}

/**
 * Finds a script in the attributes of an element, where a build would not show it: a handler, which React does not render, or
 * an address that runs a script.
 *
 * @param props by their names in React
 */
function findScript({ tagName }: ElementNode, props: Readonly<Record<string, unknown>>): ContentMistake | undefined {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'string') continue;
    if (/^on./i.test(name))
      return { message: `The content has an inline handler, \`${name.toLowerCase()}\`.`, hint: 'use an island' };
    if (hasAddress(tagName, name) && runsScript(value))
      return { message: `The content has the address "${value}", which runs a script.`, hint: 'use an island' };
  }
  return undefined;
}

/** `xlink:href` is `xlinkHref` in React. */
function hasAddress(tagName: string, name: string): boolean {
  const attributes = addressAttributesOf(tagName);
  return attributes.has(name.toLowerCase()) || (name === 'xlinkHref' && attributes.has('xlink:href'));
}

/** The parser of URLs skips spaces, tabs and newlines, as browsers do. */
function runsScript(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'javascript:';
}

/** Names the checkbox of a task, which is in a paragraph if there are blank lines, by the text up to the next block. */
function nameTask({ properties: { className }, children }: ElementNode): void {
  if (!String(className).includes('task-list-item')) return;
  const first = children.find(({ type }) => type === 'element') as ElementNode | undefined;
  const [box, ...others] = first?.tagName === 'p' ? first.children : children;
  if (box?.type !== 'element' || box.tagName !== 'input') return;
  const end = others.findIndex((node) => node.type === 'element' && node.tagName !== 'br' && isBlock(node.tagName));
  box.properties['ariaLabel'] = lineOf(end < 0 ? others : others.slice(0, end));
}

/** `> [!NOTE]` is the container `:::note`. */
function readCallout(node: ElementNode): void {
  const { children } = node;
  const index = children.findIndex(({ type }) => type === 'element');
  const paragraph = children[index];
  if (paragraph?.type !== 'element' || paragraph.tagName !== 'p') return;
  const [first] = paragraph.children;
  const [marker = '', kind] = (first?.type === 'text' && /^\[!(\w+)\][ \t]*(?:\n|$)/.exec(first.value ?? '')) || [];
  if (first?.type !== 'text' || kind === undefined) return;
  const rest = (first.value ?? '').slice(marker.length);
  paragraph.children[0] = { type: 'text', value: rest };
  if (rest === '' && paragraph.children.length === 1) children.splice(index, 1);
  Object.assign(node, {
    tagName: 'Callout',
    properties: { kind: kind.toLowerCase() },
    data: { container: kind },
  });
}

function shownHtml(node: Exclude<MarkdownNode, ElementNode>): TextNode | undefined {
  return node.type === 'raw' && textOf(node).trim() !== '' ? node : undefined;
}

/**
 * @param taken ids that headings already have
 * @returns adds a number to an id that another heading has
 */
export function createIds(taken: readonly string[] = []): (slug: string) => string {
  /** The last number added to each id: thousands of equal headings must not search thousands of ids each. */
  const used = new Map<string, number>(taken.map((id) => [id, 0]));
  return (slug) => {
    let id = slug;
    for (let number = used.get(slug) ?? 0; used.has(id); id = `${slug}-${number}`) {
      number += 1;
      used.set(slug, number);
    }
    used.set(id, 0);
    return id;
  };
}

/** Hugo, Liquid, Nunjucks, Kramdown, EJS; neither `${{ … }}` of GitHub nor `\frac{{a}}{b}`. */
const TAG = /(?<![\w$}^_])(?:\{\{[^{}]*\}\}|\{%[^%]*%\}|\{:\s*(?:[.#]|toc\b|\w+=)[^{}\n]*\}|<%[^%]*%>)/;

const CJK = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]`;
/** `**「重要」**です`: CommonMark wants a space between a letter and punctuation. */
const EMPHASIS = new RegExp(String.raw`\*\*${CJK}[^\s*]*(?:\*\*)?|[^\s*]*${CJK}\*\*`, 'u');

const RULES = [
  {
    pattern: TAG,
    problem: 'looks like a tag of another generator',
    hint: () => 'replace it with a component or a container, or write it as code to show it',
  },
  {
    pattern: EMPHASIS,
    problem: 'is no emphasis in CommonMark',
    hint: (file: string) =>
      `add the plug-in ${file.endsWith('.mdx') ? '`remark-cjk-friendly` to `mdx.remarkPlugins`' : '`markdown-it-cjk-friendly` to `markdown.plugins`'} in the config`,
  },
] as const;

/**
 * Finds text that is shown as it is written, although another generator or parser would do something with it.
 *
 * @param found is added to
 * @returns looks for the first text of each kind
 */
function createFinder(file: string, source: string, found: ContentMistake[]) {
  const lines = source.split('\n');
  const open = new Set(RULES);
  /** @param line of the block around the text; `undefined` if the source is not a file */
  return (text: string, line: number | undefined): void => {
    for (const rule of open) {
      const [written] = rule.pattern.exec(text) ?? [];
      if (written === undefined) continue;
      // An escaped character is not written like that, nor is one that a plug-in has replaced.
      const [start = ''] = /^[^\p{L}]+\p{L}*/u.exec(written) ?? [written];
      const index = lines.findIndex(
        (one, at) => at >= (line ?? 1) - 1 && one.replaceAll(`\\${start}`, '').includes(start),
      );
      if (index === -1) continue;
      open.delete(rule);
      const message = `\`${written}\` ${rule.problem}, and is shown as text.`;
      found.push({ message, hint: rule.hint(file), line: line && index + 1 });
    }
  };
}
