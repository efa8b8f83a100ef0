/** Reads how a block of code is shown from the line that begins it: ` ```ts {2,4-6} title="a.ts" showLineNumbers `. */
import { readAttributes } from './fence.ts';

/** Lines that are marked, both included. They count from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface CodeMeta {
  readonly title: string | undefined;
  /** The number of the first line; `undefined` if its lines have no numbers. */
  readonly firstNumber: number | undefined;
  readonly ranges: readonly LineRange[];
  /** What is wrong with it, as sentences. */
  readonly mistakes: readonly string[];
}

/** `[a.ts]`, also `[app/[slug]/page.tsx]`. */
const BRACKETS = /(?<!\S)\[((?:[^[\]]|\[[^[\]]*\])+)\]/;

/** An apostrophe begins a value only after an equals sign. */
const QUOTES = /"[^"]*"|(?<==)'[^']*'/g;

/** `showLineNumbers`, `showLineNumbers=5`, `:line-numbers`, `:line-numbers=5`; the colon is missing after the language. */
const NUMBERS = /(?<![^\s:}])(?:showLineNumbers|line-numbers)(?:=(\d+)|\{(\d+)\})?(?![^\s{])/;

/** `{2,4-6}`, but not `ins={2}`. */
const BRACES = /(?<!=)\{([^{}]*)(\}?)/g;

/** A larger number is a mistake, and would not fit beside the code. */
const MAX_NUMBER = 1_000_000;

/**
 * @example
 * readCodeMeta('{2,4-6} title="a.ts"') // { title: 'a.ts', ranges: [{ from: 2, to: 2 }, { from: 4, to: 6 }], … }
 */
export function readCodeMeta(meta: string): CodeMeta {
  const mistakes: string[] = [];
  const unquoted = meta.replace(QUOTES, (quoted) => '"'.repeat(quoted.length)); // as long, for the place of the label
  const { 0: brackets = '', index: at = 0 } = BRACKETS.exec(unquoted) ?? {};
  const label = brackets === '' ? undefined : meta.slice(at + 1, at + brackets.length - 1);
  const [numbers, ...numbered] = NUMBERS.exec(unquoted.replace(brackets, ' ')) ?? [];
  const first = Number(numbered.find((one) => one !== undefined) ?? 1);
  if (first > MAX_NUMBER) mistakes.push(`The lines of this code start at the number ${first}.`);
  const rest = unquoted.replace(brackets, ' ').replace(numbers ?? '', ' ');
  const { title = label } = readAttributes(meta);
  return {
    title,
    firstNumber: numbers === undefined ? undefined : Math.min(first, MAX_NUMBER),
    ranges: [...rest.matchAll(BRACES)].flatMap(([written, list = '', end]) => {
      if (end === '' && /^\s*(?:\d|$)/.test(list)) mistakes.push(`\`${written.trim()}\` has no closing brace.`);
      // Anything else in braces belongs to components, and to other tools.
      return end === '' || !/^[\d\s,-]*$/.test(list) ? [] : readRanges(list, mistakes);
    }),
    mistakes,
  };
}

/** @param mistakes receives those in the list */
function readRanges(list: string, mistakes: string[]): LineRange[] {
  return list.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (from >= 1 && to >= from) return [{ from, to }];
    mistakes.push(`\`{${part.trim()}}\` names no lines.`);
    return [];
  });
}
