/**
 * Finds addresses within text. Each function returns the text between the addresses, and the addresses, in turn; joined, they
 * are the whole text. Also runs in browsers.
 */
import { readCss } from './read-css.ts';

/** A whole attribute, without the spaces around it, which browsers ignore. */
export function splitSpaces(text: string): string[] {
  const address = text.trim();
  const start = text.length - text.trimStart().length;
  return [text.slice(0, start), address, text.slice(start + address.length)];
}

/** Several addresses, separated by spaces. */
export function splitWords(text: string): string[] {
  return text.split(/(\S+)/);
}

/** `5; url=/new/`: https://html.spec.whatwg.org/#shared-declarative-refresh-steps */
export function splitRefresh(text: string): string[] {
  const [, before, quote, rest = ''] = /^(\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?(["']?))(.*)$/is.exec(text) ?? [];
  if (before === undefined) return [text];
  const address = quote ? (rest.split(quote)[0] ?? '') : rest.trimEnd();
  return [before, address, rest.slice(address.length)];
}

/**
 * A stylesheet, or the value of a property: `url(…)`, `image-set("…")`, `@import "…"`. Escapes stay as they are.
 *
 * @example
 * splitCss('red url("/a.png")') // ['red url("', '/a.png', '")']
 */
export function splitCss(text: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const { kind, start, end } of readCss(text)) {
    if (kind !== 'address') continue;
    parts.push(text.slice(begin, start), text.slice(start, end));
    begin = end;
  }
  return [...parts, text.slice(begin)];
}

/**
 * A `srcset`, as the HTML standard splits it. A comma ends an address only if it also ends the word; descriptors end at a
 * comma outside of parentheses: https://html.spec.whatwg.org/#parse-a-srcset-attribute
 *
 * @example
 * splitSrcset('/a,1.jpg 1x,/b.jpg 2x') // ['', '/a,1.jpg', ' 1x,', '/b.jpg', ' 2x']
 */
export function splitSrcset(text: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    pattern.test(text);
    at = pattern.lastIndex;
  };
  for (;;) {
    skip(/[\t\n\f\r ,]*/y);
    if (at === text.length) return [...parts, text.slice(begin)];
    const start = at;
    skip(/[^\t\n\f\r ]+/y);
    let end = at;
    while (text[end - 1] === ',') end -= 1;
    if (end === at) skip(/(?:[^,(]|\([^)]*\)?)*/y);
    parts.push(text.slice(begin, start), text.slice(start, end));
    begin = end;
  }
}
