/** Colours of code, as classes. The only file that calls shiki. */
import { hasCode } from '../../shared/errors.ts';
import { loadPackage } from '../../shared/load-package.ts';
import { memoize, recall } from '../../shared/memo.ts';
import { KINDS } from './content-styles.ts';

/** A part of a line, and its kind: `keyword`. Absent for plain text. */
type Token = readonly [text: string, kind?: string];

export type HighlightedLines = readonly (readonly Token[])[];

/** A block of code in a content file. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** Longer code, which is generated, is left plain. In characters. */
const MAX_LENGTH = 100_000;

/** Longer lines are left plain, because the expressions of some languages backtrack. In characters. */
const MAX_LINE = 1000;

type Highlight = (code: string) => HighlightedLines;

/**
 * Highlighters by language. They are separate, because a grammar changes others in the same highlighter: the result would
 * depend on the code that was highlighted before. Owned by the worker thread, because loading one takes up to a second.
 */
const highlighters = new Map<string, Promise<Highlight | undefined>>();

/** @returns the version of shiki; `undefined` if it is not installed */
export function shikiVersion(): string | undefined {
  try {
    return (loadPackage('shiki/package.json') as { readonly version: string }).version;
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Code that stays plain: its language is unknown, or it has none, or it is too long. */
export type Plain = 'plain' | 'unknown';

/** Names for text that is not code. */
const NO_LANGUAGE = new Set(['', 'none', 'plain', 'plaintext', 'text', 'txt']);

/** @param memo the folder for results, absolute: with them, shiki is not even loaded */
export async function highlight(memo: string, version: string, block: CodeBlock): Promise<HighlightedLines | Plain> {
  if (staysPlain(block)) return 'plain';
  const { language, code } = block;
  const bytes = await memoize(memo, keyOf(version, block), async () => {
    const loading = highlighters.get(language) ?? createHighlighter(language);
    highlighters.set(language, loading);
    return Buffer.from(JSON.stringify((await loading)?.(code) ?? 'unknown'));
  });
  return parseLines(bytes);
}

/** The same without waiting, so that a page whose code has been highlighted before renders once. @returns `undefined` if it has not */
export function recallHighlighted(
  memo: string,
  version: string,
  block: CodeBlock,
): HighlightedLines | Plain | undefined {
  if (staysPlain(block)) return 'plain';
  const bytes = recall(memo, keyOf(version, block));
  return bytes && parseLines(bytes);
}

/** True for text that is not code, and for code that is too long. */
export function staysPlain({ language, code }: CodeBlock): boolean {
  return code.length > MAX_LENGTH || NO_LANGUAGE.has(language);
}

function keyOf(version: string, { language, code }: CodeBlock): string[] {
  return ['lines of code in a language', version, `${MAX_LINE}`, language, code];
}

function parseLines(bytes: Uint8Array): HighlightedLines | Plain {
  return JSON.parse(Buffer.from(bytes).toString()) as HighlightedLines | Plain;
}

/** @returns `undefined` for a language that shiki does not know */
async function createHighlighter(language: string): Promise<Highlight | undefined> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }, { bundledLanguages }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript'), import('shiki/langs')]);
  const load = async (name: string) => {
    if (!Object.hasOwn(bundledLanguages, name)) return [];
    return (await bundledLanguages[name as keyof typeof bundledLanguages]()).default;
  };
  const own = await load(language);
  if (own.length === 0) return undefined;
  // The languages of code in it, such as TypeScript in MDX. shiki loads them only when asked to.
  const names = new Set(own.flatMap(({ embeddedLangsLazy = [] }) => embeddedLangsLazy));
  const embedded = (await Promise.all([...names].map(load))).flat();
  const others = embedded.filter(({ name }) => own.every((grammar) => grammar.name !== name));
  const shiki = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'kinds', variablePrefix: '--' })],
    // Without their own lists, because shiki would load a grammar again for each language added to it.
    langs: [...others.map((grammar) => ({ ...grammar, embeddedLangsLazy: [] })), ...own],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    warnings: false, // about the number of highlighters
  });
  return (code) => {
    const lines = shiki.codeToTokensBase(code, {
      lang: language,
      theme: 'kinds',
      tokenizeMaxLineLength: MAX_LINE,
      tokenizeTimeLimit: 0, // a slow machine would leave lines plain that others colour
    });
    return lines.map((line) => mergeTokens(line.map(({ content, color }) => toToken(content, color))));
  };
}

/** `var(--token-keyword)` -> `keyword` */
function toToken(text: string, color = ''): Token {
  const [, kind] = /^var\(--token-([\w-]+)\)$/.exec(color) ?? [];
  return kind !== undefined && Object.hasOwn(KINDS, kind) ? [text, kind] : [text];
}

/** Merges adjacent tokens of one kind. */
function mergeTokens(tokens: readonly Token[]): Token[] {
  const merged: Token[] = [];
  for (const [text, kind] of tokens) {
    const [before, same] = merged.at(-1) ?? [];
    if (before !== undefined && same === kind) merged.pop();
    const joined = before !== undefined && same === kind ? before + text : text;
    merged.push(kind === undefined ? [joined] : [joined, kind]);
  }
  return merged;
}
