/** `import Logo from './logo.svg?react'`: a drawing as a component, whose props are added to the `<svg>` element. */

/** Declarations and comments before the element, its attributes, and its content. */
const SVG =
  /^\uFEFF?(?:\s|<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^>[]*>)*<svg(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'>])*?)(?:\/>|>([^]*)<\/svg\s*>)(?:\s|<!--[^]*?-->)*$/i;

const ATTRIBUTE = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The content stays as it is in the file: only the element itself is rendered by React.
 *
 * @returns a module for React and Preact; `undefined` if the text is not an SVG, or declares entities, which HTML does not have
 */
export function svgComponent(text: string): string | undefined {
  const [found, attributes = '', content = ''] = SVG.exec(text) ?? [];
  if (found === undefined) return undefined;
  const written = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single = '']) => {
    return propOf(name, decode(double ?? single));
  });
  // Browsers that parse HTML know the namespaces. An attribute for another one has no effect.
  const props = Object.fromEntries(written.filter(([name]) => !name.startsWith('xmlns')));
  return `import { createElement } from 'react';
const attributes = ${JSON.stringify(props)};
const content = { __html: ${JSON.stringify(content.trim())} };
export default function Svg(props) {
  return createElement('svg', { ...attributes, ...props, children: undefined, dangerouslySetInnerHTML: content });
}`;
}

/** The name by which React knows an attribute, so that a prop replaces it: `stroke-width` is `strokeWidth`. */
function propOf(name: string, value: string): [name: string, value: unknown] {
  if (name === 'class') return ['className', value];
  if (name === 'style') return ['style', parseStyle(value)];
  return [/^(?:aria|data)-/.test(name) ? name : toCamelCase(name), value];
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
