import { Fragment, type ElementType, type ReactNode } from 'react';
import type { ContentComponents } from '../api/content.ts';
import { lookUp } from '../api/records.ts';
import type { JsxRuntime } from '../react/jsx-runtime.ts';
import type { ContentLink } from '../shared/page-facts.ts';
import { addressAttributesOf } from '../shared/address-attributes.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';
import type { ElementNode, MarkdownNode } from './parse-markdown.ts';
import type { FileAddress } from './resolve-address.ts';
import type { HighlightedLines } from './highlight.ts';
import { textOf, type MarkdownDocument } from './read-document.ts';

export interface RenderDocument {
  readonly document: MarkdownDocument;
  readonly content: ContentFile;
  readonly components: ContentComponents;
  /** Code that has been highlighted, by its `<pre>`. */
  readonly highlighted: ReadonlyMap<ElementNode, HighlightedLines>;
  /** The JSX runtime of pages: it adds the base to addresses, and checks elements. */
  readonly runtime: JsxRuntime;
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
  const render = (node: MarkdownNode): ReactNode => {
    if (node.type !== 'element') return textOf(node) || null;
    const callout = lookUp(components, 'Callout') && readCallout(node);
    if (callout) return create('Callout', { kind: callout.kind }, callout.children);
    const language = document.code.get(node)?.language;
    const props = resolve(node, {
      ...toProps(node, document.ids.get(node)),
      ...(language && { 'data-language': language }),
    });
    const problem = findUnsafe(node.tagName, props);
    if (problem !== undefined) mistakes.push({ ...node.position?.start, ...problem });
    const lines = input.highlighted.get(node);
    return create(node.tagName, props, lines === undefined ? labelTask(node) : [withKinds(node, lines)]);
  };
  const resolve = ({ tagName, position }: ElementNode, props: Props): Props => {
    const name = tagName === 'a' ? 'href' : 'src';
    const written = props[name];
    if (!/^(?:a|img)$/.test(tagName) || typeof written !== 'string') return props;
    const { url, entry, size } = input.resolve(written) ?? { url: written };
    const { line, column } = position?.start ?? {};
    if (line !== undefined && column !== undefined) links.push({ url, line, column, ...(entry && { entry }) });
    return { ...(tagName === 'img' && size), ...props, [name]: url };
  };
  const create = (name: string, props: Props, children: readonly MarkdownNode[]): ReactNode => {
    return createOf((lookUp(components, name) ?? name) as ElementType, props, children);
  };
  const createOf = (type: ElementType, props: Props, children: readonly MarkdownNode[]): ReactNode => {
    return children.length === 0
      ? jsx(type, props)
      : jsxs(type, { ...props, children: children.map((child) => render(child)) });
  };
  const elements = document.nodes.map(render);
  refuseMistakes(content, mistakes);
  return { elements: jsxs(Fragment, { children: elements }), links };
}

type Props = Readonly<Record<string, unknown>>;

/** `<code>` with an element for each part that has a colour. */
export function withKinds({ children: [code] }: ElementNode, lines: HighlightedLines): MarkdownNode {
  const nodes = lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ type: 'text', value: '\n' } as const]),
    ...line.map(([value, kind]): MarkdownNode => {
      const text = { type: 'text', value } as const;
      if (kind === undefined) return text;
      return { type: 'element', tagName: 'span', properties: { className: `c-${kind}` }, children: [text] };
    }),
  ]);
  return { ...(code as ElementNode), children: nodes };
}

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
    if (name === 'style') Object.assign(props, toStyle(String(value)));
    else props[toPropName(name)] = Array.isArray(value) ? value.join(' ') : value;
  }
  if (id !== undefined) props['id'] = id;
  if (id === undefined && tagName === 'h2') delete props['className']; // of footnotes: hides the heading by a class of Tailwind
  if (tagName === 'img') props['loading'] ??= 'lazy';
  if (tagName === 'pre') props['tabIndex'] = 0; // it may scroll, also for those who use the keyboard
  return props;
}

/** The text of a task is the name of its checkbox, for screen readers. */
export function labelTask({ properties: { className }, children }: ElementNode): readonly MarkdownNode[] {
  const [box, ...label] = children;
  if (box?.type !== 'element' || !String(className).includes('task-list-item')) return children;
  const ariaLabel = label.map(textOf).join('').trim();
  return [{ ...box, properties: { ...box.properties, ariaLabel } }, ...label];
}

/** `ariaLabel` -> `aria-label`, `dataFooBar` -> `data-foo-bar` */
function toPropName(name: string): string {
  const [, prefix, rest] = /^(aria|data)([A-Z].*)$/.exec(name) ?? [];
  if (prefix === undefined || rest === undefined) return name;
  return prefix === 'aria'
    ? `aria-${rest.toLowerCase()}`
    : `data${rest.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
}

/** Columns of tables are aligned by a class, because a strict policy blocks inline styles. */
function toStyle(css: string): Props {
  const [, side] = /^text-align: (left|center|right)$/.exec(css) ?? [];
  if (side !== undefined) return { className: `align-${side}` };
  const rules = css.split(/;(?![^(]*\))/).flatMap((rule): [string, string][] => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*([\s\S]*\S)\s*$/.exec(rule) ?? [];
    if (name === undefined || value === undefined) return [];
    const key = name.startsWith('--') ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [[key, value]];
  });
  return { style: Object.fromEntries(rules) };
}

/** Finds a script in an address or, if HTML is allowed, in a handler, which React does not render. */
export function findUnsafe(tagName: string, props: Props): ContentMistake | undefined {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'string') continue;
    if (/^on[A-Z]/.test(name)) {
      return { message: `The content has an inline handler, \`${name.toLowerCase()}\`.`, hint: 'use an island' };
    }
    // The parser of URLs skips spaces, tabs and newlines, as browsers do.
    const isAddress = addressAttributesOf(tagName).has(name.toLowerCase()) && URL.canParse(value);
    if (isAddress && new URL(value).protocol === 'javascript:')
      return { message: `The content has the address "${value}", which runs a script.`, hint: 'use an island' };
  }
  return undefined;
}
