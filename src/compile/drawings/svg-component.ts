/** `import Logo from './logo.svg?react'`: a drawing as a component, whose props are added to the `<svg>` element. */
import { findPackage } from '../../shared/find-package.ts';
import { unescapeCss } from '../../shared/read-css.ts';
import { conditionsIn, inlineStyles, parseSvg, type SvgElement, type SvgMistake } from './parse-svg.ts';

/** A module for React and Preact, or everything that keeps the file from being one. */
export type SvgComponent =
  | { readonly code: string; readonly warnings: readonly SvgMistake[] }
  | { readonly mistakes: readonly SvgMistake[] }
  | { readonly missing: 'svgo' };

/**
 * A drawing becomes a part of the page: it may contain only SVG, and refer only to itself. A page may have it several times, or
 * other drawings with the same ids, so each gets its own prefix.
 */
export function svgComponent(text: string): SvgComponent {
  const parsed = parseSvg(text);
  if ('mistake' in parsed) return { mistakes: [parsed.mistake] };
  const drawn = drawingToCode(parsed.svg, '');
  const style = elementsOf(parsed.svg).find((element) => isStyle(element) && /\S/.test(styleText(element)));
  if ('mistakes' in drawn || style === undefined) return drawn;
  if (findPackage(import.meta.dirname, 'svgo') === undefined) return { missing: 'svgo' };
  const { at } = style;
  const inlined = inlineStyles(text);
  if ('mistake' in inlined) return { mistakes: [{ ...inlined.mistake, at }] };
  const rest = elementsOf(inlined.svg).filter(isStyle).map(styleText).join('');
  const result = drawingToCode(inlined.svg, rest);
  if ('mistakes' in result) return { mistakes: result.mistakes.map((mistake) => ({ ...mistake, at })) };
  const conditions = conditionsIn(rest);
  if (conditions.length === 0) return result;
  const list = conditions.map((condition) => `\`${condition}\``).join(', ');
  const message = `has styles that a drawing in a page cannot have, and is shown without them: ${list}`;
  return { code: result.code, warnings: [{ message, at, hint: 'show it by an <img>: import it without "?react"' }] };
}

/** @param leftOut the styles that could not be inlined */
function drawingToCode(svg: SvgElement, leftOut: string): Exclude<SvgComponent, { readonly missing: unknown }> {
  const mistakes: SvgMistake[] = [];
  const ids = new Set(elementsOf(svg).flatMap(({ attributes }) => attributes['id'] ?? []));
  const isStill = leftOut.includes('keyframes');
  const { props, children } = toNode(svg, false, { ids, isStill, report: (mistake) => mistakes.push(mistake) });
  if (mistakes.length > 0) return { mistakes };
  const attributes = toCode(props);
  const content = children.length === 0 ? '' : `, children: ${codeOfAll(children)}`;
  const isPrefixed = (attributes + content).includes(PREFIX_CODE);
  const svgCode = `${children.length > 1 ? 'jsxs' : 'jsx'}('svg', { ...${attributes}, ...props${content} })`;
  const prefixed = `import { useId } from 'react';
${IMPORT}
export default function Svg(props) {
  const prefix = useId().replace(/\\W/g, '_') + '_';
  return ${svgCode};
}`;
  const code = isPrefixed ? prefixed : `${IMPORT}\nexport default function Svg(props) {\n  return ${svgCode};\n}`;
  return { code, warnings: [] };
}

const IMPORT = `import { jsx, jsxs } from 'react/jsx-runtime';`;

/** Stands for the prefix in a text. XML does not allow this character. */
const PREFIX = '\uFFFF';

interface Node {
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly (Node | string)[];
}

interface Context {
  readonly ids: ReadonlySet<string>;
  /** True if its `@keyframes` are left out: other ones of the page may have their names. */
  readonly isStill: boolean;
  readonly report: (mistake: SvgMistake) => void;
}

function elementsOf(element: SvgElement): SvgElement[] {
  return [element, ...element.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child)))];
}

/** Browsers ignore a stylesheet in another language. */
function isStyle({ name, attributes }: SvgElement): boolean {
  return name === 'style' && /^\s*(?:text\/css\s*)?$/i.test(attributes['type'] ?? '');
}

function styleText({ children }: SvgElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}

/** Inkscape and Illustrator store their settings in `<metadata>`. */
const LEFT_OUT: ReadonlySet<string> = new Set(['metadata', 'style']);

function toNode(element: SvgElement, isInText: boolean, context: Context): Node {
  const { name, at } = element;
  if (!ELEMENTS.has(name)) context.report({ message: describeElement(name), at, hint: HINT });
  const props = Object.fromEntries(Object.keys(element.attributes).flatMap((key) => propOf(element, key, context)));
  const children = element.children.flatMap((child): (Node | string)[] => {
    if (typeof child === 'string') return /\S/.test(child) || isInText || name === 'text' ? [child] : [];
    return LEFT_OUT.has(child.name) ? [] : [toNode(child, isInText || name === 'text', context)];
  });
  return { name, props, children };
}

const HINT = 'remove it, or show the file as an image: import it without "?react"';

/** Browsers do not run scripts in an `<img>`, but they would in an `<svg>` of the page. */
function describeElement(name: string): string {
  return /^script$/i.test(name)
    ? `contains a script (<${name}>)`
    : `contains <${name}>, which a drawing in a page cannot have`;
}

/** An attribute of an element. */
interface Written extends Omit<Context, 'report'> {
  readonly element: SvgElement;
  readonly value: string;
  readonly refuse: (message: string, hint?: string) => void;
}

/** Uses React's names, so that a prop replaces an attribute: `stroke-width` is `strokeWidth`. */
function propOf(element: SvgElement, key: string, { report, ...names }: Context): [name: string, value: unknown][] {
  const { at, attributes } = element;
  const refuse = (message: string, hint = HINT) => report({ message, at, hint });
  const kind = attributeKind(key);
  if (kind === undefined && /^(?:\w+:)?on/i.test(key)) refuse(`contains a script (${key})`);
  const isReplaced = key === 'xlink:href' && attributes['href'] !== undefined;
  if (kind === undefined || isReplaced) return [];
  return [[propName(key), VALUES[kind]({ element, value: attributes[key] ?? '', refuse, ...names })]];
}

const VALUES: Readonly<Record<AttributeKind, (written: Written) => unknown>> = {
  plain: ({ value }) => value,
  id: ({ value }) => PREFIX + value,
  ids: ({ value, ids }) => value.replace(/\S+/g, (id) => (ids.has(id) ? PREFIX + id : id)),
  href: readHref,
  times: ({ value, ids }) =>
    value.replace(/((?:^|;)\s*)([^;.\s]+)(?=\.)/g, (_, before: string, id: string) => {
      return before + (ids.has(id) ? PREFIX : '') + id;
    }),
  style: ({ value, ...written }) => {
    const all = [...value.replace(/\/\*[^]*?\*\//g, '').matchAll(DECLARATION)];
    const kept = all.filter(([, name = '']) => !written.isStill || !/^(?:-\w+-)?animation/i.test(name));
    return Object.fromEntries(
      kept.map(([, name = '', text = '']) => [styleName(name), readCssValue({ ...written, value: text.trim() })]),
    );
  },
  css: readCssValue,
};

const EMBED = 'include the image as a data: URL';

const DECLARATION = /([\w-]+)\s*:((?:[^;"'(]|"[^"]*"|'[^']*'|\((?:[^"')]|"[^"]*"|'[^']*')*\))*)/g;

/** The only addresses in CSS that are let through: parts of the drawing, and images that are in it. */
const REFERENCE = /url\(\s*(["']?)(?:#([^"'()\\]+?)|data:image\/[^"'()\\\s]+)\1\s*\)/gi;

/** `image-set(var(--a))` needs no address of its own. */
const TAKES_ADDRESS = /(?:url|src|image|image-set)\(\s*["']?((?:[^"'()]|\([^)]*\))*)/i;

function readCssValue({ value, ids, refuse }: Written): string {
  const [, address] = TAKES_ADDRESS.exec(unescapeCss(value.replace(REFERENCE, ' '))) ?? [];
  if (address !== undefined) refuse(`refers to "${address.slice(0, 80)}"`, EMBED);
  return value.replace(REFERENCE, (reference, _quote, id: string | undefined) => {
    return id !== undefined && ids.has(id) ? `url("#${PREFIX}${id}")` : reference;
  });
}

function readHref({ element, value, ids, refuse }: Written): string {
  const [, id] = /^\s*#(.+)$/.exec(value) ?? [];
  if (id !== undefined) return `#${ids.has(id) ? PREFIX : ''}${id}`;
  checkAddress(element.name, value, refuse);
  return value;
}

/** A link may lead anywhere but to a script. Everything else refers to the drawing itself, or to an image in it. */
function checkAddress(element: string, address: string, refuse: Written['refuse']): void {
  if (/^javascript:/i.test(address.trim())) refuse('contains a script (href)');
  else if (element !== 'a' && !/^\s*(?:data:image\/|#?$)/i.test(address))
    refuse(`refers to "${address.slice(0, 80)}"`, EMBED);
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

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * The elements and attributes that a drawing in a page may contain, from https://www.w3.org/TR/SVG2/eltindex.html and
 * attindex.html. `<script>` and `<foreignObject>` are not among them: whatever they contain would be a part of the page.
 */
const ELEMENTS: ReadonlySet<string> = new Set(
  words(`a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer
    feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
    feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
    feSpotLight feTile feTurbulence filter g image line linearGradient marker mask metadata mpath path pattern polygon
    polyline radialGradient rect set stop style svg switch symbol text textPath title tspan use view`),
);

/** How an attribute refers to names of the drawing. `css` is a value as in a stylesheet, with `url(#a)`. */
type AttributeKind = 'plain' | 'css' | 'id' | 'ids' | 'style' | 'href' | 'times';

const ATTRIBUTES: ReadonlyMap<string, AttributeKind> = new Map(
  Object.entries({
    id: 'id',
    style: 'style',
    href: 'href xlink:href',
    times: 'begin end',
    ids: `aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby
      aria-owns`,
    css: `alignment-baseline baseline-shift by clip clip-path clip-rule color color-interpolation color-interpolation-filters
      cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
      font-size font-size-adjust font-stretch font-style font-variant font-weight from image-rendering isolation
      letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
      paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
      stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-overflow
      text-rendering to transform transform-origin unicode-bidi values vector-effect visibility white-space word-spacing
      writing-mode`,
    plain: `accumulate additive amplitude attributeName attributeType azimuth baseFrequency bias calcMode class clipPathUnits cx cy d
      diffuseConstant divisor download dur dx dy edgeMode elevation exponent filterUnits fr fx fy gradientTransform
      gradientUnits height hreflang in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
      lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits max media method
      min mode numOctaves offset operator order orient origin path pathLength patternContentUnits patternTransform
      patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY
      rel repeatCount repeatDur requiredExtensions restart result role rotate rx ry scale seed side slope spacing
      specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
      tabindex tableValues target targetX targetY textLength title type viewBox width x x1 x2 xChannelSelector xml:lang
      xml:space y y1 y2 yChannelSelector z`,
  } satisfies Readonly<Partial<Record<AttributeKind, string>>>).flatMap(([kind, names]) =>
    words(names).map((name) => [name, kind as AttributeKind] as const),
  ),
);

/** @returns `undefined` for an attribute that SVG does not have: it draws nothing, and is left out */
function attributeKind(attribute: string): AttributeKind | undefined {
  return ATTRIBUTES.get(attribute) ?? (/^(?:aria|data)-[\w.-]+$/.test(attribute) ? 'plain' : undefined);
}
