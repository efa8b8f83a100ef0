/**
 * Splits a `srcset` as the HTML standard does. A comma ends an address only if it also ends the word; descriptors end at a
 * comma outside of parentheses: https://html.spec.whatwg.org/#parse-a-srcset-attribute
 *
 * @returns the text between the addresses, and the addresses, in turn; joined, they are the whole text
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
