/** A block of code with its marks, and its elements: the same in Markdown and MDX. */
import type { CodeProps } from '../../api/content.ts';
import { readCodeMeta, readAttributes, type Fence } from './fence.ts';
import { readNotation, type Mark, type MarkClass } from './code-notation.ts';
import type { ElementNode, MarkdownNode } from '../elements/tree.ts';
import type { CodeBlock, HighlightedLines } from './highlight.ts';

/** A block of code. Its `code` is what is shown: without comments that mark lines. */
export interface ShownCode extends CodeBlock, Fence {
  readonly title: string | undefined;
  /** The number of the first line; `undefined` if its lines have no numbers. */
  readonly firstNumber: number | undefined;
  /** Empty if no line is marked. */
  readonly marks: readonly Mark[];
  /** True if `code` is not the code as it is written. */
  readonly isChanged: boolean;
  /** The number of its lines, if they become elements; otherwise 0. */
  readonly lineCount: number;
}

/** @param written its text, without the line break at its end */
export function readCodeBlock({ language, meta }: Fence, written: string): ShownCode {
  const { title, firstNumber, ranges } = readCodeMeta(meta);
  const { lines, marks, shownBefore } = readNotation(written);
  const count = shownBefore.length - 1;
  const ofMeta = ranges.flatMap(({ from, to }): Mark[] => {
    if (from > count) return [];
    const shown = { from: (shownBefore[from - 1] ?? 0) + 1, to: shownBefore[Math.min(to, count)] ?? 0 };
    return [{ name: 'highlighted', ...shown }];
  });
  const all = [...ofMeta, ...marks].filter(({ from, to }) => from <= Math.min(to, lines.length));
  const hasElements = all.length > 0 || firstNumber !== undefined;
  const code = lines.join('\n');
  return {
    language,
    meta,
    code,
    title,
    firstNumber,
    marks: all,
    isChanged: code !== written,
    lineCount: hasElements ? lines.length : 0,
  };
}

/** @returns the text of the code, as copying gives it: without removed lines */
function copyOf({ code, marks }: ShownCode): string {
  const removed = marks.filter(({ name }) => name === 'diff remove');
  if (removed.length === 0) return code;
  const lines = code.split('\n');
  const names = namesByLine(removed, lines.length);
  return lines.filter((_, index) => names[index]?.length === 0).join('\n');
}

/** The props that a component for `pre` receives besides those of the element. One for `code` receives `meta`. */
export type FenceProps = Pick<CodeProps, 'code' | 'title' | 'language' | 'meta'>;

export function fencePropsOf(block: ShownCode): FenceProps {
  const { title, meta } = block;
  const language = shownLanguage(block);
  return {
    code: copyOf(block),
    ...(title !== undefined && { title }),
    ...(language !== '' && { language }),
    ...(meta !== '' && { meta }),
  };
}

/** @param isComponent false for an HTML element, which has no such attributes: its title is data */
export function propsFor(props: FenceProps, isComponent: boolean): Readonly<Record<string, unknown>> {
  if (isComponent) return { ...readAttributes(props.meta ?? ''), ...props };
  return props.title === undefined ? {} : { 'data-title': props.title };
}

/** Styles are for code with a language, so code with a title or with marks has one. */
function shownLanguage({ language, title, lineCount }: ShownCode): string {
  return language === '' && (title !== undefined || lineCount > 0) ? 'text' : language;
}

/** A block of code with its elements. */
export interface RenderedCode {
  readonly language: string;
  /** Of components. */
  readonly fence: FenceProps;
  readonly pre: Pick<ElementNode, 'tagName' | 'properties'>;
  readonly code: Pick<ElementNode, 'tagName' | 'properties'>;
  readonly children: readonly MarkdownNode[];
}

/** A block of code as it is written, as plain data. */
export interface WrittenCode {
  readonly pre: Pick<ElementNode, 'properties'>;
  readonly code: Pick<ElementNode, 'properties' | 'children'>;
  readonly block: ShownCode;
  readonly colors?: HighlightedLines | undefined;
}

/** @param pre with the code */
export function writtenCode(pre: ElementNode, block: ShownCode, colors: HighlightedLines | undefined): WrittenCode {
  const { properties, children } = pre.children[0] as ElementNode;
  return { pre: { properties: pre.properties }, code: { properties, children: colors ? [] : children }, block, colors };
}

export function renderCode({ pre, code, block, colors }: WrittenCode): RenderedCode {
  return {
    language: block.language,
    fence: fencePropsOf(block),
    pre: { tagName: 'pre', properties: { ...pre.properties, ...preProperties(block) } },
    code: { tagName: 'code', properties: { ...code.properties, ...codeProperties(block) } },
    children: codeChildren(block, colors) ?? code.children,
  };
}

/** @returns the properties of `<pre>`, in hast */
function preProperties(block: ShownCode): Record<string, unknown> {
  const { marks, firstNumber } = block;
  const language = shownLanguage(block);
  const className = ['highlighted', 'diff', 'focused'].filter((word) =>
    marks.some(({ name }) => name.startsWith(word)),
  );
  return {
    tabIndex: 0, // lets keyboard users scroll it
    ...(language !== '' && { dataLanguage: language }),
    ...(className.length > 0 && { className: className.map((word) => `has-${word}`) }),
    ...(firstNumber !== undefined && { dataLineNumbers: '' }),
  };
}

/** @returns the properties of `<code>`, in hast */
function codeProperties(block: ShownCode): Record<string, unknown> {
  const language = shownLanguage(block);
  return language === '' ? {} : { className: [`language-${language}`], dataLanguage: language };
}

/** @returns the content of `<code>`; `undefined` if it is the text as it is written */
export function codeChildren(block: ShownCode, colors: HighlightedLines | undefined): MarkdownNode[] | undefined {
  const { code, lineCount, isChanged, marks, firstNumber } = block;
  if (lineCount === 0 && colors === undefined) return isChanged ? [{ type: 'text', value: `${code}\n` }] : undefined;
  const lines = (colors ?? code.split('\n').map((text) => [[text] as const])).map(withKinds);
  if (lineCount === 0) return joinLines(lines);
  const names = namesByLine(marks, lines.length);
  const elements = lines.map((children, index): MarkdownNode[] => {
    const className = [...new Set(['line', ...(names[index] ?? []).flatMap((name) => name.split(' '))])];
    const number = firstNumber === undefined ? {} : { dataLine: `${firstNumber + index}` };
    return [{ type: 'element', tagName: 'span', properties: { className, ...number }, children }];
  });
  return joinLines(elements);
}

function joinLines(lines: readonly (readonly MarkdownNode[])[]): MarkdownNode[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [{ type: 'text', value: '\n' } as const, ...line]));
}

/** An element for each part of a line that has a colour. */
function withKinds(line: HighlightedLines[number]): MarkdownNode[] {
  return line.flatMap(([value, kind]): MarkdownNode[] => {
    if (value === '') return [];
    const text = { type: 'text', value } as const;
    if (kind === undefined) return [text];
    return [{ type: 'element', tagName: 'span', properties: { className: `c-${kind}` }, children: [text] }];
  });
}

/** @returns the names of each line's marks, in the order in which these begin */
function namesByLine(marks: readonly Mark[], count: number): readonly (readonly MarkClass[])[] {
  const sorted = marks.toSorted((a, b) => a.from - b.from);
  return Array.from({ length: count }, (_, index) =>
    sorted.filter(({ from, to }) => from <= index + 1 && to > index).map(({ name }) => name),
  );
}
