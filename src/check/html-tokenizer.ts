/**
 * Splits HTML into tags, as browsers do: https://html.spec.whatwg.org/#tokenization
 *
 * Every page is read once. Text and values of attributes, which are most of it, are passed over here; a parser that looks
 * at each character takes twice as long for a page as React does.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { elementOf, type Element } from './html-elements.ts';

export interface StartTag {
  readonly element: Element;
  /** Name, value, name, value: names in lower case, values as they are written. */
  readonly attributes: readonly string[];
  /** Whether nothing can be in it, so that no end tag follows. */
  readonly isEmpty: boolean;
  /** Where it stands: of its first character, and of the one after it. */
  readonly start: number;
  readonly end: number;
}

export interface HtmlVisitor {
  readonly onStart: (tag: StartTag) => void;
  readonly onEnd?: (element: Element) => void;
  /** Told what is in a `<title>`, decoded. */
  readonly onTitle?: (text: string) => void;
}

const [QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = ['"', "'", '/', '=', '>'].map((character) =>
  character.charCodeAt(0),
);

/** Calls back for each tag, from start to end. A tag that is cut off by the end is none. */
export function scanHtml(html: string, { onStart, onEnd, onTitle }: HtmlVisitor): void {
  /** The elements around that change the rules, from the outside in. */
  const borders: Element[] = [];
  let next = 0;
  for (;;) {
    const start = html.indexOf('<', next);
    if (start === -1) return;
    const isEnd = html.charCodeAt(start + 1) === SLASH;
    const nameStart = isEnd ? start + 2 : start + 1;
    const isForeign = borders.at(-1)?.content === 'foreign';
    if (!isLetter(html.charCodeAt(nameStart))) {
      next = passOver(html, start, isForeign);
      continue;
    }
    const nameEnd = findNameEnd(html, nameStart);
    const element = elementOf(html.slice(nameStart, nameEnd));
    const attributes: string[] = [];
    next = readAttributes(html, nameEnd, attributes);
    if (next === -1) return;
    if (isEnd) {
      const border = element.content === undefined ? -1 : borders.lastIndexOf(element);
      if (border !== -1) borders.length = border;
      onEnd?.(element);
      continue;
    }
    const isEmpty = isForeign ? html.charCodeAt(next - 2) === SLASH : element.isVoid;
    onStart({ element, attributes, isEmpty, start, end: next });
    if (element.content === 'foreign' || (isForeign && element.content === 'html')) {
      if (!isEmpty) borders.push(element);
    } else if (element.isTextOnly && !isForeign) {
      const end = findEndTag(html, element.name, next);
      if (element.name === 'title') onTitle?.(decodeHTML(html.slice(next, end)));
      next = end;
    }
  }
}

/** @returns the value of an attribute, decoded; nothing when there is none of that name */
export function attributeOf(attributes: readonly string[], name: string): string | undefined {
  for (let index = 0; index < attributes.length; index += 2) {
    if (attributes[index] !== name) continue;
    const value = attributes[index + 1] ?? '';
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }
  return undefined;
}

/** @returns where the tag ends; -1 when it does not */
function readAttributes(html: string, from: number, attributes: string[]): number {
  let at = from;
  for (;;) {
    let code = html.charCodeAt(at);
    while (isSpace(code) || code === SLASH) code = html.charCodeAt((at += 1));
    if (code === GREATER) return at + 1;
    if (Number.isNaN(code)) return -1;
    const nameStart = at;
    at += 1; // even an equals sign: https://html.spec.whatwg.org/#before-attribute-name-state
    at = findNameEnd(html, at, EQUALS);
    attributes.push(html.slice(nameStart, at).toLowerCase());
    let after = at;
    while (isSpace((code = html.charCodeAt(after)))) after += 1;
    if (code !== EQUALS) {
      attributes.push('');
      continue;
    }
    do code = html.charCodeAt((after += 1));
    while (isSpace(code));
    if (code === QUOTE || code === APOSTROPHE) {
      at = html.indexOf(code === QUOTE ? '"' : "'", after + 1);
      if (at === -1) return -1;
      attributes.push(html.slice(after + 1, at));
      at += 1;
    } else {
      at = after;
      while (!isSpace((code = html.charCodeAt(at))) && code !== GREATER && !Number.isNaN(code)) at += 1;
      attributes.push(html.slice(after, at));
    }
  }
}

/** @param other what else ends a name */
function findNameEnd(html: string, from: number, other?: number): number {
  let at = from;
  for (;;) {
    const code = html.charCodeAt(at);
    if (isSpace(code) || code === SLASH || code === GREATER || code === other || Number.isNaN(code)) return at;
    at += 1;
  }
}

/** @returns where what is no tag ends: a comment, a doctype, or a `<` that stands for itself */
function passOver(html: string, start: number, isForeign: boolean): number {
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

const endTags = new Map<string, RegExp>();

/** @returns where the end tag of an element starts that holds nothing but text */
function findEndTag(html: string, name: string, from: number): number {
  const pattern = endTags.get(name) ?? new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi');
  endTags.set(name, pattern);
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}
