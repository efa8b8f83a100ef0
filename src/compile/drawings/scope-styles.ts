/**
 * Scopes the `<style>` of a drawing, so that it applies only to this drawing. In an image, a stylesheet ends with its file; in a
 * page, it would apply to everything, and a second drawing with `.cls-1` would recolour the first.
 */
import { escapeIdent, isDelim, isSpace, isToken, parseCss, quoteCss, writeCss } from './parse-css.ts';
import type { CssBlock, CssNode, CssToken } from './parse-css.ts';
import type { SvgMistake } from './parse-svg.ts';
import { kindOf, type Kind } from './svg-vocabulary.ts';

/** The names that belong to a drawing. Each gets a prefix wherever the drawing is used. */
export interface Names {
  readonly ids: ReadonlySet<string>;
  /** The classes in the selectors of its stylesheets. Others are for the stylesheets of the site. */
  readonly classes: ReadonlySet<string>;
  readonly keyframes: ReadonlySet<string>;
}

/** Stands for the prefix in a text. XML does not allow this character, so it cannot be in the file. */
export const PREFIX = '\uFFFF';

/** The attribute of the outermost element by which selectors find the drawing. Its value is the prefix. */
export const ROOT = 'data-drawing';
const ROOT_SELECTOR = `[${ROOT}="${PREFIX}"]`;

/** Adds nothing to the specificity of a selector. */
const INSIDE = `:where(${ROOT_SELECTOR},${ROOT_SELECTOR} *)`;

type Report = (message: string, at: number) => void;

/** @returns the names that stylesheets define */
export function namesInStyles(sheets: readonly string[]): Omit<Names, 'ids'> {
  const classes = new Set<string>();
  const keyframes = new Set<string>();
  const visit = (nodes: readonly CssNode[]): void => {
    nodes.forEach((node, index) => {
      if (!isToken(node)) {
        visit(node.nodes);
        if (node.kind === '[') for (const name of classesIn(node)) classes.add(name);
        return;
      }
      const [next, afterNext] = [nodes[index + 1], nodes[index + 2]];
      if (isDelim(node, '.') && isToken(next) && next.kind === 'ident') classes.add(next.value);
      const name = isSpace(next) ? afterNext : next;
      if (KEYFRAMES.test(node.text) && isToken(name)) keyframes.add(name.value);
    });
  };
  for (const sheet of sheets) {
    const parsed = parseCss(sheet);
    if ('nodes' in parsed) visit(parsed.nodes);
  }
  return { classes, keyframes };
}

/** `[class~="a"]`, `[class="a b"]` */
function classesIn({ nodes }: CssBlock): string[] {
  const [name, ...values] = nodes.filter((node) => isToken(node) && /^(?:ident|string)$/.test(node.kind));
  if (!isToken(name) || name.value !== 'class') return [];
  return values.flatMap((node) => (isToken(node) ? node.value.split(/\s+/) : []));
}

const KEYFRAMES = /^@(?:-\w+-)?keyframes$/i;

/** Rules whose conditions do not refer to the drawing. */
const CONDITIONAL = /^@(?:media|supports|starting-style)$/i;

/** Values of `animation` that are not names. */
const KEYWORDS =
  /^(?:none|auto|normal|reverse|alternate|alternate-reverse|forwards|backwards|both|running|paused|infinite|linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end|initial|inherit|unset|revert|revert-layer)$/i;

/**
 * @param css the text of a `<style>`
 * @returns the stylesheet, with `PREFIX` in front of the names of the drawing; and everything in it that would apply to more
 *   than the drawing
 */
export function scopeStyles(
  css: string,
  names: Names,
): { readonly css: string; readonly mistakes: readonly SvgMistake[] } {
  const parsed = parseCss(css);
  const mistakes: SvgMistake[] = [];
  if ('brokenAt' in parsed)
    return { css, mistakes: [{ message: 'has a <style> that is not valid CSS', at: parsed.brokenAt }] };
  const report: Report = (reason, at) =>
    mistakes.push({ message: `has a <style> that cannot be limited to the drawing: ${reason}`, at });
  return { css: writeRules(parsed.nodes, { names, report }, false), mistakes };
}

/** @returns the value of a property, or of an attribute that is one: its ids and keyframes have the prefix */
export function scopeValue(
  property: string,
  value: string,
  names: Names,
): { readonly value: string; readonly mistakes: readonly SvgMistake[] } {
  const parsed = parseCss(value);
  const mistakes: SvgMistake[] = [];
  // A browser would close it, and load its address.
  if ('brokenAt' in parsed)
    return { value, mistakes: [{ message: `has a value of \`${property}\` that is not valid CSS`, at: 0 }] };
  const report: Report = (message, at) => mistakes.push({ message, at });
  const scoped = writeCss(scopeNodes(parsed.nodes, property, { names, report }));
  return { value: scoped.includes(PREFIX) ? scoped : value, mistakes };
}

/** @param style the value of a `style` attribute. @returns its declarations, by property */
export function scopeDeclarations(
  style: string,
  names: Names,
): { readonly declarations: readonly (readonly [property: string, value: string])[]; readonly mistakes: SvgMistake[] } {
  const parsed = parseCss(style);
  const mistakes: SvgMistake[] = [];
  if ('brokenAt' in parsed)
    return { declarations: [], mistakes: [{ message: 'has a `style` that is not valid CSS', at: 0 }] };
  const declarations = splitAt(parsed.nodes, ';').flatMap((nodes) => {
    const { property, value } = toDeclaration(nodes) ?? {};
    if (property === undefined || value === undefined) return [];
    const scoped = scopeValue(property, writeCss(value).trim(), names);
    mistakes.push(...scoped.mistakes);
    return [[property, scoped.value] as const];
  });
  return { declarations, mistakes };
}

interface Scope {
  readonly names: Names;
  readonly report: Report;
}

/** @param isNested true inside a style rule, where declarations and rules are mixed */
function writeRules(nodes: readonly CssNode[], scope: Scope, isNested: boolean): string {
  return statementsIn(nodes)
    .map((statement) => writeStatement(trim(statement), scope, isNested))
    .join('');
}

/** A declaration ends with a semicolon, a rule with its block. */
function statementsIn(nodes: readonly CssNode[]): CssNode[][] {
  const statements: CssNode[][] = [];
  let current: CssNode[] = [];
  let isCustom = false;
  for (const node of nodes) {
    if (current.length === 0 && isSpace(node)) continue;
    if (current.length === 0) isCustom = isToken(node) && node.kind === 'ident' && node.text.startsWith('--');
    current.push(node);
    if (!isDelim(node, ';') && (isCustom || !isCurly(node))) continue;
    statements.push(current);
    current = [];
  }
  return [...statements, current];
}

function writeStatement(statement: readonly CssNode[], scope: Scope, isNested: boolean): string {
  const [first] = statement;
  const block = statement.at(-1);
  if (first === undefined || isDelim(first, ';')) return '';
  if (isToken(first) && first.kind === 'at') return writeAtRule(first, statement.slice(1), scope, isNested);
  if (isCurly(block)) {
    const selectors = writeSelectors(statement.slice(0, -1), scope);
    return `${selectors}{${writeRules(block.nodes, scope, true)}}`;
  }
  const declaration = toDeclaration(isDelim(block, ';') ? statement.slice(0, -1) : statement);
  if (!isNested || declaration === undefined) {
    scope.report('it is not valid CSS', first.at);
    return '';
  }
  const { property, value } = declaration;
  return `${escapeIdent(property)}:${writeCss(scopeNodes(value, property, scope))};`;
}

function writeAtRule(rule: CssToken, rest: readonly CssNode[], scope: Scope, isNested: boolean): string {
  const block = rest.at(-1);
  const prelude = rest.slice(0, -1);
  if (CONDITIONAL.test(rule.text) && isCurly(block))
    return `${rule.text}${writeCss(prelude)}{${writeRules(block.nodes, scope, isNested)}}`;
  const [name, ...others] = prelude.filter((node) => !isSpace(node));
  if (!KEYFRAMES.test(rule.text) || !isCurly(block) || !isToken(name) || others.length > 0) {
    scope.report(`\`${rule.text}\` is for a whole page; move it to a stylesheet of the site, or leave it out`, rule.at);
    return '';
  }
  if (KEYWORDS.test(name.value)) scope.report(`"${name.value}" is a keyword, and names @keyframes`, name.at);
  const steps = block.nodes.map((node) => {
    return isCurly(node) ? `{${writeRules(node.nodes, scope, true)}}` : writeCss([node]);
  });
  return `${rule.text} ${PREFIX}${escapeIdent(name.value)}{${steps.join('')}}`;
}

function toDeclaration(nodes: readonly CssNode[]): { property: string; value: readonly CssNode[] } | undefined {
  const [name, colon, ...value] = trim(nodes).filter((node, index) => index !== 1 || !isSpace(node));
  if (!isToken(name) || name.kind !== 'ident' || !isDelim(colon, ':')) return undefined;
  return { property: name.value, value: trim(value) };
}

const IS_ANIMATION = /^(?:-\w+-)?animation(?:-name)?$/i;

/** Functions whose strings are addresses. */
const TAKES_ADDRESS = /^(?:url|src|(?:-webkit-)?image-set)$/i;

function scopeNodes(nodes: readonly CssNode[], property: string, scope: Scope, takesAddress = false): CssNode[] {
  const { names, report } = scope;
  return nodes.map((node): CssNode => {
    if (!isToken(node)) {
      const isAddress = TAKES_ADDRESS.test(node.name ?? '');
      const isBare = /^url$/i.test(node.name ?? '') && !node.nodes.some((one) => isToken(one) && one.kind === 'string');
      if (isBare) report(`refers to "${writeCss(node.nodes)}"`, node.at); // its name is written with escapes
      return { ...node, nodes: scopeNodes(node.nodes, property, scope, isAddress) };
    }
    if (node.kind === 'url' || (node.kind === 'string' && takesAddress))
      return { ...node, value: scopeAddress(node.value, names, (message) => report(message, node.at)) };
    const isName = (node.kind === 'ident' || node.kind === 'string') && names.keyframes.has(node.value);
    if (isName && property.startsWith('--'))
      report(`\`${property}\` has the name of @keyframes; write it in \`animation-name\``, node.at);
    if (!isName || !IS_ANIMATION.test(property)) return node;
    return { ...node, kind: 'ident', text: PREFIX + escapeIdent(node.value) };
  });
}

/** @returns `#a` with the prefix. The page would request any other file, from the wrong folder */
export function scopeAddress(address: string, { ids }: Pick<Names, 'ids'>, refuse: (message: string) => void): string {
  const [, id] = /^\s*#(.+)$/.exec(address) ?? [];
  if (id !== undefined) return `#${ids.has(id) ? PREFIX : ''}${id}`;
  if (!/^\s*(?:data:image\/|#?$)/i.test(address)) refuse(`refers to "${address.slice(0, 80)}"`);
  return address;
}

function writeSelectors(nodes: readonly CssNode[], scope: Scope): string {
  return splitAt(nodes, ',')
    .map((selector) => writeSelector(trim(selector), scope))
    .join(',');
}

/** Each compound (`path.a:hover` of `g > path.a:hover`) must match within the drawing, or a page around it would count. */
function writeSelector(nodes: readonly CssNode[], scope: Scope): string {
  if (nodes.length === 0) scope.report('a selector is empty', 0);
  let written = '';
  let compound: CssNode[] = [];
  const finish = () => {
    if (compound.length > 0) written += writeCompound(compound, scope);
    compound = [];
  };
  for (const node of nodes) {
    if (isSpace(node) || ['>', '+', '~'].some((combinator) => isDelim(node, combinator))) {
      finish();
      written += writeCss([node]);
    } else compound.push(node);
  }
  finish();
  return written;
}

function writeCompound(compound: readonly CssNode[], scope: Scope): string {
  const parts = partsOf(compound).map((part, index) => writePart(part, index === 0, scope));
  if (parts.includes(undefined)) scope.report(`the selector "${writeCss(compound)}"`, compound[0]?.at ?? 0);
  const [type, ...rest] = parts[0]?.startsWith(':') || /^[.#[]/.test(parts[0] ?? '') ? ['', ...parts] : parts;
  const isInside = type === '&' || rest.some((part = '') => part === ROOT_SELECTOR || /^[.#]/.test(part));
  return [type, isInside ? '' : INSIDE, ...rest].join('');
}

/** A part of a compound: `.a` is marked by the point. */
interface Part {
  readonly mark: string;
  readonly node: CssNode | undefined;
}

function partsOf(compound: readonly CssNode[]): Part[] {
  const parts: Part[] = [];
  let mark = '';
  for (const node of compound) {
    if (isDelim(node, '.') || isDelim(node, ':')) mark += isDelim(node, '.') ? '.' : ':';
    else {
      parts.push({ mark, node });
      mark = '';
    }
  }
  return mark === '' ? parts : [...parts, { mark, node: undefined }];
}

/** Pseudo-classes that contain selectors. */
const CONTAINS_SELECTORS = /^(?:is|not|where|has|-webkit-any|-moz-any|matches)$/i;

/** Pseudo-classes that contain something else. `nth-child(2 of .a)` is not among them. */
const CONTAINS_VALUE = /^(?:nth-(?:last-)?(?:child|of-type)|lang|dir)$/i;

/** @returns `undefined` for a part that cannot be limited to the drawing */
function writePart({ mark, node }: Part, isFirst: boolean, scope: Scope): string | undefined {
  if (node === undefined) return undefined;
  if (!isToken(node)) return writeFunction(mark, node, scope);
  const name = escapeIdent(node.value);
  if (node.kind === 'hash') return mark === '' ? `#${PREFIX}${name}` : undefined;
  if (node.kind !== 'ident') return mark === '' && isFirst && /^[&*]$/.test(node.text) ? node.text : undefined;
  if (mark === '') return isFirst ? name : undefined;
  if (mark === '.') return `.${PREFIX}${name}`;
  if (mark === ':' && /^(?:root|scope)$/i.test(name)) return ROOT_SELECTOR;
  return /^::?$/.test(mark) ? mark + name : undefined;
}

function writeFunction(mark: string, block: CssBlock, scope: Scope): string | undefined {
  const { kind, name, nodes } = block;
  if (mark === '' && kind === '[') return writeAttribute(block, scope);
  if (mark !== ':' || name === undefined) return undefined;
  if (CONTAINS_SELECTORS.test(name)) return `:${name}(${writeSelectors(nodes, scope)})`;
  const isValue = CONTAINS_VALUE.test(name) && nodes.every((one) => isToken(one) && one.value !== 'of');
  return isValue ? `:${writeCss([block])}` : undefined;
}

/** @returns `undefined` if it reads a part of a value that is changed, or an attribute that is left out */
function writeAttribute({ nodes }: CssBlock, { names }: Scope): string | undefined {
  const [name, ...rest] = nodes.filter((node) => !isSpace(node));
  if (!isToken(name) || name.kind !== 'ident') return undefined;
  const kind = kindOf(name.value);
  if (rest.length === 0) return kind && `[${name.text}]`;
  const operator = rest.slice(0, -1).findLast((node) => isDelim(node, '=')) === undefined ? '' : operatorOf(rest);
  const [value, flag, ...others] = rest.slice(operator.length);
  const isWhole = isToken(value) && /^(?:string|ident)$/.test(value.kind) && others.length === 0;
  if (operator === '' || !isWhole || (flag !== undefined && !isToken(flag))) return undefined;
  const scoped = scopeAttributeValue(kind, operator, value.value, names);
  return scoped && `[${name.text}${operator}${quoteCss(scoped)}${flag === undefined ? '' : ` ${flag.text}`}]`;
}

/** `=`, `~=`, `|=`, `^=`, `$=`, `*=` */
function operatorOf(nodes: readonly CssNode[]): string {
  const [first, second] = nodes;
  if (isDelim(first, '=')) return '=';
  return isToken(first) && /^[~|^$*]$/.test(first.text) && isDelim(second, '=') ? `${first.text}=` : '';
}

function scopeAttributeValue(
  kind: Kind | undefined,
  operator: string,
  value: string,
  names: Names,
): string | undefined {
  if (kind === 'class' && /^~?=$/.test(operator)) return value.replace(/\S+/g, (name) => PREFIX + name);
  if (kind === 'id' && /^[~^]?=$/.test(operator)) return PREFIX + value;
  if (kind === 'href' && operator === '=') return scopeAddress(value, names, () => {});
  const isKept = kind === 'plain' || kind === 'target' || (kind === 'css' && !/url\(/i.test(value));
  return isKept ? value : undefined;
}

function splitAt(nodes: readonly CssNode[], separator: string): CssNode[][] {
  const parts: CssNode[][] = [[]];
  for (const node of nodes) {
    if (isDelim(node, separator)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

function trim(nodes: readonly CssNode[]): readonly CssNode[] {
  const start = nodes.findIndex((node) => !isSpace(node));
  const end = nodes.findLastIndex((node) => !isSpace(node));
  return start === -1 ? [] : nodes.slice(start, end + 1);
}

function isCurly(node: CssNode | undefined): node is CssBlock {
  return node !== undefined && !isToken(node) && node.kind === '{';
}
