/** Containers in MDX, which `remark-directive` reads. They become JSX, as if they had been written as components. */
import { describeOpen, readContainer, STRAY } from '../elements/container.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import type { MdxNode } from './prepare-mdx.ts';

interface Processor {
  readonly data: () => object;
}

const COLON = 58;

/** A part of https://github.com/micromark/micromark-extension-directive */
interface Syntax {
  readonly flow: Readonly<Record<number, readonly unknown[]>>;
}

/**
 * A remark plug-in.
 *
 * @param directive `remark-directive`. Of the syntax of `remark-directive` only containers are taken: `:name` and `::name` stay text
 * @throws {SitegenError} if a container does not end
 */
export function createContainers(directive: (this: Processor) => unknown, content: ContentFile) {
  return function containers(this: Processor): (root: MdxNode) => void {
    directive.call(this);
    const { micromarkExtensions: extensions } = this.data() as { readonly micromarkExtensions: Syntax[] };
    const [container] = extensions.pop()?.flow[COLON] ?? [];
    extensions.push({ flow: { [COLON]: [container] } });
    return (root) => {
      const mistakes: ContentMistake[] = [];
      adaptAll(root, content.text.split('\n'), mistakes);
      refuseMistakes(content, mistakes);
    };
  };
}

function adaptAll(node: MdxNode, lines: readonly string[], mistakes: ContentMistake[]): void {
  if (node.type === 'containerDirective') adaptContainer(node, lines, mistakes);
  if (node.type === 'paragraph') mistakes.push(...findStray(node, lines));
  for (const child of node.children ?? []) adaptAll(child, lines, mistakes);
}

function adaptContainer(node: MdxNode, lines: readonly string[], mistakes: ContentMistake[]): void {
  const { attributes, children = [] } = node;
  const name = String(node.name);
  const line = node.position?.start.line ?? 1;
  mistakes.push(...findOpen(node, lines));
  const [label, ...others] = children;
  const hasLabel = label?.data?.['directiveLabel'] === true;
  const title = hasLabel ? labelText(label) : '';
  const read = readContainer(name, { ...(attributes as unknown as Record<string, string>) }, title);
  if ('message' in read) mistakes.push({ line, ...read });
  else {
    const written = Object.entries(read.properties).map(([key, value]) => {
      return { type: 'mdxJsxAttribute', name: key, value: value === true ? null : value };
    });
    Object.assign(node, {
      type: 'mdxJsxFlowElement',
      name: read.tagName,
      attributes: written,
      children: hasLabel ? others : children,
      data: { container: name },
    });
  }
}

/** `remark-directive` ends a container with the part of the document that it is in. */
function findOpen({ name, position }: MdxNode, lines: readonly string[]): ContentMistake[] {
  if (position === undefined) return [];
  const { start, end } = position;
  const [colons = ''] = /^:+/.exec(lines[start.line - 1]?.slice(start.column - 1) ?? '') ?? [];
  const last = end.line === start.line ? '' : (lines[end.line - 1] ?? '').slice(start.column - 1).trim();
  const isClosed = /^:+$/.test(last) && last.length >= colons.length;
  return isClosed ? [] : [{ ...describeOpen(String(name), colons), line: start.line }];
}

function labelText({ value = '', children = [] }: MdxNode): string {
  return value + children.map(labelText).join('');
}

/** Lines of colons that `remark-directive` leaves as text: `:::note Title`, an end too many. */
function findStray({ children = [], position }: MdxNode, lines: readonly string[]): ContentMistake[] {
  const start = position?.start.line ?? 1;
  const [first] = children;
  const texts = first?.type === 'text' ? (first.value ?? '').split('\n') : [];
  return texts.flatMap((text, index) => {
    const isEscaped = lines[start - 1 + index]?.includes('\\:') === true;
    return text.startsWith(':::') && !isEscaped ? [{ ...STRAY, line: start + index }] : [];
  });
}
