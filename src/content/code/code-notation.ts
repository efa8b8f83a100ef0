/**
 * Reads comments that mark lines of code: those of Shiki (`// [!code ++]`) and Docusaurus (`// highlight-next-line`). It looks
 * at the text only, so that it works without shiki.
 */
import type { LineRange } from './fence.ts';

/** The kinds of marks by the words for them, and the classes of Shiki's transformers. */
const CLASSES = {
  highlight: 'highlighted',
  hl: 'highlighted',
  error: 'highlighted error',
  warning: 'highlighted warning',
  info: 'highlighted info',
  '++': 'diff add',
  '--': 'diff remove',
  focus: 'focused',
} as const;

export type MarkClass = (typeof CLASSES)[keyof typeof CLASSES];

/** Marked lines, as they are shown. */
export interface Mark extends LineRange {
  readonly name: MarkClass;
}

export interface Notation {
  /** The lines without the comments. */
  readonly lines: readonly string[];
  readonly marks: readonly Mark[];
  /** The number of lines shown before each line as it is written, and before the end. */
  readonly shownBefore: readonly number[];
}

/** Most code has none of them. */
const ANY = /\[\\?!code |highlight-(?:next-line|start|end)/i;

/** `[!code ++]`, `[!code focus:3]` */
const MARK = /\[!code ([^[\]]*)\][ \t]*/gi;

/** Marks with the ends of a comment that are beside them: `// [!code ++]`, `{/* [!code ++] *\/}`. */
const MARKS =
  /(?:(\{[ \t]*\/\*|\/\*|<!--|\/\/|--|##?|;;?|%%?)[ \t]*)?((?:\[!code [^[\]]*\][ \t]*)+)(\*\/[ \t]*\}|\*\/|-->)?([ \t]*)/gi;

/** The start of a comment that has other text before its marks. */
const COMMENT = /\/\/|\/\*|<!--|--|[#;%]/;

const ESCAPED = /\[\\(?=!code )/gi;

/** A line that is a comment of Docusaurus and nothing else. */
const MAGIC =
  /^(?:\/\/|--|#+|;+|%+|\/\*|<!--|\{\s*\/\*)\s*(\\?)highlight-(next-line|start|end)\s*(?:\*\/\s*\}|\*\/|-->)?$/;

/** @param written the text of a block, without the line break at its end */
export function readNotation(written: string): Notation {
  const source = written.split('\n');
  if (!ANY.test(written)) return { lines: source, marks: [], shownBefore: [...source.keys(), source.length] };
  const [lines, marks, shownBefore]: [string[], Mark[], number[]] = [[], [], []];
  let start: number | undefined;
  const highlight = (from: number, to: number) => void marks.push({ name: 'highlighted', from, to });
  const readMagic = (kind: string) => {
    const next = lines.length + 1;
    if (kind === 'next-line') highlight(next, next);
    else if (kind === 'start') start ??= next;
    else if (start !== undefined) {
      highlight(start, lines.length);
      start = undefined;
    }
  };
  for (const text of source) {
    shownBefore.push(lines.length);
    const [, backslash, kind] = MAGIC.exec(text.trim()) ?? [];
    if (kind !== undefined && backslash === '') readMagic(kind);
    else if (kind !== undefined) lines.push(text.replace('\\highlight-', 'highlight-'));
    else {
      const { shown, found } = readLine(text);
      const from = lines.length + 1;
      if (shown !== undefined) lines.push(shown.replace(ESCAPED, '['));
      marks.push(...found.map(({ name, count }) => ({ name, from, to: from + count - 1 })));
    }
  }
  if (start !== undefined) highlight(start, lines.length);
  return { lines, marks, shownBefore: [...shownBefore, lines.length] };
}

interface MarkedLine {
  /** `undefined` if the line consists of marks for those after it. */
  readonly shown: string | undefined;
  readonly found: readonly { readonly name: MarkClass; readonly count: number }[];
}

function readLine(text: string): MarkedLine {
  const found: { readonly name: MarkClass; readonly count: number }[] = [];
  const take = (mark: string, content: string): string => {
    const [, word = '', count = '1'] = /^([^\s:]+)(?::(\d+))?$/.exec(content.trim().toLowerCase()) ?? [];
    const isKnown = Object.hasOwn(CLASSES, word) && Number(count) > 0;
    if (isKnown) found.push({ name: CLASSES[word as keyof typeof CLASSES], count: Number(count) });
    return isKnown ? '' : mark;
  };
  const start = text.search(COMMENT);
  const rest = text.replace(
    MARKS,
    (written: string, open = '', marks: string, close = '', gap: string, offset: number) => {
      if (open === '' && (start < 0 || start > offset)) return written;
      const kept = marks.replace(MARK, take);
      const end = offset + written.length;
      const isWhole = close !== '' || end === text.length || COMMENT.test(text.slice(end, end + 2));
      if (kept !== '' || open === '' || !isWhole) return `${open}${open && ' '}${kept}${close}${gap}`;
      // A brace on one side only is code: `a { /* [!code ++] */`.
      const [opens, closes] = [open.startsWith('{'), close.endsWith('}')];
      return opens === closes ? '' : `${opens ? '{' : '}'}${gap}`;
    },
  );
  if (found.length === 0) return { shown: text, found };
  const shown = rest.trimEnd();
  return { shown: shown === '' ? undefined : shown, found };
}
