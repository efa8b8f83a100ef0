import { Fragment, type ElementType, type ReactNode } from 'react';
import type { ContentComponents } from '../api/content.ts';
import { lookUp } from '../shared/records.ts';
import type { JsxRuntime } from '../react/jsx-runtime.ts';
import { createAt } from '../react/locate.ts';
import type { ContentLink } from '../shared/page-facts.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';
import {
  codeChildren,
  codeProperties,
  fencePropsOf,
  preProperties,
  propsFor,
  type FenceProps,
  type ShownCode,
} from './code-block.ts';
import { ADDRESSES, type Directive } from './directive.ts';
import { findScript } from './find-script.ts';
import type { ElementNode, MarkdownNode, Position } from './content-tree.ts';
import { nameLink, type NameId } from './document-ids.ts';
import type { FileAddress } from './resolve-address.ts';
import type { HighlightedLines } from './highlight.ts';
import { textOf } from './plain-text.ts';
import { MAX_MISTAKES } from './pair-directives.ts';
import { describeUnknown, fenceComponent, findRendering, writtenForm } from './render-directive.ts';
import type { MarkdownDocument } from './read-document.ts';

export interface RenderDocument {
  /** Of the project, absolute. */
  readonly root: string;
  readonly document: MarkdownDocument;
  readonly content: ContentFile;
  readonly components: ContentComponents;
  /** Code that has been highlighted, by its `<pre>`. */
  readonly highlighted: ReadonlyMap<ElementNode, HighlightedLines>;
  /** The JSX runtime of pages: it adds the base to addresses, and checks elements. */
  readonly runtime: JsxRuntime;
  readonly nameId: NameId;
  /** Finds the file that a relative address names; `undefined` for other addresses. */
  readonly resolve: (url: string) => FileAddress | undefined;
}

/** The elements of a document, and its links and images with their addresses. */
export interface RenderedDocument {
  readonly elements: ReactNode;
  readonly links: readonly ContentLink[];
}

/**
 * Turns a document into elements. Called while a component renders, so that the checks know the page.
 *
 * @throws {SitegenError} with all mistakes
 */
export function renderDocument(input: RenderDocument): RenderedDocument {
  const { document, content, components } = input;
  const { jsx, jsxs } = input.runtime;
  const mistakes: ContentMistake[] = [];
  const links: ContentLink[] = [];
  /** Containers and leaves without a component: the first of each is a mistake. */
  const unknown = new Set<string>();
  const render = (node: MarkdownNode): ReactNode => {
    if (node.type !== 'element') return textOf(node) || null;
    const callout = lookUp(components, 'Callout') && readCallout(node);
    if (callout) return create('Callout', { kind: callout.kind }, callout.children);
    if (node.data?.directive !== undefined) return renderDirective(node, node.data.directive);
    const block = document.code.get(node);
    if (block !== undefined) return renderFence(node, block);
    return create(node.tagName, propsOf(node), node.children, node.position);
  };
  const propsOf = (node: ElementNode): Props => {
    const props = resolve(node, withNames({ ...toProps(node, document.ids.get(node)), ...nameOf(node) }, input.nameId));
    const problem = findScript(node, props);
    if (problem !== undefined) mistakes.push({ ...node.position?.start, ...problem });
    return props;
  };
  const renderDirective = (node: ElementNode, directive: Directive): ReactNode => {
    const found = findRendering(components, directive);
    if (found === undefined) {
      const written = writtenForm(directive);
      if (unknown.size < MAX_MISTAKES && !unknown.has(written))
        mistakes.push({ ...node.position?.start, ...describeUnknown(written, Object.keys(components)) });
      unknown.add(written);
      return null;
    }
    const { name, props, first } = found;
    const children = first === undefined ? node.children : [first, ...node.children];
    const resolved = ADDRESSES.reduce(
      (all, one) => resolveProp(all, one, node.position),
      withNames(props, input.nameId),
    );
    return create(name, resolved, children, node.position);
  };
  const renderFence = (pre: ElementNode, block: ShownCode): ReactNode => {
    const name = fenceComponent(components, block.language);
    if (name === undefined) return renderCode(pre, block);
    return create(name, fenceProps(name, fencePropsOf(block)), [], pre.position);
  };
  const renderCode = (pre: ElementNode, block: ShownCode): ReactNode => {
    const code = pre.children[0] as ElementNode;
    const children = codeChildren(block, input.highlighted.get(pre)) ?? code.children;
    const shown = { ...code, properties: { ...code.properties, ...codeProperties(block) } };
    const ofCode = block.meta === '' ? {} : { meta: block.meta };
    const codeProps = { ...fenceProps('code', ofCode), ...propsOf(shown) };
    const frame = { ...pre, properties: { ...pre.properties, ...preProperties(block) } };
    const preProps = { ...fenceProps('pre', fencePropsOf(block)), ...propsOf(frame) };
    return jsx(typeOf('pre'), { ...preProps, children: create('code', codeProps, children) });
  };
  const fenceProps = (name: string, props: FenceProps): Props =>
    propsFor(props, lookUp(components, name) !== undefined);
  const resolve = ({ tagName, position }: ElementNode, props: Props): Props =>
    /^(?:a|img)$/.test(tagName) ? resolveProp(props, tagName === 'a' ? 'href' : 'src', position) : props;
  const resolveProp = (props: Props, name: string, position: Position | undefined): Props => {
    const written = props[name];
    if (typeof written !== 'string') return props;
    const { url, entry, size, refused } = input.resolve(written) ?? { url: nameLink(written, input.nameId) };
    const { line, column } = position?.start ?? {};
    if (line !== undefined && column !== undefined)
      links.push({ url, line, column, ...(entry && { entry }), ...(refused && { refused }) });
    return { ...(name === 'src' && size), ...props, [name]: url };
  };
  const nameOf = (node: ElementNode): Props => {
    const name = document.tasks.get(node);
    return name === undefined ? {} : { 'aria-label': name };
  };
  const typeOf = (name: string) => (lookUp(components, name) ?? name) as ElementType;
  const create = (name: string, props: Props, children: readonly MarkdownNode[], position?: Position): ReactNode => {
    const type = typeOf(name);
    const place = position && { file: content.file, ...position.start };
    return createAt(input.root, place, () => createOf(type, props, children));
  };
  const createOf = (type: ElementType, props: Props, children: readonly MarkdownNode[]) => {
    const [first, ...others] = children;
    if (first === undefined) return jsx(type, props);
    // React drops a list in `<script>`, `<style>`, `<textarea>` and `<option>`, even if it is a list of one text.
    if (others.length === 0) return jsx(type, { ...props, children: render(first) });
    return jsxs(type, { ...props, children: children.map((child) => render(child)) });
  };
  const elements = document.nodes.map(render);
  refuseMistakes(content, mistakes);
  return { elements: jsxs(Fragment, { children: elements }), links };
}

type Props = Readonly<Record<string, unknown>>;

/** `> [!NOTE]` */
function readCallout({ tagName, children }: ElementNode) {
  if (tagName !== 'blockquote') return undefined;
  const index = children.findIndex(({ type }) => type === 'element');
  const paragraph = children[index];
  if (paragraph?.type !== 'element' || paragraph.tagName !== 'p') return undefined;
  const [first, ...others] = paragraph.children;
  const [marker = '', kind] = (first?.type === 'text' && /^\[!(\w+)\][ \t]*(?:\n|$)/.exec(first.value ?? '')) || [];
  if (first === undefined || kind === undefined) return undefined;
  const rest = textOf(first).slice(marker.length);
  const body = { ...paragraph, children: [{ type: 'text', value: rest } as const, ...others] };
  const isEmpty = rest === '' && others.length === 0;
  return { kind: kind.toLowerCase(), children: children.toSpliced(index, 1, ...(isEmpty ? [] : [body])) };
}

function toProps(node: ElementNode, id: string | undefined): Props {
  const { tagName, properties } = node;
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'style') props['style'] = toStyle(String(value));
    else props[toPropName(name)] = Array.isArray(value) ? value.join(' ') : value;
  }
  if (id !== undefined) props['id'] = id;
  if (id === undefined && tagName === 'h2') delete props['className']; // of footnotes: a Tailwind class that hides the heading
  if (tagName === 'img') props['loading'] ??= 'lazy';
  if (tagName === 'pre') props['tabIndex'] = 0; // lets keyboard users scroll it
  return props;
}

function withNames(props: Props, nameId: NameId): Props {
  const named = Object.entries(props).filter(([name]) => /^(?:id|aria-(?:describedby|labelledby))$/.test(name));
  return { ...props, ...Object.fromEntries(named.map(([name, value]) => [name, nameId(String(value))])) };
}

/** `ariaLabel` -> `aria-label`, `dataFooBar` -> `data-foo-bar` */
function toPropName(name: string): string {
  const [, prefix, rest] = /^(aria|data)([A-Z].*)$/.exec(name) ?? [];
  if (prefix === undefined || rest === undefined) return name;
  return prefix === 'aria'
    ? `aria-${rest.toLowerCase()}`
    : `data${rest.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
}

/** `color: red` -> `{ color: 'red' }` */
function toStyle(css: string): Props {
  // A semicolon in parentheses is part of an address.
  const rules = (css.match(/(?:\([^()]*\)|[^;])+/g) ?? []).flatMap((rule): [string, string][] => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*([\s\S]*\S)\s*$/.exec(rule) ?? [];
    if (name === undefined || value === undefined) return [];
    const key = name.startsWith('--') ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [[key, value]];
  });
  return Object.fromEntries(rules);
}
