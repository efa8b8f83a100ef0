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

/**
 * A drawing may be on a page several times, and others have the same ids (`a`, `Layer_1`): each gets a prefix of its own.
 *
 * @returns a module for React and Preact; `undefined` if the text is not an SVG, or declares entities, which HTML does not have
 */
export function svgComponent(text: string): string | undefined {
  const svg = parseSvg(text);
  if (svg === undefined) return undefined;
  const ids = idsOf(svg);
  const { props, children } = ids.size === 0 ? svg : withPrefixes(svg, ids);
  const attributes = toCode(props);
  const content = children.map((child) => `, ${codeOf(child)}`).join('');
  if (ids.size === 0)
    return `import { createElement as h } from 'react';
const attributes = ${attributes};
export default function Svg(props) {
  return h('svg', { ...attributes, ...props }${content});
}`;
  return `import { createElement as h, useId } from 'react';
export default function Svg(props) {
  const prefix = useId().replace(/\\W/g, '_');
  return h('svg', { ...${attributes}, ...props }${content});
}`;
}

/**
 * Browsers do not run scripts in an `<img>`, but they would in an `<svg>` of the page.
 *
 * @returns the part of a drawing that could run one: `<script>`, `onload`
 */
export function findScript(text: string): string | undefined {
  const svg = parseSvg(text);
  return svg && scriptIn(svg);
}

function scriptIn({ name, props, children }: Element): string | undefined {
  if (/^(?:.*:)?(?:script|iframe|object|embed)$/i.test(name)) return `<${name}>`;
  const attribute = Object.entries(props).find(([key, value]) => /^on/i.test(key) || isScriptAddress(value))?.[0];
  return attribute ?? firstOf(children.map((child) => (typeof child === 'string' ? undefined : scriptIn(child))));
}

function firstOf<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined);
}

/** Browsers skip spaces and control characters. An animation lists the values of an attribute, separated by semicolons. */
function isScriptAddress(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|;)javascript:/i.test(value.replace(/[\0-\x20]/g, ''));
}

function parseSvg(text: string): Element | undefined {
  const svg = parse(text.replace(/^\uFEFF/, ''));
  return svg?.name === 'svg' ? svg : undefined;
}

/** Stands for the prefix in a text. XML does not allow this character, so it cannot be in the file. */
const PREFIX = '\uFFFF';

/** A value as JavaScript. */
function toCode(value: unknown): string {
  return JSON.stringify(value).replaceAll(PREFIX, '" + prefix + "');
}

function idsOf({ props, children }: Element): Set<string> {
  const own = typeof props['id'] === 'string' ? [props['id']] : [];
  return new Set([...own, ...children.flatMap((child) => (typeof child === 'string' ? [] : [...idsOf(child)]))]);
}

/** Attributes that list ids. */
const LISTS_IDS = /^aria-(?:activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)$/;

function withPrefixes({ name, props, children }: Element, ids: ReadonlySet<string>): Element {
  const prefix = (id: string) => (ids.has(id) ? PREFIX + id : id);
  /** In `url(#a)`, and in the selectors of a stylesheet. */
  const inStyles = (text: string, pattern: RegExp) =>
    text.replace(pattern, (_, before: string, id: string) => before + prefix(id));
  const prefixAttribute = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return key === 'style' ? mapValues(value as object, prefixAttribute) : value;
    if (key === 'id') return prefix(value);
    if (LISTS_IDS.test(key)) return value.split(/\s+/).map(prefix).join(' ');
    if (/^(?:href|xlinkHref)$/.test(key)) return inStyles(value, /^(#)(.+)$/);
    if (key === 'begin' || key === 'end') return inStyles(value, /((?:^|;)\s*)([\w-]+)(?=\.)/g);
    return inStyles(value, IN_URL);
  };
  return {
    name,
    props: mapValues(props, prefixAttribute),
    children: children.map((child) => {
      if (typeof child !== 'string') return withPrefixes(child, ids);
      return name === 'style' ? inStyles(inStyles(child, IN_URL), IN_SELECTOR) : child;
    }),
  };
}

const IN_URL = /(url\(\s*["']?#)([^"')]+)/g;

/** A brace follows, so it is not a colour. */
const IN_SELECTOR = /(#)([\w-]+)(?=[^{}]*\{)/g;

function mapValues(object: object, change: (key: string, value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
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
  if (typeof node === 'string') return toCode(node);
  return `h(${[toCode(node.name), toCode(node.props), ...node.children.map(codeOf)].join(', ')})`;
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
