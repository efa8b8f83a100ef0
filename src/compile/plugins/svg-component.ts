/** `import Logo from './logo.svg?react'`: a drawing as a component, whose props are added to the `<svg>` element. */
import {
  namesInStyles,
  PREFIX,
  ROOT,
  scopeAddress,
  scopeDeclarations,
  scopeStyles,
  scopeValue,
} from '../drawings/scope-styles.ts';
import type { Names } from '../drawings/scope-styles.ts';
import { parseSvg, type SvgElement, type SvgMistake } from '../drawings/parse-svg.ts';
import { ELEMENTS, isAnimatable, kindOf, type Kind } from '../drawings/svg-vocabulary.ts';

/** A module for React and Preact, or everything that keeps the file from being one. */
export type SvgComponent = { readonly code: string } | { readonly mistakes: readonly SvgMistake[] };

/**
 * A drawing becomes a part of the page: it may contain only SVG, and refer only to itself. A page may have it several times, or
 * other drawings with the same names (`a`, `cls-1`, `spin`), so each gets its own prefix.
 */
export function svgComponent(text: string): SvgComponent {
  const parsed = parseSvg(text);
  if ('mistake' in parsed) return { mistakes: [parsed.mistake] };
  const { svg } = parsed;
  const mistakes: SvgMistake[] = [];
  const elements = descendantsOf(svg);
  const ids = new Set(elements.flatMap((element) => attributeOf(element, 'id') ?? []));
  const names: Names = { ids, ...namesInStyles(elements.filter(isStyle).map(textOf)) };
  const { props, children } = toNode(svg, false, { text, names, report: (mistake) => mistakes.push(mistake) });
  if (mistakes.length > 0) return { mistakes };
  const attributes = toCode(props);
  const content = children.length === 0 ? '' : `, children: ${codeOfAll(children)}`;
  const isPrefixed = (attributes + content).includes(PREFIX_CODE);
  const marker = hasElementSelectors(children) ? `, '${ROOT}': prefix` : '';
  const svgCode = `${children.length > 1 ? 'jsxs' : 'jsx'}('svg', { ...${attributes}, ...props${content}${marker} })`;
  const prefixed = `import { useId } from 'react';
${IMPORT}
export default function Svg(props) {
  const prefix = useId().replace(/\\W/g, '_') + '_';
  return ${svgCode};
}`;
  return { code: isPrefixed ? prefixed : `${IMPORT}\nexport default function Svg(props) {\n  return ${svgCode};\n}` };
}

const IMPORT = `import { jsx, jsxs } from 'react/jsx-runtime';`;

interface Node {
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly (Node | string)[];
}

interface Context {
  /** The text of the file. */
  readonly text: string;
  readonly names: Names;
  readonly report: (mistake: SvgMistake) => void;
}

function descendantsOf(element: SvgElement): SvgElement[] {
  return [element, ...element.children.flatMap((child) => (typeof child === 'string' ? [] : descendantsOf(child)))];
}

function attributeOf({ attributes }: SvgElement, name: string): string | undefined {
  return attributes.find(([key]) => key === name)?.[1];
}

/** Browsers ignore a stylesheet in another language. */
function isStyle(element: SvgElement): boolean {
  return element.name === 'style' && /^\s*(?:text\/css\s*)?$/i.test(attributeOf(element, 'type') ?? '');
}

function textOf({ children }: SvgElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}

/** Draws nothing. Inkscape and Illustrator store their settings there. */
function isLeftOut(element: SvgElement): boolean {
  return element.name === 'metadata' || (element.name === 'style' && !isStyle(element));
}

function toNode(element: SvgElement, isInText: boolean, context: Context): Node {
  const { name, at } = element;
  const { names, report } = context;
  if (!ELEMENTS.has(name)) report({ message: describeElement(name), at, hint: HINT });
  const props = Object.fromEntries(element.attributes.flatMap(([key, value]) => propOf(element, key, value, context)));
  if (isStyle(element)) {
    const { css, mistakes } = scopeStyles(textOf(element), names);
    const start = Math.max(at, context.text.indexOf(textOf(element), at));
    mistakes.forEach((mistake) => report({ ...mistake, at: start === at ? at : start + mistake.at }));
    return { name, props, children: css === '' ? [] : [css] };
  }
  const children = element.children.flatMap((child): (Node | string)[] => {
    if (typeof child === 'string') return /\S/.test(child) || isInText || name === 'text' ? [child] : [];
    return isLeftOut(child) ? [] : [toNode(child, isInText || name === 'text', context)];
  });
  return { name, props, children };
}

const HINT = 'remove it, or show the file as an image: import it without "?react"';

/** Browsers do not run scripts in an `<img>`, but they would in an `<svg>` of the page. */
function describeElement(name: string): string {
  return /^(?:html:)?script$/i.test(name)
    ? `contains a script (<${name}>)`
    : `contains <${name}>, which a drawing in a page cannot have`;
}

/** An attribute of an element. */
interface Written {
  readonly element: SvgElement;
  readonly key: string;
  readonly value: string;
  readonly names: Names;
  readonly refuse: (message: string, hint?: string) => void;
}

/** Uses React's names, so that a prop replaces an attribute: `stroke-width` is `strokeWidth`. */
function propOf(
  element: SvgElement,
  key: string,
  value: string,
  { names, report }: Context,
): [name: string, value: unknown][] {
  const refuse = (message: string, hint = HINT) => report({ message, at: element.at, hint });
  const kind = kindOf(key);
  if (kind === undefined && /^(?:\w+:)?on/i.test(key)) refuse(`contains a script (${key})`);
  const isReplaced = key === 'xlink:href' && attributeOf(element, 'href') !== undefined;
  if (kind === undefined || isReplaced) return [];
  return [[propName(key), VALUES[kind]({ element, key, value, names, refuse })]];
}

const VALUES: Readonly<Record<Kind, (written: Written) => unknown>> = {
  plain: ({ value }) => value,
  id: ({ value }) => PREFIX + value,
  class: ({ value, names }) => replaceWords(value, names.classes),
  ids: ({ value, names }) => replaceWords(value, names.ids),
  href: readHref,
  times: ({ value, names }) =>
    value.replace(/((?:^|;)\s*)([^;.\s]+)(?=\.)/g, (_, before: string, id: string) => {
      return before + (names.ids.has(id) ? PREFIX : '') + id;
    }),
  target: ({ value, refuse }) => {
    if (!isAnimatable(value)) refuse(`animates \`${value}\`, which is not a shape or a colour`);
    return value;
  },
  style: ({ value, names, refuse }) => {
    const { declarations, mistakes } = scopeDeclarations(value, names);
    mistakes.forEach(({ message }) => refuse(message, EMBED));
    return Object.fromEntries(declarations.map(([name, text]) => [styleName(name), text]));
  },
  css: ({ key, value, names, refuse }) => {
    const scoped = scopeValue(key, value, names);
    scoped.mistakes.forEach(({ message }) => refuse(message, EMBED));
    return scoped.value;
  },
};

const EMBED = 'include the image as a data: URL';

function replaceWords(value: string, known: ReadonlySet<string>): string {
  return value.replace(/\S+/g, (word) => (known.has(word) ? PREFIX + word : word));
}

/** A link may lead anywhere but to a script. Everything else refers to the drawing itself, or to an image in it. */
function readHref({ element: { name }, value, names, refuse }: Written): string {
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(value.replace(/[\0-\x20]/g, '')) ?? [];
  const isLink = name === 'a' && (scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme));
  if (scheme?.toLowerCase() === 'javascript') refuse('contains a script (href)');
  else if (name === 'a' && !isLink) refuse(`links to "${scheme}:"`);
  else if (scheme?.toLowerCase() === 'data' && !/^(?:image|feImage)$/.test(name)) refuse('refers to a data: URL');
  else return scopeAddress(value, names, (message) => isLink || refuse(message, EMBED));
  return value;
}

const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  hreflang: 'hrefLang',
  tabindex: 'tabIndex',
  'xlink:href': 'href',
};

function propName(attribute: string): string {
  return /^(?:aria|data)-/.test(attribute) ? attribute : (REACT_NAMES[attribute] ?? toCamelCase(attribute));
}

function styleName(property: string): string {
  return property.startsWith('--') ? property : toCamelCase(property.replace(/^-ms-/, 'ms-'));
}

function toCamelCase(name: string): string {
  return name.replace(/[:-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A value as JavaScript. */
function toCode(value: unknown): string {
  return JSON.stringify(value).replaceAll(PREFIX, PREFIX_CODE);
}

const PREFIX_CODE = '" + prefix + "';

function codeOf(node: Node | string): string {
  if (typeof node === 'string') return toCode(node);
  const { name, props, children } = node;
  const given = Object.entries(props).map(([key, value]) => `${toCode(key)}: ${toCode(value)}`);
  const all = children.length === 0 ? given : [...given, `children: ${codeOfAll(children)}`];
  return `${children.length > 1 ? 'jsxs' : 'jsx'}(${toCode(name)}, { ${all.join(', ')} })`;
}

/** One value, or a list of any length: a call cannot have more than 65,535 arguments. */
function codeOfAll(children: readonly (Node | string)[]): string {
  const codes = children.map(codeOf);
  return codes.length === 1 ? codes.join('') : `[${codes.join(', ')}]`;
}

function hasElementSelectors(children: readonly (Node | string)[]): boolean {
  return children.some((child) =>
    typeof child === 'string' ? child.includes(ROOT) : hasElementSelectors(child.children),
  );
}
