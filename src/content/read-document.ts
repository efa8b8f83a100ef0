import type { Heading } from '../api/content.ts';
import { MAX_DEPTH, TOO_DEEP } from './check-depth.ts';
import { refuseMistakes, type ContentFile, type ContentMistake, type Refuse } from './content-problem.ts';
import { readCodeBlock, type ShownCode } from './code-block.ts';
import { splitFence } from './fence.ts';
import type { ElementNode, MarkdownNode, TextNode } from './content-tree.ts';
import type { ParseMarkdown } from './parse-markdown.ts';
import { isBlock, lineOf, textOf, wordsForId } from './plain-text.ts';
import type { SlugOf } from './slugs.ts';

/** A parsed Markdown document. */
export interface MarkdownDocument {
  readonly nodes: readonly MarkdownNode[];
  readonly headings: readonly Heading[];
  /** The addresses of its links. */
  readonly addresses: readonly string[];
  /** Blocks of code, by their `<pre>`. */
  readonly code: ReadonlyMap<ElementNode, ShownCode>;
  /** The ids of all headings. */
  readonly ids: ReadonlyMap<ElementNode, string>;
  /** The names of tasks, for screen readers, by their checkboxes. */
  readonly tasks: ReadonlyMap<ElementNode, string>;
  /** The first HTML that is shown as text. */
  readonly html: TextNode | undefined;
}

/**
 * @param body the text of the file after its front matter, on the same lines
 * @throws {SitegenError} if it is nested too deep, or a container does not end
 */
export function readDocument(content: ContentFile, body: string, parse: ParseMarkdown): MarkdownDocument {
  const refuse: Refuse = (mistake) => refuseMistakes(content, [mistake]);
  const { nodes, mistakes, slugOf } = parse(body.replaceAll('\0', '\uFFFD'), refuse);
  refuseMistakes(content, mistakes);
  return inspectDocument(content, nodes, slugOf);
}

/**
 * Finds headings, links and code.
 *
 * @throws {SitegenError} if it is nested too deep
 */
export function inspectDocument(
  content: ContentFile,
  nodes: readonly MarkdownNode[],
  slugOf: SlugOf,
): MarkdownDocument {
  const headings: Heading[] = [];
  const ids = new Map<ElementNode, string>();
  const addresses: string[] = [];
  const code = new Map<ElementNode, ShownCode>();
  const tasks = new Map<ElementNode, string>();
  const written: ElementNode[] = [];
  let html: TextNode | undefined;
  let line: number | undefined;
  const visit = (node: MarkdownNode, depth: number): void => {
    if (node.type !== 'element') {
      html ??= shownHtml(node);
      return;
    }
    line = node.position?.start.line ?? line;
    if (depth > MAX_DEPTH) refuseMistakes(content, [{ message: TOO_DEEP, line }]);
    if (/^h[1-6]$/.test(node.tagName) && node.properties['id'] !== FOOTNOTES) written.push(node);
    addresses.push(...hrefsOf(node));
    const block = readCode(node);
    if (block !== undefined) code.set(node, block);
    const task = readTask(node);
    if (task !== undefined) tasks.set(task.box, task.name);
    for (const child of node.children) visit(child, depth + 1);
  };
  for (const node of nodes) visit(node, 1);
  const nextId = createIds(written.flatMap((heading) => writtenId(heading) ?? []));
  const mistakes: ContentMistake[] = [];
  for (const heading of written) {
    const slug = writtenId(heading) === undefined ? slugOf(wordsForId(heading)) : '';
    if (typeof slug !== 'string') {
      mistakes.push({ ...heading.position?.start, ...slug });
      continue;
    }
    const id = writtenId(heading) ?? nextId(slug);
    ids.set(heading, id);
    headings.push({ depth: Number(heading.tagName.slice(1)), id, text: lineOf([heading]) });
  }
  refuseMistakes(content, mistakes);
  return { nodes, headings, ids, code, addresses, tasks, html };
}

/** @returns the address of a link, a container or a leaf */
function hrefsOf({ tagName, properties, data }: ElementNode): string[] {
  const { href } = data?.directive?.props ?? (tagName === 'a' ? properties : {});
  return typeof href === 'string' ? [href] : [];
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

/** @returns the checkbox of a task, which is in a paragraph if there are blank lines, and the text up to the next block */
function readTask({ properties: { className }, children }: ElementNode) {
  if (!String(className).includes('task-list-item')) return undefined;
  const first = children.find(({ type }) => type === 'element') as ElementNode | undefined;
  const [box, ...others] = first?.tagName === 'p' ? first.children : children;
  if (box?.type !== 'element' || box.tagName !== 'input') return undefined;
  const end = others.findIndex((node) => node.type === 'element' && node.tagName !== 'br' && isBlock(node.tagName));
  return { box, name: lineOf(end < 0 ? others : others.slice(0, end)) };
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
