/**
 * The lines of containers and leaves, in Markdown and MDX: `:::note Title {#id .class key=value}` … `:::`, and
 * `::video[Our office]{src=office.mp4}`.
 */
import { RESERVED } from './fence.ts';

/** A container or a leaf. */
export interface Directive {
  readonly kind: 'container' | 'leaf';
  /** As it is written: `code-group`. */
  readonly name: string;
  /** `title` or `label`, `id`, `className`, and attributes. */
  readonly props: DirectiveProps;
  /** How many begin the line. */
  readonly colons: number;
}

export type DirectiveProps = Readonly<Record<string, string | true>>;

/** A line that ends a container. */
interface End {
  readonly kind: 'end';
  readonly colons: number;
}

/** A line that looks like a container, but is none. */
interface Invalid {
  readonly kind: 'invalid';
  readonly colons: number;
  readonly message: string;
  readonly hint: string;
}

export type DirectiveLine = Directive | End | Invalid;

/** A component's name is one of JavaScript. */
const NAME = String.raw`\p{ID_Start}[\p{ID_Continue}-]*`;
const CONTAINER = new RegExp(String.raw`^:{3,}[ \t]*(${NAME})(?![^\s[{])(.*)$`, 'su');
const LEAF = new RegExp(String.raw`^::(${NAME})(?![^[{])(.*)$`, 'su');

/**
 * @param line without its indentation
 * @returns `undefined` for text, such as `::before is a pseudo-element` or `std::vector`
 *
 * @example
 * readDirective(':::tip Good to *know* {.wide}')
 * // { kind: 'container', name: 'tip', props: { className: 'wide', title: 'Good to know' }, colons: 3 }
 */
export function readDirective(line: string): DirectiveLine | undefined {
  const written = line.trimEnd();
  const colons = countColons(written);
  if (colons < 2) return undefined;
  if (colons === written.length) return colons === 2 ? undefined : { kind: 'end', colons };
  return colons === 2 ? readLeaf(written) : readContainer(written, colons);
}

function readContainer(written: string, colons: number): DirectiveLine {
  const [, name, rest] = CONTAINER.exec(written) ?? [];
  if (name === undefined || rest === undefined)
    return { kind: 'invalid', colons, message: 'A container has no name.', hint: NAME_OR_TEXT };
  const { text, attributes } = readRest(rest);
  if (attributes === undefined)
    return { kind: 'invalid', colons, message: `The line of \`:::${name}\` cannot be read.`, hint: FORM };
  const lower = name.toLowerCase();
  const props = { ...attributes, ...(text !== '' && { title: toWords(text) }) };
  return checkProps({ kind: 'container', name: DEFAULTS.has(lower) ? lower : name, props, colons });
}

function readLeaf(written: string): DirectiveLine | undefined {
  const [, name, rest] = LEAF.exec(written) ?? [];
  const { text, attributes } = readRest(rest ?? '');
  if (name === undefined || attributes === undefined) return undefined;
  const props = { ...attributes, ...(text !== '' && { label: toWords(text) }) };
  return checkProps({ kind: 'leaf', name, props, colons: 2 });
}

/** True for `::name` alone, which does not end a paragraph: it may be a line of prose. */
export function isBareLeaf(directive: DirectiveLine): boolean {
  return directive.kind === 'leaf' && Object.keys(directive.props).length === 0;
}

const NAME_OR_TEXT = 'write the name behind the colons, as in `:::note`, or `\\:::` for text';
const FORM = 'write `:::name Title {#id .class key="value"}`';

function countColons(line: string): number {
  let count = 0;
  while (line[count] === ':') count += 1;
  return count;
}

/** The rest of a line, without attributes if it cannot be read. */
interface Rest {
  readonly text: string;
  readonly attributes?: DirectiveProps | undefined;
}

function readRest(rest: string): Rest {
  return rest.startsWith('[') ? readBrackets(rest) : readTitle(rest);
}

/** `[Title] {#id}` */
function readBrackets(rest: string): Rest {
  const [, title = '', others] = /^\[(.*)\][ \t]*(|\{.*)$/s.exec(rest) ?? [];
  if (others === undefined) return { text: '' };
  return { text: title, attributes: others === '' ? {} : readAttributesAt(others, 0) };
}

/** `Title {#id}` */
function readTitle(rest: string): Rest {
  const isText = { text: rest.trim(), ...(!rest.startsWith('{') && { attributes: {} }) };
  if (!rest.endsWith('}')) return isText;
  for (const { index, 0: start } of rest.matchAll(/(?:^|[ \t])\{/g)) {
    const attributes = readAttributesAt(rest, index + start.length - 1);
    if (attributes !== undefined) return { text: rest.slice(0, index).trim(), attributes };
  }
  return isText; // braces in a title
}

/** `#id`, `.class`, `open`, `key=value`, `key="a value"`, up to a space or the end */
const ATTRIBUTE =
  /\s*(?:#([^\s#.{}="']+)|\.([^\s#.{}="']+)|([A-Za-z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?)(?=[\s#.]|\}$)|\s*\}$/y;

/** @param at the index of the opening brace. @returns `undefined` if there are no attributes up to the end of the text */
function readAttributesAt(text: string, at: number): DirectiveProps | undefined {
  const props = new Map<string, string | true>();
  const classes: string[] = [];
  ATTRIBUTE.lastIndex = at + 1;
  while (ATTRIBUTE.lastIndex < text.length) {
    const [whole, id, className, name, ...values] = ATTRIBUTE.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const value = values.find((one) => one !== undefined);
    if (id !== undefined) props.set('id', id);
    else if (className !== undefined) classes.push(className);
    else if (name === 'class' || name === 'className') classes.push(value ?? '');
    else if (name !== undefined) props.set(name, value ?? true);
  }
  if (!text.endsWith('}')) return undefined;
  return { ...Object.fromEntries(props), ...(classes.length > 0 && { className: classes.join(' ') }) };
}

/** Refuses what the text of a file must not set. */
function checkProps(directive: Directive): DirectiveLine {
  const { name, props, colons } = directive;
  const reserved = Object.keys(props).find((one) => RESERVED.test(one) && one !== 'id' && one !== 'className');
  if (reserved === undefined) return directive;
  const message = `\`${reserved}\` cannot be an attribute of \`${name}\`.`;
  return { kind: 'invalid', colons, message, hint: 'remove it, or choose another name' };
}

/** @returns a title without the marks of code, emphasis and links: components can use it in attributes */
function toWords(title: string): string {
  return title
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.slice(1, -1) : withoutMarks(part)))
    .join('')
    .trim();
}

function withoutMarks(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/(?<![\w*\\])(\*{1,2})(?=\S)([^*]+)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w\\])(_{1,2})(?=\S)([^_]+)(?<=\S)\1(?!\w)/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Attributes with the address of a file, as in links and images. */
export const ADDRESSES: readonly string[] = ['href', 'poster', 'src'];

const IS_NAME = new RegExp(`^${NAME}$`, 'u');

/**
 * @returns the component for a container, a leaf, or the language of a fence; `undefined` for a language such as `c++`
 *
 * @example
 * componentNameOf('code-group') // 'CodeGroup'
 */
export function componentNameOf(name: string): string | undefined {
  if (!IS_NAME.test(name)) return undefined;
  const words = name.split(/[-_]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('');
}

/** Containers that are rendered without a component of their own: `details`, and those that `Callout` renders. */
export const DEFAULTS: ReadonlySet<string> = new Set([
  'details',
  'caution',
  'danger',
  'important',
  'info',
  'note',
  'tip',
  'warning',
]);
