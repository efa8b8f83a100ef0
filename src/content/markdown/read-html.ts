/**
 * Reads content in which HTML is allowed. An element may begin in one piece of HTML and end in another, with Markdown between
 * them, so the whole document is written as HTML, and read as browsers do. Every element keeps its place in the file.
 */
import {
  defaultTreeAdapter,
  ErrorCodes,
  html as standard,
  parseFragment,
  type DefaultTreeAdapterMap,
  type ParserError,
  type Token,
  type TreeAdapter,
} from 'parse5';
import { find as findAttribute, hastToReact, html as htmlSchema, svg as svgSchema } from 'property-information';
import { type ContentMistake, type Refuse, MAX_DEPTH, TOO_DEEP } from '../content-problem.ts';
import type { ElementNode, MarkdownNode, Position } from '../elements/tree.ts';

/** A node of Markdown, or a piece of HTML, and its offset in the HTML of the document. */
interface Origin {
  readonly offset: number;
  readonly node: MarkdownNode;
}

type ParsedElement = DefaultTreeAdapterMap['element'];
type ParsedNode = DefaultTreeAdapterMap['childNode'];

/** @returns true for HTML that is read as such. Other HTML stays as it is */
type IsAllowed = (node: MarkdownNode) => boolean;

/**
 * @param refuse reports that the document is nested too deep
 * @param report receives elements that do not end
 */
export function readHtml(
  nodes: readonly MarkdownNode[],
  source: string,
  refuse: Refuse,
  isAllowed: IsAllowed,
  report: Refuse,
): readonly MarkdownNode[] {
  if (!nodes.some((node) => containsHtml(node, isAllowed))) return nodes;
  const { html, origins } = writeHtml(nodes, isAllowed);
  const placeAt = createPlaces(html, origins, source.split(/\r\n?|\n/));
  const offsets = new Map<readonly Token.Attribute[], number>();
  const treeAdapter = createTree(offsets, (offset) => {
    refuse({ message: TOO_DEEP, line: placeAt(offset)?.start.line });
  });
  const onParseError = ({ code, startOffset }: ParserError) => {
    if (code === ErrorCodes.nonVoidHtmlElementStartTagWithTrailingSolidus)
      report({ ...describeUnended(html, startOffset), line: placeAt(startOffset)?.start.line });
  };
  const tree = parseFragment(html, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    treeAdapter,
    onParseError,
  });
  /** If an element is closed too early, a copy continues it, with the same attributes but without an offset. */
  const originOf = ({ tagName, attrs }: ParsedElement) => {
    const at = offsets.get(attrs);
    if (at === undefined) return {};
    const { node } = findOrigin(origins, at) ?? {};
    if (node?.type === 'raw' && tagName === SHOWN) return { shown: node };
    return {
      position: placeAt(at),
      written: node?.type === 'element' && htmlName(node) === tagName ? node : undefined,
    };
  };
  const restore = (node: ParsedNode): MarkdownNode[] => {
    if (node.nodeName === '#text') return [{ type: 'text', value: (node as DefaultTreeAdapterMap['textNode']).value }];
    if (!('tagName' in node)) return []; // a comment
    const { position, written, shown } = originOf(node);
    if (shown !== undefined) return [shown];
    const properties = written?.properties ?? propertiesOf(node);
    const children = ('content' in node ? node.content : node).childNodes.flatMap(restore);
    const element = { type: 'element', tagName: written?.tagName ?? node.tagName, properties, children } as const;
    return [{ ...element, ...(written?.data && { data: written.data }), ...(position && { position }) }];
  };
  return tree.childNodes.flatMap(restore);
}

/**
 * @param offsets receives the offset of each element, by its attributes, because its copies share them
 * @param refuse stops before elements are nested too deep
 */
function createTree(
  offsets: Map<readonly Token.Attribute[], number>,
  refuse: (offset: number) => void,
): TreeAdapter<DefaultTreeAdapterMap> {
  let [depth, last] = [0, 0];
  return {
    ...defaultTreeAdapter,
    setNodeSourceCodeLocation: (node, location) => {
      defaultTreeAdapter.setNodeSourceCodeLocation(node, location);
      if (!('attrs' in node) || !location) return;
      last = location.startOffset;
      if (!offsets.has(node.attrs)) offsets.set(node.attrs, last);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > MAX_DEPTH + 1) refuse(last);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}

/** @param start of `<Badge />`, which a browser reads as `<Badge>`: all that follows would be in it */
function describeUnended(html: string, start: number): ContentMistake {
  const [, name = ''] = /^<([^\s/>]{1,50})/.exec(html.slice(start, start + 60)) ?? [];
  return { message: `\`<${name} />\` does not end in HTML.`, hint: `write \`<${name}></${name}>\`` };
}

function containsHtml(node: MarkdownNode, isAllowed: IsAllowed): boolean {
  if (node.type === 'element') return node.children.some((child) => containsHtml(child, isAllowed));
  return node.type === 'raw' && isAllowed(node);
}

/** Containers are boxes. */
function htmlName({ tagName, data }: ElementNode): string {
  return data?.container === undefined ? tagName : 'div';
}

/** Stands for HTML that is shown as text. */
const SHOWN = 'sitegen-shown';

/** Markdown elements are written without attributes, which come from the node. */
function writeHtml(
  nodes: readonly MarkdownNode[],
  isAllowed: IsAllowed,
): { readonly html: string; readonly origins: readonly Origin[] } {
  const origins: Origin[] = [];
  const parts: string[] = [];
  let offset = 0;
  const add = (text: string) => {
    parts.push(text);
    offset += text.length;
  };
  const write = (node: MarkdownNode): void => {
    origins.push({ offset, node });
    if (node.type === 'raw') add(isAllowed(node) ? (node.value ?? '') : `<${SHOWN}></${SHOWN}>`);
    else if (node.type === 'text') add((node.value ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    else if (node.type === 'element') {
      add(`<${htmlName(node)}>`);
      if (node.tagName === 'pre') add('\n'); // the first newline in it is not text
      node.children.forEach(write);
      if (!/^(?:br|hr|img|input)$/.test(node.tagName)) add(`</${htmlName(node)}>`);
    }
  };
  nodes.forEach(write);
  return { html: parts.join(''), origins };
}

/** @returns finds the place in the file of an offset in the HTML */
function createPlaces(html: string, origins: readonly Origin[], lines: readonly string[]) {
  const starts = [0, ...Array.from(html.matchAll(/\n/g), ({ index }) => index + 1)];
  const lineAt = (offset: number) => countUpTo(starts, offset, (start) => start) - 1;
  return (offset: number): Position | undefined => {
    const origin = findOrigin(origins, offset);
    if (origin?.node.position === undefined) return undefined;
    if ('isTrusted' in origin.node && origin.node.isTrusted) return origin.node.position; // no text of the file
    const { line, column } = origin.node.position.start;
    const below = lineAt(offset) - lineAt(origin.offset);
    if (below === 0) return { start: { line, column: column + offset - origin.offset } };
    // Each line of the HTML is the end of a line of the file, which may be in a quote or a list.
    const start = starts[lineAt(offset)] ?? 0;
    const length = (starts[lineAt(offset) + 1] ?? html.length + 1) - 1 - start;
    const indent = Math.max(0, (lines[line + below - 1] ?? '').length - length);
    return { start: { line: line + below, column: indent + offset - start + 1 } };
  };
}

/** @returns the last origin that starts at or before an offset */
function findOrigin(origins: readonly Origin[], offset: number): Origin | undefined {
  return origins[countUpTo(origins, offset, (origin) => origin.offset) - 1];
}

/** @returns how many items of a sorted list are not above a limit */
function countUpTo<Item>(items: readonly Item[], limit: number, valueOf: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && valueOf(item) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Props with a meaning in React, but not in HTML. */
const OF_REACT = /^(?:children|key|ref)$/;

/** The attributes of an element, by React's names for them. */
function propertiesOf({ namespaceURI, attrs }: ParsedElement): Record<string, unknown> {
  const schema = namespaceURI === standard.NS.SVG ? svgSchema : htmlSchema;
  const named = attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const);
  return Object.fromEntries(named.map(([name, value]) => toProp(name, value, schema)).filter(isProp));
}

/** An attribute by React's name for it. */
export function toProp(name: string, value: string, schema: typeof htmlSchema = htmlSchema): [string, string | true] {
  if (/^(?:aria|data)-/.test(name)) return [name, value];
  if (name in Object.prototype) return [name, value]; // `constructor`
  const { property, boolean, overloadedBoolean } = findAttribute(schema, name);
  const isTrue = boolean || (overloadedBoolean && value === '');
  return [hastToReact[property] ?? property, isTrue ? true : value];
}

export function isProp([name]: readonly [string, unknown]): boolean {
  return !OF_REACT.test(name);
}
