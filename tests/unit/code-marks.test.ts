/** Marks of code: on the line that begins a block, and in comments. */
import { describe, expect, test } from 'vitest';
import { codeChildren, fencePropsOf, readCodeBlock } from '../../src/content/code/code-block.ts';
import { readCodeMeta } from '../../src/content/code/code-meta.ts';
import { readNotation } from '../../src/content/code/code-notation.ts';
import type { ElementNode } from '../../src/content/elements/tree.ts';
import { describeMarks } from '../../src/content/describe-content.ts';
import { splitFence } from '../../src/content/code/fence.ts';

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
    ['ts ins={1} del={2-3} {a} {.python} twoslash', undefined, undefined, ''],
  ])('%s', (info, title, firstNumber, ranges) => {
    const read = readCodeMeta(splitFence(info).meta);
    expect({ ...read, ranges: read.ranges.map(({ from, to }) => `${from}-${to}`).join(' ') }).toEqual({
      title,
      firstNumber,
      ranges,
      mistakes: [],
    });
  });

  test.each([
    ['{1,,2-}', 'a\nb', ['`{}` names no lines.', '`{2-}` names no lines.']],
    ['{3-1}', 'a\nb\nc', ['`{3-1}` names no lines.']],
    ['{', 'a', ['`{` has no closing brace.']],
    ['{2}', 'a', ['Line 2 of this code is marked, but it has only 1.']],
    [
      'showLineNumbers=99999999999999999999',
      'a',
      ['The lines of this code start at the number 100000000000000000000.'],
    ],
  ])('%s is reported', (meta, code, messages) => {
    const { mistakes } = readCodeBlock(splitFence(`ts ${meta}`), code);
    expect(mistakes).toEqual(messages.map((message) => ({ message, line: 0 })));
  });
});

/** `1 diff add` for each line with marks. */
function marksIn(code: string) {
  const { lines, marks, mistakes } = readNotation(code);
  const shown = marks.map(({ name, from, to }) => `${from === to ? from : `${from}-${to}`} ${name}`);
  return { shown: lines.join('\n'), marks: shown, mistakes: mistakes.map(({ line, message }) => `${line} ${message}`) };
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
    ['', '', []],
  ])('%j', (code, shown, marks) => {
    expect(marksIn(code.replaceAll('\r\n', '\n'))).toEqual({
      shown: shown.replaceAll('\r\n', '\n'),
      marks,
      mistakes: [],
    });
  });

  test.each([
    ['a // [!code foo]', 'a // [!code foo]', ['1 `[!code foo]` is no mark of code.']],
    ['// highlight-start\na', 'a', ['1 `highlight-start` has no `highlight-end`.']],
    ['a\n// highlight-end', 'a', ['2 `highlight-end` has no `highlight-start`.']],
    [
      '// highlight-start\n// highlight-start\na\n// highlight-end',
      'a',
      ['2 `highlight-start` follows another one without an end.'],
    ],
  ])('%j is reported', (code, shown, mistakes) => {
    expect(marksIn(code)).toMatchObject({ shown, mistakes });
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

test.each([
  ['lines with a mark that reaches the end', 'js', 'a // [!code ++:999999999]\n'.repeat(100_000)],
  ['signs of comments', 'js', `${'#'.repeat(500_000)} ${'/* '.repeat(100_000)} [!code ++] ${' '.repeat(500_000)}x`],
])('100,000 %s take linear time', (_title, info, code) => {
  const start = process.cpuUsage();
  const block = readCodeBlock(splitFence(info), code);
  codeChildren(block, undefined);
  fencePropsOf(block);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(5); // seconds of the processor; quadratic time would be minutes
});

test('marks that mark nothing are reported once for each kind in a block', () => {
  const code = '// highlight-start\n'.repeat(20_000);
  const pre: ElementNode = {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [],
    position: { start: { line: 3, column: 1 } },
  };
  const block = readCodeBlock({ language: 'js', meta: '' }, code);
  const problems = describeMarks({ file: 'a.md', text: `\n\n\`\`\`js\n${code}\`\`\`\n` }, new Map([[pre, block]]));
  expect(problems.map(({ problem: { place, message } }) => `${place?.line} ${message}`)).toEqual([
    '5 `highlight-start` follows another one without an end.',
    '4 `highlight-start` has no `highlight-end`.',
  ]);
});
