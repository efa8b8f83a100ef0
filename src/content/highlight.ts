/** Colours of code, as classes. The only file that calls shiki. */
import { hasCode } from '../shared/errors.ts';
import { loadPackage } from '../shared/load-package.ts';
import { memoize } from '../shared/memo.ts';
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

type Highlight = (block: CodeBlock) => Promise<HighlightedLines | undefined>;

/** Loads the languages that occur. Owned by the worker thread, because loading one takes up to half a second. */
let highlighter: Promise<Highlight> | undefined;

/** @returns the version of shiki; `undefined` if it is not installed */
export function shikiVersion(): string | undefined {
  try {
    return (loadPackage('shiki/package.json') as { readonly version: string }).version;
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}

/**
 * @param memo the folder for results, absolute: with them, shiki is not even loaded
 * @returns `undefined` for code that stays plain, because its language is unknown for example
 */
export async function highlight(
  memo: string,
  version: string,
  block: CodeBlock,
): Promise<HighlightedLines | undefined> {
  if (block.code.length > MAX_LENGTH) return undefined;
  const bytes = await memoize(memo, ['code', version, `${MAX_LINE}`, block.language, block.code], async () => {
    const run = await (highlighter ??= createHighlighter());
    return Buffer.from(JSON.stringify((await run(block)) ?? null));
  });
  return (JSON.parse(Buffer.from(bytes).toString()) as HighlightedLines | null) ?? undefined;
}

async function createHighlighter(): Promise<Highlight> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }, { bundledLanguages }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript'), import('shiki/langs')]);
  const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--' });
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const shiki = await createHighlighterCore({ themes: [theme], langs: [], engine });
  return async ({ language, code }) => {
    if (!Object.hasOwn(bundledLanguages, language)) return undefined;
    const known = bundledLanguages[language as keyof typeof bundledLanguages];
    await shiki.loadLanguage(known);
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

/** Neighbours of one kind become one element. */
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
