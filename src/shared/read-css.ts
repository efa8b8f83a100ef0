/** Finds addresses and the rules around them in CSS. Imports nothing, because it also runs in browsers. */

export interface CssToken {
  /** `address` is the text of an address, without quotes and with its escapes. */
  readonly kind: 'address' | '@import' | '@font-face' | '@namespace' | '{' | '}' | ';';
  readonly start: number;
  readonly end: number;
}

/** A comment, an unquoted `url(…)`, the start and end of a function, a rule, a string, or punctuation. */
const TOKEN =
  /\/\*[^]*?(?:\*\/|$)|(?<![\w-])url\(\s*((?:\\[^]|[^\s"'()\\]|(?<=\\[\da-f]{1,6})\s)+)\s*\)|(?<![\w-])((?:url|src|(?:-webkit-)?image-set)\()|\(|\)|@(?:import|font-face|namespace)\b|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|[{};]/gi;

/** Reads a stylesheet, or the value of a property. Addresses: `url(…)`, `src("…")`, `image-set("…")`, `@import "…"`. */
export function* readCss(css: string): Generator<CssToken> {
  /** For each open function, true if its strings are addresses. */
  const functions: boolean[] = [];
  let isImport = false;
  for (const { 0: token, 1: address, 2: name, index } of css.matchAll(TOKEN)) {
    if (token.startsWith('/*')) continue;
    const takesAddress = isImport || functions.at(-1) === true;
    const end = index + token.length;
    isImport = false;
    if (address !== undefined) {
      const start = index + token.indexOf(address, 'url('.length);
      yield { kind: 'address', start, end: start + address.length };
    } else if (token.endsWith('(')) functions.push(name !== undefined);
    else if (token === ')') functions.pop();
    else if (!/^["']/.test(token)) {
      isImport = /^@import/i.test(token);
      yield { kind: token.toLowerCase() as CssToken['kind'], start: index, end };
    } else if (takesAddress) yield { kind: 'address', start: index + 1, end: end - 1 };
  }
}

/** @param text an address. https://drafts.csswg.org/css-syntax/#consume-escaped-code-point */
export function unescapeCss(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
  );
}
