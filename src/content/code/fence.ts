/** The line that begins a block of code: ` ```js {1,3} title="a.js" `. */

export interface Fence {
  /** In lower case; empty if there is none. */
  readonly language: string;
  /** The rest of the line. */
  readonly meta: string;
}

/**
 * @example
 * splitFence('JavaScript{1,3}') // { language: 'javascript', meta: '{1,3}' }
 * splitFence('rust,ignore') // { language: 'rust', meta: 'ignore' }
 */
export function splitFence(info: string): Fence {
  const [, language = '', rest = ''] = /^([^\s{,:]*)[,:]?([^]*)$/.exec(info.trim()) ?? [];
  return { language: language.toLowerCase(), meta: rest.trim() };
}

const ATTRIBUTE = /(?<![^\s{])([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/g;

/**
 * Props that belong to React or to the element, and attributes of HTML that have an effect of their own, as a document, a header or the
 * target of an animation: the text of a file must not set them.
 */
export const RESERVED =
  /^(?:on|dangerously|suppress|inner)|^(?:attributename|children|class|className|http-?equiv|id|is|key|meta|ref|srcdoc|style)$/i;

/**
 * @example
 * readAttributes('{1,3} title="a.js" start=3') // { title: 'a.js', start: '3' }
 */
export function readAttributes(meta: string): Readonly<Record<string, string>> {
  const found = [...meta.matchAll(ATTRIBUTE)].map(([, name = '', ...values]) => {
    return [name, values.find((value) => value !== undefined) ?? ''] as const;
  });
  return Object.fromEntries(found.filter(([name]) => !RESERVED.test(name)));
}

/** Lines that are marked, both included. They count from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

interface CodeMeta {
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
