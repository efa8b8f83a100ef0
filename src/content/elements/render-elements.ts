/** Creates the elements of a document: all of Markdown's, and those of MDX that depend on the page, when it is rendered. */
import { Fragment, type ElementType, type ReactNode } from 'react';
import type { ContentComponents } from '../../api/content.ts';
import type { PageRecord } from '../../islands/server/render-context.ts';
import type { JsxRuntime } from '../../react/jsx-runtime.ts';
import { createAt } from '../../react/locate.ts';
import type { Asset } from '../../shared/model.ts';
import type { ContentLink } from '../../shared/page-facts.ts';
import { lookUp } from '../../shared/records.ts';
import { propsFor, type FenceProps, type RenderedCode } from '../code/code-block.ts';
import { adviceFor, fenceComponent, withDefaults } from './container.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import type { ElementNode, MarkdownNode, Position } from './tree.ts';
import { nameLink, type NameId } from './document-ids.ts';
import { textOf } from './words.ts';
import { addressesOf, type WrittenLink } from './prepare-document.ts';
import type { FileAddress } from '../resolve-address.ts';

export type Props = Readonly<Record<string, unknown>>;

interface RenderOptions {
  /** Of the project, absolute. */
  readonly root: string;
  /** From the root. */
  readonly file: string;
  readonly components: ContentComponents;
  /** The JSX runtime of pages: it adds the base to addresses, and checks elements. */
  readonly runtime: JsxRuntime;
  readonly nameId: NameId;
  /** Finds the file that a relative address names; `undefined` for other addresses. */
  readonly resolve: (url: string) => FileAddress | undefined;
}

export type Described = Pick<ElementNode, 'tagName' | 'properties' | 'data'>;

export interface Renderer {
  /**
   * @param codeOf finds blocks of code
   * @throws {SitegenError} with all containers that have no component
   */
  readonly render: (
    content: ContentFile,
    nodes: readonly MarkdownNode[],
    codeOf: (pre: ElementNode) => RenderedCode | undefined,
  ) => ReactNode;
  readonly createCode: (code: RenderedCode, position?: Position) => ReactNode;
  /** Adds addresses of files, their sizes, and the names of ids. */
  readonly propsOf: (element: Described) => Props;
}

/** Called while a component renders, so that the checks know the page. */
export function createRenderer({ root, file, components, runtime, nameId, resolve }: RenderOptions): Renderer {
  const { jsx, jsxs } = runtime;
  const all = withDefaults(components, runtime);
  const propsOf = (element: Described): Props => {
    let props = toProps(element.properties);
    for (const name of IDS) {
      const ids = props[name];
      if (typeof ids === 'string') props[name] = nameId(ids);
    }
    for (const name of addressesOf(element)) {
      const written = props[name];
      if (typeof written !== 'string') continue;
      const { url, size } = resolve(written) ?? { url: nameLink(written, nameId) };
      props = { ...(name === 'src' && size), ...props, [name]: url };
    }
    return props;
  };
  const create = (
    name: string,
    props: Props,
    children: readonly MarkdownNode[],
    position: Position | undefined,
    render: (node: MarkdownNode) => ReactNode,
  ): ReactNode => {
    const type = (lookUp(all, name) ?? name) as ElementType;
    const place = position && { file, ...position.start };
    return createAt(root, place, type, (located, given) => {
      if (given !== undefined) return jsx(located, given);
      const [first, ...others] = children;
      if (first === undefined) return jsx(located, props);
      // React drops a list in `<script>`, `<style>`, `<textarea>` and `<option>`, even if it is a list of one text.
      if (others.length === 0) return jsx(located, { ...props, children: render(first) });
      return jsxs(located, { ...props, children: children.map((child) => render(child)) });
    });
  };
  const renderPlain = (node: MarkdownNode): ReactNode =>
    node.type === 'element'
      ? create(node.tagName, toProps(node.properties), node.children, undefined, renderPlain)
      : textOf(node) || null;
  const fenceProps = (name: string, props: FenceProps) => propsFor(props, lookUp(components, name) !== undefined);
  const createCode = ({ language, fence, pre, code, children }: RenderedCode, position?: Position): ReactNode => {
    const name = fenceComponent(components, language);
    if (name !== undefined) return create(name, fenceProps(name, fence), [], position, renderPlain);
    const { meta } = fence;
    const ofCode = { ...fenceProps('code', meta === undefined ? {} : { meta }), ...propsOf(code) };
    const ofPre = { ...fenceProps('pre', fence), ...propsOf(pre) };
    const inner = create('code', ofCode, children, undefined, renderPlain);
    return jsx((lookUp(all, 'pre') ?? 'pre') as ElementType, { ...ofPre, children: inner });
  };
  const render: Renderer['render'] = (content, nodes, codeOf) => {
    const mistakes = new Map<string, ContentMistake>();
    const renderNode = (node: MarkdownNode): ReactNode => {
      if (node.type !== 'element') return textOf(node) || null;
      const { tagName, children, position, data } = node;
      const code = codeOf(node);
      if (code !== undefined) return createCode(code, position);
      if (data?.container !== undefined && lookUp(all, tagName) === undefined && !mistakes.has(tagName))
        mistakes.set(tagName, { ...position?.start, ...describeUnknown(data.container, tagName) });
      return create(tagName, propsOf(node), children, position, renderNode);
    };
    const elements = nodes.map(renderNode);
    refuseMistakes(content, [...mistakes.values()]);
    return jsxs(Fragment, { children: elements });
  };
  const describeUnknown = (name: string, tagName: string): ContentMistake => ({
    message: `There is no component for \`:::${name}\`.`,
    hint: adviceFor(tagName, components),
  });
  return { render, createCode, propsOf };
}

const IDS = ['id', 'aria-describedby', 'aria-labelledby'];

/** Records the links of a document on a page that renders it. */
export function recordLinks(
  record: PageRecord | undefined,
  file: string,
  written: readonly WrittenLink[],
  { nameId, resolve }: Pick<RenderOptions, 'nameId' | 'resolve'>,
): void {
  const links: ContentLink[] = [];
  const assets: Asset[] = [];
  for (const { address, line, column } of written) {
    const { url, entry, asset, refused } = resolve(address) ?? { url: nameLink(address, nameId) };
    if (asset !== undefined) assets.push(asset);
    if (line !== undefined && column !== undefined)
      links.push({ url, line, column, ...(entry && { entry }), ...(refused && { refused }) });
  }
  record?.content.push({ file, links, assets });
}

/** @returns properties of hast by React's names for them */
function toProps(properties: Props): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'style') props['style'] = toStyle(String(value));
    else props[toPropName(name)] = Array.isArray(value) ? value.join(' ') : value;
  }
  return props;
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
