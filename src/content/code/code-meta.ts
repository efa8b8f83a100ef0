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
}

/** `[a.ts]`, also `[app/[slug]/page.tsx]`. */
const BRACKETS = /(?<!\S)\[((?:[^[\]]|\[[^[\]]*\])+)\]/;

/** An apostrophe begins a value only after an equals sign. */
const QUOTES = /"[^"]*"|(?<==)'[^']*'/g;

/** `showLineNumbers`, `showLineNumbers=5`, `:line-numbers`, `:line-numbers=5`; the colon is missing after the language. */
const NUMBERS = /(?<![^\s:}])(?:showLineNumbers|line-numbers)(?:=(\d+)|\{(\d+)\})?(?![^\s{])/;

/** `{2,4-6}`, but not `ins={2}`. Anything else in braces belongs to components, and to other tools. */
const BRACES = /(?<!=)\{([\d\s,-]*)\}/g;

/**
 * @example
 * readCodeMeta('{2,4-6} title="a.ts"') // { title: 'a.ts', ranges: [{ from: 2, to: 2 }, { from: 4, to: 6 }], … }
 */
export function readCodeMeta(meta: string): CodeMeta {
  const unquoted = meta.replace(QUOTES, (quoted) => '"'.repeat(quoted.length)); // as long, for the place of the label
  const { 0: brackets = '', index: at = 0 } = BRACKETS.exec(unquoted) ?? {};
  const label = brackets === '' ? undefined : meta.slice(at + 1, at + brackets.length - 1);
  const [numbers, ...numbered] = NUMBERS.exec(unquoted.replace(brackets, ' ')) ?? [];
  const first = Number(numbered.find((one) => one !== undefined) ?? 1);
  const rest = unquoted.replace(brackets, ' ').replace(numbers ?? '', ' ');
  const { title = label } = readAttributes(meta);
  return {
    title,
    firstNumber: numbers === undefined ? undefined : first,
    ranges: [...rest.matchAll(BRACES)].flatMap(([, list = '']) => readRanges(list)),
  };
}

function readRanges(list: string): LineRange[] {
  return list.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    return from >= 1 && to >= from ? [{ from, to }] : [];
  });
}
