/** Finds addresses and the rules around them in CSS. Imports nothing, because it also runs in browsers. */

export interface CssToken {
  /** `address` is the text of an address, without quotes and with its escapes. */
  readonly kind: 'address' | '@import' | '@font-face' | '@namespace' | '{' | '}' | ';';
  readonly start: number;
  readonly end: number;
  /** For an address: the function that takes it, or `@import` for a string. */
  readonly within?: string;
}

/** An escaped character. It matches in one way only: otherwise, a regular expression may try all combinations of several. */
const CSS_ESCAPE = String.raw`\\(?:[\da-f]{6}\s?|[\da-f]{1,5}(?![\da-f])\s?|[^\n\da-f])`;

const TOKEN = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)`,
    String.raw`(?<![\w-])url\(\s*(?<address>(?:${CSS_ESCAPE}|[^\s"'()\\])+)\s*\)`,
    // The functions whose strings are addresses: those in `type("image/avif")`, `format("woff2")`, `local("Arial")` are not.
    String.raw`(?<![\w-])(?<name>url|src|image|(?:-webkit-)?image-set)\(`,
    String.raw`[()]`,
    String.raw`@(?:import|font-face|namespace)\b`,
    String.raw`"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'`,
    `[{};]`,
  ].join('|'),
  'gi',
);

/** Reads a stylesheet, or the value of a property. Addresses: `url(…)`, `src("…")`, `image-set("…")`, `@import "…"`. */
export function* readCss(css: string): Generator<CssToken> {
  /** For each open function, its name if its strings are addresses. */
  const functions: (string | undefined)[] = [];
  let isImport = false;
  for (const { 0: token, index, groups = {} } of css.matchAll(TOKEN)) {
    if (token.startsWith('/*')) continue;
    const within = isImport ? '@import' : functions.at(-1);
    const end = index + token.length;
    const { address, name } = groups;
    isImport = false;
    if (address !== undefined) {
      const start = index + token.indexOf(address, 'url('.length);
      yield { kind: 'address', start, end: start + address.length, within: 'url' };
    } else if (token.endsWith('(')) functions.push(name?.toLowerCase());
    else if (token === ')') functions.pop();
    else if (!/^["']/.test(token)) {
      isImport = /^@import/i.test(token);
      yield { kind: token.toLowerCase() as CssToken['kind'], start: index, end };
    } else if (within !== undefined) yield { kind: 'address', start: index + 1, end: end - 1, within };
  }
}

/** @param text an address. https://drafts.csswg.org/css-syntax/#consume-escaped-code-point */
export function unescapeCss(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
  );
}
