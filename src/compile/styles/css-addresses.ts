/** Reads the addresses in a stylesheet, and the rules that contain them. */
import type { Reference } from '../../shared/model.ts';
import { readCss, unescapeCss, type CssToken } from '../../shared/read-css.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { toPosix } from '../../shared/paths.ts';

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
  let open: { readonly start: number; url?: string } | undefined;
  for (const token of readCss(css)) {
    if (token.kind === '{') depth += 1;
    else if (token.kind === '}') depth -= 1;
    else if (token.kind === '@import') open = { start: token.start };
    else if (token.kind === 'address' && open !== undefined)
      open.url ??= unescapeCss(css.slice(token.start, token.end));
    else if (token.kind === ';') {
      if (open !== undefined) found.push({ ...open, url: open.url ?? '', end: token.end, isNested: depth > 0 });
      open = undefined;
    }
  }
  return found;
}

/** @returns the addresses from which a browser loads something, each with the kind of rule, which decides its policy */
export function addressesIn(css: string): Reference[] {
  const found = new Map<string, Reference>();
  const blocks: string[] = [];
  let rule = '';
  for (const token of readCss(css)) {
    if (token.kind.startsWith('@')) rule = token.kind;
    else if (token.kind === ';') rule = '';
    else if (token.kind === '}') blocks.pop();
    else if (token.kind === '{') {
      blocks.push(rule);
      rule = '';
    } else {
      const from = rule || (blocks.includes('@font-face') ? '@font-face' : 'url()');
      const url = unescapeCss(css.slice(token.start, token.end));
      if (from !== '@namespace' && /^[^#]/.test(url)) found.set(`${from} ${url}`, { url: shorten(url), from });
      if (rule === '@import') rule = '@namespace'; // its conditions are not addresses
    }
  }
  return [...found.values()];
}

/**
 * Writes strings that are addresses as `url("…")`, the only form that esbuild resolves: `image-set("a.png" 1x)`. Those of
 * `@import` stay strings.
 *
 * @param rewrite changes an address
 */
export function toUrls(css: string, rewrite: (address: string, token: CssToken) => string = unchanged): string {
  let text = '';
  let done = 0;
  for (const token of readCss(css)) {
    const { kind, start, end, within } = token;
    if (kind !== 'address') continue;
    const address = unescapeCss(css.slice(start, end));
    const rewritten = rewrite(address, token);
    const isComplete = within === 'url' || within === '@import';
    if (isComplete && rewritten === address) continue;
    const quotes = /["']/.test(css.charAt(start - 1)) ? 1 : 0;
    const string = `"${rewritten.replace(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\a `)}"`;
    const isSource = within === 'src';
    const from = isSource ? css.lastIndexOf('(', start) - 'src'.length : start - quotes;
    text += css.slice(done, from) + (isComplete ? string : `url(${string}${isSource ? '' : ')'}`);
    done = end + quotes;
  }
  return text + css.slice(done);
}

const unchanged = (address: string): string => address;

/** The policy depends on the scheme only. */
function shorten(url: string): string {
  return url.startsWith('data:') ? (/^data:[^;,]*/.exec(url)?.[0] ?? url) : url;
}

/**
 * Stylesheets that become part of another one keep their addresses, which are relative to each of them.
 *
 * @param address in a stylesheet
 * @param from the folder of that stylesheet, absolute
 * @param to the folder of the stylesheet that it becomes part of, absolute
 */
export function rebaseAddress(address: string, from: string, to: string): string {
  if (from === to || !isRelative(address, from)) return address;
  const rebased = toPosix(path.relative(to, path.resolve(from, address)));
  return rebased.startsWith('.') ? rebased : `./${rebased}`;
}

/** `fonts/inter.woff2` is relative, if there is such a file: otherwise, the first part may be the name of a package. */
function isRelative(address: string, from: string): boolean {
  if (/^\.{1,2}\//.test(address)) return true;
  if (/^(?:[a-z][a-z\d+.-]*:|[/#~])/i.test(address)) return false;
  return existsSync(path.join(from, address.replace(/[?#].*$/s, '')));
}
