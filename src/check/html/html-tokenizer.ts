/**
 * Splits HTML into tags, as browsers do: https://html.spec.whatwg.org/#tokenization
 *
 * Every page is read once. Text and attribute values, which make up most of a page, are skipped; a parser that inspects
 * each character takes twice as long for a page as React does.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { elementOf, type Element } from './html-elements.ts';

/**
 * Where an element is. `shadow`: in the shadow tree of an element, which is shown, but is a document of its own. `template`: in a
 * template, of which nothing is shown, loaded or followed until a script copies it.
 */
type Tree = 'page' | 'shadow' | 'template';

export interface StartTag {
  readonly element: Element;
  /** Name, value, name, value: names in lower case, values as written. */
  readonly attributes: readonly string[];
  /** True if it cannot contain anything, so that no end tag follows. */
  readonly isEmpty: boolean;
  readonly tree: Tree;
  /** The index of its first character, and the index after its last. */
  readonly start: number;
  readonly end: number;
}

export interface HtmlVisitor {
  readonly onStart: (tag: StartTag) => void;
  readonly onEnd?: (element: Element) => void;
  /** Receives the start and end of text between tags and comments. */
  readonly onText?: (start: number, end: number, tree: Tree) => void;
  /** Receives the decoded text of a `<title>`. */
  readonly onTitle?: (text: string) => void;
  /** Includes `class="…"` among the attributes: most attributes are classes, and few checks read them. */
  readonly readsClasses?: boolean;
}

const [QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = ['"', "'", '/', '=', '>'].map((character) =>
  character.charCodeAt(0),
);

/** An open element that changes how the HTML inside it is read. */
interface Context {
  readonly element: Element;
  readonly tree: Tree;
  readonly outer?: Context;
}

const PAGE: Context = { element: elementOf('html'), tree: 'page' };

/** Calls the visitor for each tag, in order. A tag that is cut off by the end of the page does not count. */
export function scanHtml(html: string, { onStart, onEnd, onText, onTitle, readsClasses = false }: HtmlVisitor): void {
  const { readAttributes, position } = attributeReader(html, readsClasses);
  const skipText = ({ element, tree, end }: StartTag) => {
    const textEnd = findTextEnd(html, element.name, end);
    if (element.name === 'title' && tree === 'page') onTitle?.(decodeText(html.slice(end, textEnd)));
    return textEnd;
  };
  let context = PAGE;
  let next = 0;
  for (;;) {
    const start = html.indexOf('<', next);
    if (start === -1) return;
    if (start > next) onText?.(next, start, context.tree);
    const isEnd = html.charCodeAt(start + 1) === SLASH;
    const nameStart = isEnd ? start + 2 : start + 1;
    const isForeign = context.element.content === 'foreign';
    if (!isLetter(html.charCodeAt(nameStart))) {
      next = skipNonTag(html, start, isForeign);
      continue;
    }
    const nameEnd = findNameEnd(html, nameStart);
    const element = elementOf(html.slice(nameStart, nameEnd));
    const attributes = readAttributes(nameEnd);
    if (attributes === undefined) return;
    const end = position();
    next = end;
    if (isEnd) {
      context = closeContext(context, element);
      onEnd?.(element);
      continue;
    }
    const isEmpty = isEmptyTag(html, element, end, isForeign);
    const tag = { element, attributes, isEmpty, tree: context.tree, start, end };
    onStart(tag);
    if (opensContext(element, isForeign)) context = openContext(context, tag);
    else if (element.isTextOnly && !isForeign) next = skipText(tag);
  }
}

function isEmptyTag(html: string, { isVoid }: Element, end: number, isForeign: boolean): boolean {
  return isForeign ? html.charCodeAt(end - 2) === SLASH : isVoid;
}

function opensContext({ content }: Element, isForeign: boolean): boolean {
  return content === 'foreign' || content === (isForeign ? 'html' : 'template');
}

function openContext(outer: Context, { element, attributes, isEmpty }: StartTag): Context {
  if (isEmpty) return outer;
  return { element, tree: element.content === 'template' ? treeIn(attributes, outer.tree) : outer.tree, outer };
}

/** Nothing in a template closes an element outside it. */
function closeContext(context: Context, element: Element): Context {
  if (element.content === undefined) return context;
  for (let open: Context | undefined = context; open !== undefined; open = open.outer) {
    if (open.element === element) return open.outer ?? PAGE;
    if (open.element.content === 'template') break;
  }
  return context;
}

/** @param attributes of a template. @param outer the tree that it is in */
function treeIn(attributes: readonly string[], outer: Tree): Tree {
  // A slot of an island: its script always shows it. See `islands/server/island.ts`.
  if (outer === 'template' || attributeOf(attributes, 'slot') !== undefined) return outer;
  return /^(open|closed)$/i.test(attributeOf(attributes, 'shadowrootmode') ?? '') ? 'shadow' : 'template';
}

/** @returns the decoded value of an attribute; `undefined` if the tag does not have it */
export function attributeOf(attributes: readonly string[], name: string): string | undefined {
  for (let index = 0; index < attributes.length; index += 2) {
    if (attributes[index] !== name) continue;
    return decodeValue(attributes[index + 1] ?? '');
  }
  return undefined;
}

/** @param value of an attribute, as written */
export function decodeValue(value: string): string {
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}

/** @param text between tags, as written */
export function decodeText(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}

const NO_ATTRIBUTES: readonly string[] = [];
const CLASS = 'class="';

/** A closure, so that a tag costs no object besides the list of its attributes. */
function attributeReader(html: string, readsClasses: boolean) {
  const skipToAttribute = readsClasses ? skipSeparators : skipClasses;
  /** The index after the last tag that was read. */
  let tagEnd = 0;
  return {
    position: () => tagEnd,
    /**
     * @param from the index after the name of the tag
     * @returns `undefined` if the page ends before the tag does
     */
    readAttributes: (from: number): readonly string[] | undefined => {
      // True for all end tags and many start tags: these need no separate list.
      if (html.charCodeAt(from) === GREATER) {
        tagEnd = from + 1;
        return NO_ATTRIBUTES;
      }
      const attributes: string[] = [];
      let at = skipToAttribute(html, from);
      for (; html.charCodeAt(at) !== GREATER; at = skipToAttribute(html, at)) {
        if (at >= html.length) return undefined;
        // The first character belongs to the name, even if it is an equals sign:
        // https://html.spec.whatwg.org/#before-attribute-name-state
        const nameEnd = findNameEnd(html, at + 1, EQUALS);
        attributes.push(html.slice(at, nameEnd).toLowerCase());
        const equals = skipSpaces(html, nameEnd);
        if (html.charCodeAt(equals) !== EQUALS) {
          attributes.push('');
          at = nameEnd;
          continue;
        }
        const start = skipSpaces(html, equals + 1);
        at = findValueEnd(html, start);
        if (at === -1) return undefined;
        attributes.push(isQuote(html.charCodeAt(start)) ? html.slice(start + 1, at - 1) : html.slice(start, at));
      }
      tagEnd = at + 1;
      return hasRepeatedName(attributes) ? firstOfEachName(attributes) : attributes;
    },
  };
}

/** Without an object for the few attributes of most tags. */
function hasRepeatedName(attributes: readonly string[]): boolean {
  if (attributes.length > 40) return true;
  for (let index = 2; index < attributes.length; index += 2) {
    for (let before = 0; before < index; before += 2) if (attributes[before] === attributes[index]) return true;
  }
  return false;
}

/** Browsers drop the others. */
function firstOfEachName(attributes: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (let index = 0; index < attributes.length; index += 2) {
    const [name = '', value = ''] = attributes.slice(index, index + 2);
    if (!first.has(name)) first.set(name, value);
  }
  return [...first].flat();
}

function skipSeparators(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === SLASH) at += 1;
  return at;
}

function skipClasses(html: string, from: number): number {
  for (let at = skipSeparators(html, from); ; at = skipSeparators(html, at + 1)) {
    const end = html.startsWith(CLASS, at) ? html.indexOf('"', at + CLASS.length) : -1;
    if (end === -1) return at;
    at = end;
  }
}

function skipSpaces(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

/** @returns the index after an attribute value and its quotes; -1 if the closing quote is missing */
function findValueEnd(html: string, from: number): number {
  const first = html.charCodeAt(from);
  if (isQuote(first)) return html.indexOf(first === QUOTE ? '"' : "'", from + 1) + 1 || -1;
  for (let at = from; ; at += 1) {
    const code = html.charCodeAt(at);
    if (isSpace(code) || code === GREATER || Number.isNaN(code)) return at;
  }
}

/** @param other a further character that ends a name */
function findNameEnd(html: string, from: number, other?: number): number {
  for (let at = from; ; at += 1) {
    const code = html.charCodeAt(at);
    if (isSpace(code) || code === SLASH || code === GREATER || code === other || Number.isNaN(code)) return at;
  }
}

/** @returns the end of a comment, a doctype, or a `<` that is text */
function skipNonTag(html: string, start: number, isForeign: boolean): number {
  if (!/[!/?]/.test(html.charAt(start + 1))) return start + 1;
  const [opening = '', closing] = /^<!-->|^<!--->/.test(html.slice(start, start + 6))
    ? ['', /--?>/g]
    : html.startsWith('<!--', start)
      ? ['<!--', /--!?>/g]
      : isForeign && html.startsWith('<![CDATA[', start)
        ? ['<![CDATA[', /]]>/g]
        : ['<!', />/g];
  closing.lastIndex = start + opening.length;
  return closing.test(html) ? closing.lastIndex : html.length;
}

/** Compiled once per process for each of the few elements that contain only text. Only `findEndTag` uses it. */
const endTags = new Map<string, RegExp>();

/**
 * Finds the end tag of an element that contains only text.
 *
 * @param from the index after its start tag
 * @returns the start of the end tag; without one, the end of the page
 */
export function findTextEnd(html: string, name: string, from: number): number {
  const end = findEndTag(html, name, from);
  return name === 'script' && html.slice(from, end).includes('<!--') ? findScriptEnd(html, from) : end;
}

function findEndTag(html: string, name: string, from: number): number {
  const pattern = endTags.get(name) ?? new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi');
  endTags.set(name, pattern);
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

/**
 * A script in a comment of a script ends only itself: `<script><!-- <script></script> --></script>`
 * https://html.spec.whatwg.org/#script-data-double-escaped-state
 */
function findScriptEnd(html: string, from: number): number {
  const mark = /<!--|-->|<\/?script[\t\n\f\r />]/gi;
  mark.lastIndex = from;
  let [isComment, isNested] = [false, false];
  for (let found = mark.exec(html); found !== null; found = mark.exec(html)) {
    const [text] = found;
    if (text === '<!--') {
      isComment = true;
      mark.lastIndex -= '--'.length; // they may also end it: `<!-->`
    } else if (text === '-->') [isComment, isNested] = [false, false];
    else if (!text.startsWith('</')) isNested = isComment;
    else if (isNested) isNested = false;
    else return found.index;
  }
  return html.length;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}

const isQuote = (code: number): boolean => code === QUOTE || code === APOSTROPHE;
