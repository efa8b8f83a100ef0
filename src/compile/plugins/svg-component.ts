/** `import Logo from './logo.svg?react'`: a drawing as a component, whose props are added to the `<svg>` element. */

interface Element {
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: (Element | string)[];
}

/** Comments and declarations, CDATA, a closing tag, an opening tag, text. XML is strict, so that nothing else can occur. */
const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!doctype[^>[]*>|<!\[CDATA\[([^]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/iy;

const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** @returns a module for React and Preact; `undefined` if the text is not an SVG, or declares entities, which HTML does not have */
export function svgComponent(text: string): string | undefined {
  const svg = parse(text.replace(/^\uFEFF/, ''));
  if (svg?.name !== 'svg') return undefined;
  const children = svg.children.map((child) => `, ${codeOf(child)}`).join('');
  return `import { createElement as h } from 'react';
const attributes = ${JSON.stringify(svg.props)};
export default function Svg(props) {
  return h('svg', { ...attributes, ...props }${children});
}`;
}

/** @returns the outermost element; `undefined` if the text is not well-formed */
function parse(text: string): Element | undefined {
  const top: Element = { name: '', props: {}, children: [] };
  const open = [top];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (found === null) return undefined;
    const [, data, closed, name, attributes = '', end, written = ''] = found;
    if (closed !== undefined && open.pop()?.name !== closed) return undefined;
    const { children } = open.at(-1) ?? top;
    const content = data ?? decode(written);
    if (name !== undefined) {
      const element = { name, props: propsOf(attributes), children: [] };
      children.push(element);
      if (end === '') open.push(element);
    } else if (isShown(content, open)) children.push(content);
  }
  return open.length > 1 ? undefined : onlyElement(top);
}

function onlyElement({ children: [element, ...others] }: Element): Element | undefined {
  return others.length > 0 || typeof element === 'string' ? undefined : element;
}

/** Spaces between elements are shown only in a `<text>`. */
function isShown(content: string, parents: readonly Element[]): boolean {
  return /\S/.test(content) || (content !== '' && parents.some(({ name }) => name === 'text'));
}

function codeOf(node: Element | string): string {
  if (typeof node === 'string') return JSON.stringify(node);
  return `h(${[JSON.stringify(node.name), JSON.stringify(node.props), ...node.children.map(codeOf)].join(', ')})`;
}

/** Without namespaces: browsers that parse HTML know them. */
function propsOf(attributes: string): Readonly<Record<string, unknown>> {
  const props = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single = '']) => {
    return propOf(name, decode(double ?? single));
  });
  return Object.fromEntries(props.filter(([name]) => !/^xmlns(?:$|:)/.test(name)));
}

/** The name by which React knows an attribute, so that a prop replaces it: `stroke-width` is `strokeWidth`. */
function propOf(name: string, value: string): [name: string, value: unknown] {
  if (name === 'class') return ['className', value];
  if (name === 'style') return ['style', parseStyle(value)];
  return [/^(?:aria|data)-|^(?!xlink:|xml:).*:/.test(name) ? name : toCamelCase(name), value];
}

function toCamelCase(name: string): string {
  return name.replace(/[:-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function parseStyle(style: string): Record<string, string> {
  const declarations = style.matchAll(/([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+)/g);
  return Object.fromEntries(
    [...declarations].map(([, name = '', value = '']) => {
      return [name.startsWith('--') ? name : toCamelCase(name), value.trim()];
    }),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

function decode(value: string): string {
  return value.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return Number.isNaN(code) ? (ENTITIES[name as string] ?? entity) : String.fromCodePoint(code);
  });
}
