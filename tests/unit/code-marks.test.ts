/** Marks of code: on the line that begins a block, and in comments. */
import { describe, expect, test } from 'vitest';
import { codeChildren, fencePropsOf, readCodeBlock } from '../../src/content/code/code-block.ts';
import { readCodeMeta, splitFence } from '../../src/content/code/fence.ts';
import { readNotation } from '../../src/content/code/code-notation.ts';

describe('the line that begins a block', () => {
  test.each([
    ['ts', undefined, undefined, ''],
    ['ts [a.ts]', 'a.ts', undefined, ''],
    ['tsx [app/[slug]/page.tsx] {2}', 'app/[slug]/page.tsx', undefined, '2-2'],
    ['ts {2,4-6}', undefined, undefined, '2-2 4-6'],
    ['{1}', undefined, undefined, '1-1'],
    ['ts showLineNumbers', undefined, 1, ''],
    ['ts showLineNumbers{5} {1}', undefined, 5, '1-1'],
    ['ts:line-numbers {1}', undefined, 1, '1-1'],
    ['ts :line-numbers=12', undefined, 12, ''],
    ['ts:no-line-numbers', undefined, undefined, ''],
    ['ts ins={1} del={2-3} {a} {.python} {0} {3-1} { twoslash', undefined, undefined, ''],
    ['ts {1,,2-}', undefined, undefined, '1-1'],
  ])('%s', (info, title, firstNumber, ranges) => {
    const read = readCodeMeta(splitFence(info).meta);
    expect({ ...read, ranges: read.ranges.map(({ from, to }) => `${from}-${to}`).join(' ') }).toEqual({
      title,
      firstNumber,
      ranges,
    });
  });
});

/** `1 diff add` for each line with marks. */
function marksIn(code: string) {
  const { lines, marks } = readNotation(code);
  const shown = marks.map(({ name, from, to }) => `${from === to ? from : `${from}-${to}`} ${name}`);
  return { shown: lines.join('\n'), marks: shown };
}

describe('comments', () => {
  test.each([
    ['a // [!code ++]', 'a', ['1 diff add']],
    ['<b> <!-- [!code error] -->', '<b>', ['1 highlighted error']],
    ['select 1 -- [!code warning]', 'select 1', ['1 highlighted warning']],
    ['a = 1 ; [!code info]', 'a = 1', ['1 highlighted info']],
    ['<a/> {/* [!code ++] */}', '<a/>', ['1 diff add']],
    ['a { /* [!code ++] */', 'a {', ['1 diff add']],
    ['a { b: c; /* [!code ++] */ }', 'a { b: c; }', ['1 diff add']],
    ['a % [!CODE ++]', 'a', ['1 diff add']],
    ['a // [!code ++] [!code focus]', 'a', ['1 diff add', '1 focused']],
    ['a // [!code ++] because', 'a // because', ['1 diff add']],
    ['a\tb // [!code ++:2]\r\nc', 'a\tb\r\nc', ['1-2 diff add']],
    ['// [!code focus:2]\na\nb', 'a\nb', ['1-2 focused']],
    ['a\n  # [!code ++]\nb', 'a\nb', ['2 diff add']],
    ['// highlight-next-line\na', 'a', ['1 highlighted']],
    ['a\n# highlight-start\nb\n\nc\n# highlight-end\nd', 'a\nb\n\nc\nd', ['2-4 highlighted']],
    ['<!-- highlight-next-line -->\na', 'a', ['1 highlighted']],
    ['/* highlight-next-line */\n; highlight-next-line\na', 'a', ['1 highlighted', '1 highlighted']],
    ['a // highlight-next-line\nb', 'a // highlight-next-line\nb', []],
    ['// [\\!code ++]', '// [!code ++]', []],
    ['// \\highlight-start', '// highlight-start', []],
    ["const a = '[!code ++]';", "const a = '[!code ++]';", []],
    ['a // [!code foo]', 'a // [!code foo]', []],
    ['// highlight-start\na', 'a', ['1 highlighted']],
    ['a\n// highlight-end', 'a', []],
    ['', '', []],
  ])('%j', (code, shown, marks) => {
    expect(marksIn(code.replaceAll('\r\n', '\n'))).toEqual({
      shown: shown.replaceAll('\r\n', '\n'),
      marks,
    });
  });
});

test('ranges count the lines as they are written', () => {
  const { code, marks } = readCodeBlock(splitFence('js {2-3}'), '// [!code ++]\na\nb\nc');
  expect(code).toBe('a\nb\nc');
  expect(marks).toEqual([
    { name: 'highlighted', from: 1, to: 2 },
    { name: 'diff add', from: 1, to: 1 },
  ]);
});

test('copying leaves out removed lines and notation', () => {
  const code = 'a // [!code --:2]\nb\nc // [!code ++]\nd';
  expect(fencePropsOf(readCodeBlock(splitFence('js title="a.js" x'), code))).toEqual({
    code: 'c\nd',
    language: 'js',
    meta: 'title="a.js" x',
    title: 'a.js',
  });
});

test('lines are elements only if marks or numbers need them', () => {
  const childrenOf = (info: string, code: string) => codeChildren(readCodeBlock(splitFence(info), code), undefined);
  expect(childrenOf('js title="a"', 'a')).toBeUndefined();
  expect(childrenOf('js', '// [\\!code ++]')).toEqual([{ type: 'text', value: '// [!code ++]\n' }]);
  const text = (value: string) => ({ type: 'text', value });
  const span = (properties: object, ...children: unknown[]) => ({
    type: 'element',
    tagName: 'span',
    properties,
    children,
  });
  expect(childrenOf('js {1} showLineNumbers=9', 'a // [!code error]\n\nb // [!code ++]')).toEqual([
    span({ className: ['line', 'highlighted', 'error'], dataLine: '9' }, text('a')),
    text('\n'),
    span({ className: ['line'], dataLine: '10' }),
    text('\n'),
    span({ className: ['line', 'diff', 'add'], dataLine: '11' }, text('b')),
  ]);
});
