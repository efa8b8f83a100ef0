/** Reads the addresses in a stylesheet, and the rules that contain them. */
import type { Reference } from '../../shared/model.ts';

/** Comments and strings come first, so that text in them that looks like a rule is skipped. */
const TOKEN =
  /\/\*[^]*?\*\/|("(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*')|(?<![\w-])url\(\s*(?:"((?:\\[^]|[^"\\])*)"|'((?:\\[^]|[^'\\])*)'|((?:\\[\da-f]{1,6}\s?|\\[^]|[^\s"'()\\])*))\s*\)|@(?:import|font-face|namespace)\b|[{};]/gi;

/** Statements that may precede `@import`, and the imports that follow them. */
const HEAD =
  /^(?:\s|\/\*[^]*?\*\/|@(?:charset|layer)[^;{]*;)*(?:(?:\s|\/\*[^]*?\*\/)*@import(?:"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|url\([^"')]*\)|[^;"'])*;)*/i;

export interface HoistedImports {
  readonly css: string;
  /** Imports in a layer or a media query, which are left out: they have no effect. */
  readonly nested: readonly string[];
}

/**
 * Tailwind replaces `@import "tailwindcss"` with rules, and leaves imports of other sites where they are: after these rules, where
 * browsers ignore them. They move to the front, in the same order.
 */
export function hoistImports(css: string): HoistedImports {
  const start = HEAD.exec(css)?.[0].length ?? 0;
  const late = importsIn(css).filter((one) => one.start >= start);
  const kept = late.reduceRight((text, one) => text.slice(0, one.start) + text.slice(one.end), css);
  const hoisted = late.filter(({ isNested }) => !isNested).map((one) => css.slice(one.start, one.end));
  return {
    css: late.length === 0 ? css : [kept.slice(0, start), ...hoisted, kept.slice(start)].join('\n'),
    nested: late.filter(({ isNested }) => isNested).map(({ url }) => url),
  };
}

interface FoundImport {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  readonly isNested: boolean;
}

function importsIn(css: string): FoundImport[] {
  const found: FoundImport[] = [];
  let depth = 0;
  let open: { readonly start: number; url?: string | undefined } | undefined;
  for (const match of css.matchAll(TOKEN)) {
    const [token] = match;
    const end = match.index + token.length;
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (/^@import/i.test(token)) open = { start: match.index };
    else if (token === ';') {
      if (open !== undefined) found.push({ ...open, url: open.url ?? '', end, isNested: depth > 0 });
      open = undefined;
    } else if (open !== undefined) open.url ??= addressOf(match);
  }
  return found;
}

/** The string, or the address in `url()`, of a match of `TOKEN`. */
function addressOf([, string, double, single, bare]: RegExpExecArray): string | undefined {
  const text = string?.slice(1, -1) ?? double ?? single ?? bare;
  return text?.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, hex: string | undefined, character = '') =>
    hex === undefined ? (character as string) : String.fromCodePoint(parseInt(hex, 16)),
  );
}

/** @returns the addresses from which a browser loads something, each with the kind of rule, which decides on the policy for it */
export function addressesIn(css: string): Reference[] {
  const found = new Map<string, Reference>();
  const blocks: string[] = [];
  let rule = '';
  for (const match of css.matchAll(TOKEN)) {
    const [token, string] = match;
    if (token.startsWith('@')) rule = token.toLowerCase();
    else if (token === ';') rule = '';
    else if (token === '}') blocks.pop();
    else if (token === '{') {
      blocks.push(rule);
      rule = '';
    } else {
      const from = rule || (blocks.includes('@font-face') ? '@font-face' : 'url()');
      const url = addressOf(match) ?? '';
      const isLoaded = from === '@import' || (string === undefined && from !== '@namespace');
      if (isLoaded && /^[^#]/.test(url)) found.set(`${from} ${url}`, { url: shorten(url), from });
      if (rule === '@import') rule = '@namespace'; // its conditions are no addresses
    }
  }
  return [...found.values()];
}

/** The policy depends on the scheme only. */
function shorten(url: string): string {
  return url.startsWith('data:') ? (/^data:[^;,]*/.exec(url)?.[0] ?? url) : url;
}
