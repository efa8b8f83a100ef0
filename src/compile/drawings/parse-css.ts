/** Reads CSS as a tree of tokens and brackets: https://drafts.csswg.org/css-syntax/#parsing */
import { CSS_ESCAPE, unescapeCss } from '../../shared/read-css.ts';

export type CssNode = CssToken | CssBlock;

export interface CssToken {
  /** `delim` is any other character. */
  readonly kind: 'space' | 'string' | 'url' | 'at' | 'hash' | 'ident' | 'number' | 'delim';
  /** As written. */
  readonly text: string;
  /** Its name, text or address, without quotes and escapes. */
  readonly value: string;
  readonly at: number;
}

export interface CssBlock {
  readonly kind: '(' | '[' | '{';
  /** The name of a function: `rgb` */
  readonly name: string | undefined;
  readonly nodes: readonly CssNode[];
  readonly at: number;
}

const IDENT = String.raw`(?:--|-?(?:[a-z_\u0080-\u{10FFFF}]|${CSS_ESCAPE}))(?:[\w\u0080-\u{10FFFF}-]|${CSS_ESCAPE})*`;

const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\/\*[^]*?\*\/|<!--|-->)`,
    String.raw`(?<space>\s+)`,
    String.raw`(?<string>"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`,
    String.raw`url\(\s*(?<url>(?:${CSS_ESCAPE}|[^\s"'()\\])*)\s*\)`,
    String.raw`(?<call>${IDENT})\(`,
    `@(?<at>${IDENT})`,
    String.raw`#(?<hash>(?:[\w\u0080-\u{10FFFF}-]|${CSS_ESCAPE})+)`,
    String.raw`(?<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|${IDENT})?)`,
    `(?<ident>${IDENT})`,
    String.raw`(?<broken>\/\*|["'\\)\]}])`,
    `(?<delim>[<>]=|[^])`,
  ].join('|'),
  'giu',
);

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The tree is read recursively. */
const MAX_DEPTH = 100;

/** @returns the tree; or the offset of a bracket, string or comment that has no counterpart, or is nested too deeply */
export function parseCss(css: string): { readonly nodes: readonly CssNode[] } | { readonly brokenAt: number } {
  const nodes: CssNode[] = [];
  const open: { readonly closing: string; readonly at: number; readonly nodes: CssNode[] }[] = [];
  for (const { 0: text, index: at, groups = {} } of css.matchAll(TOKEN)) {
    const into = open.at(-1)?.nodes ?? nodes;
    const bracket = groups['call'] === undefined ? text : '(';
    const closing = CLOSING[bracket];
    if (closing !== undefined) {
      const inside: CssNode[] = [];
      const name = groups['call'] && unescapeCss(groups['call']);
      into.push({ kind: bracket as CssBlock['kind'], name, nodes: inside, at });
      open.push({ closing, at, nodes: inside });
    } else if (/^[)\]}]$/.test(text) && open.at(-1)?.closing === text) open.pop();
    else if (groups['broken'] !== undefined) return { brokenAt: at };
    else if (groups['comment'] === undefined) into.push(toToken(text, at, groups));
    if (open.length > MAX_DEPTH) return { brokenAt: at };
  }
  const [unclosed] = open;
  return unclosed === undefined ? { nodes } : { brokenAt: unclosed.at };
}

const KINDS = ['space', 'string', 'url', 'at', 'hash', 'number', 'ident'] as const;

function toToken(text: string, at: number, groups: Readonly<Record<string, string | undefined>>): CssToken {
  const kind = KINDS.find((name) => groups[name] !== undefined) ?? 'delim';
  const written = groups[kind] ?? text;
  return {
    kind,
    text,
    value: unescapeCss(kind === 'string' ? written.slice(1, -1).replaceAll('\\\n', '') : written),
    at,
  };
}

/** An identifier, or a part of one that does not start it. */
export function escapeIdent(name: string): string {
  return name.replace(/[^\w\u0080-\u{10FFFF}-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}

/** A string in quotes. In an `<svg>`, HTML reads `<` and `&` in a stylesheet. */
export function quoteCss(text: string): string {
  return `"${text.replace(/["\\<&\n\r\f]/g, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}

/** Comments are left out, and a space separates what they did: `1px/**\/solid`. */
export function writeCss(nodes: readonly CssNode[]): string {
  return nodes
    .map((node, index) => (isWord(node) && isWord(nodes[index - 1]) ? ` ${writeNode(node)}` : writeNode(node)))
    .join('');
}

function isWord(node: CssNode | undefined): boolean {
  if (!isToken(node)) return node?.name !== undefined;
  return !/^(?:space|string|delim)$/.test(node.kind);
}

function writeNode(node: CssNode): string {
  if (!isToken(node)) return (node.name === undefined ? '' : escapeIdent(node.name)) + writeBlock(node);
  if (node.kind === 'string') return quoteCss(node.value);
  if (node.kind === 'url') return `url(${quoteCss(node.value)})`;
  if (node.kind === 'space') return ' ';
  return node.text === '<' ? '< ' : node.text; // must not start an HTML tag
}

function writeBlock({ kind, nodes }: CssBlock): string {
  return kind + writeCss(nodes) + (CLOSING[kind] ?? '');
}

export function isToken(node: CssNode | undefined): node is CssToken {
  return node !== undefined && !('nodes' in node);
}

export function isDelim(node: CssNode | undefined, text: string): boolean {
  return isToken(node) && node.kind === 'delim' && node.text === text;
}

export function isSpace(node: CssNode | undefined): boolean {
  return isToken(node) && node.kind === 'space';
}
