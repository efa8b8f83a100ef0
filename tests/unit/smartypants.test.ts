/** `markdown.smartypants`: typographic punctuation, the same in Markdown and MDX. */
import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { compileMdx } from '../../src/content/compile-mdx.ts';
import { loadParser } from '../../src/content/parse-markdown.ts';
import { lineOf } from '../../src/content/plain-text.ts';
import { DEFAULT_READING } from '../../src/content/reading.ts';
import { readDocument } from '../../src/content/read-document.ts';

const reading = { ...DEFAULT_READING, smartypants: true };
const parse = await loadParser(true, reading);

const read = (text: string) => readDocument({ file: 'a.md', text }, text, parse);
const smarten = (text: string): string => lineOf(read(text).nodes);
const smartenMdx = async (text: string): Promise<string> =>
  (await compileMdx({ file: 'a.mdx', text }, os.tmpdir(), reading)).facts.text.replaceAll('\n', ' ');

// The results of remark-smartypants 3.1.0.
describe('English has the punctuation that remark-smartypants gives it', () => {
  test.each([
    ['a "b" c', 'a “b” c'],
    ["it's 'so' nice", 'it’s ‘so’ nice'],
    ["'tis the season", '‘tis the season'],
    ["the '80s", 'the ’80s'],
    ["rock 'n' roll", 'rock ‘n’ roll'],
    ['a -- b', 'a — b'],
    ['a - b', 'a - b'],
    ['a--b', 'a—b'],
    ['a...b', 'a…b'],
    ['a . . . b', 'a … b'],
    ['a .... b', 'a … b'],
    ['a ---- b', 'a ---- b'],
    ['He said, "\'Quoted\' words in a larger quote."', 'He said, “‘Quoted’ words in a larger quote.”'],
    ['"a *b* c"', '“a b c”'],
    ['*"a"* b', '“a” b'],
    ['"*a*"', '“a”'],
    ['"`x`" y', '“x” y'],
    ["`x`'s value", 'x’s value'],
    ['("a")', '(“a”)'],
    ['["a"]', '[“a”]'],
    ['a "b", c', 'a “b”, c'],
    ['"a?" b', '“a?” b'],
    ['"a." "b."', '“a.” “b.”'],
    ['5\'10" tall', '5’10” tall'],
    ['a\n"b"\nc', 'a\n“b”\nc'],
    ['"', '”'],
    ["'", '’'],
    ['a "', 'a ”'],
    ['" a', '” a'],
    ['""', '""'],
    ['x=""', 'x=""'],
    ["dogs' tails", 'dogs’ tails'],
    ['"a"--"b"', '“a”—“b”'],
    ['a—"b"', 'a—“b”'],
    ['use --strict', 'use —strict'],
    ['--strict', '—strict'],
    ['(c) (tm) +-', '(c) (tm) +-'],
    ['a "b c', 'a “b c'],
    ['don\'t"x"', 'don’t”x”'],
    ['[“a” "b"](c "t")', '“a” “b”'],
    ['"[a](b)"', '“a”'],
    ["O'Reilly's \"book's\"", 'O’Reilly’s “book’s”'],
    ["‘a’ 'b'", '‘a’ ‘b’'],
    ['\'a\' "b"', '‘a’ “b”'],
    ["l'été", 'l’été'],
    ["'Twas", '‘Twas'],
    ["she's \"it's 'x'\"", 'she’s “it’s ‘x’”'],
    ['a"b"c', 'a”b”c'],
    ['a..', 'a..'],
    ['….', '….'],
    ['well....', 'well…'],
    ['"\'a\' b"', '“‘a’ b”'],
    ["a 'b' c.", 'a ‘b’ c.'],
    ["class of '99, '99", 'class of ‘99, ‘99'],
    ["'99s", '’99s'],
    ['\\"a\\"', '“a”'],
    ['&quot;a&quot;', '“a”'],
    ['a &mdash; "b"', 'a — “b”'],
    ['"a" & "b"', '“a” & “b”'],
    ['"1" 2', '“1” 2'],
    ['"é"', '“é”'],
    ['日本"語"だ', '日本”語”だ'],
    ['"$5"', '“$5”'],
    ['"(a)"', '“(a)”'],
    ['"-a"', '“-a”'],
    ['"...a"', '“…a”'],
    ['"…a"', '“…a”'],
    ['a"', 'a”'],
    ['"a', '“a'],
    ["a' b", 'a’ b'],
    ["— 'a'", '— ‘a’'],
    ['-"a"-', '-“a”-'],
    ['/"a"/', '/“a”/'],
    ['“a"', '“a”'],
    ['a  "b"', 'a  “b”'],
    ['!"a"', '!“a”'],
    ['Hello "world"! (It\'s "me".)', 'Hello “world”! (It’s “me”.)'],
  ])('%s', async (written, printed) => {
    const line = printed.replaceAll('\n', ' ').replace(/ {2,}/g, ' ');
    expect(smarten(written)).toBe(line);
    expect(await smartenMdx(written)).toBe(line);
  });
});

describe('where remark-smartypants is wrong, or surprises', () => {
  test.each([
    ['three hyphens are a dash', 'a---b --- c', 'a—b — c'],
    ['arrows stay', 'a --> b \\<-- c ---> d', 'a --> b <-- c ---> d'],
    ['the end of a word follows a quote', '**"a"**\'s', '“a”’s'],
    ['an empty text stays', "a '' b", "a '' b"],
    ['an address stays', 'https://a.example/c--d and a--b@a.example', 'https://a.example/c--d and a--b@a.example'],
    ['no symbols are made of letters', '(c) (r) (tm) +- 1/2 1x2', '(c) (r) (tm) +- 1/2 1x2'],
  ])('%s', async (_, written, printed) => {
    expect(smarten(written)).toBe(printed);
    expect(await smartenMdx(written)).toBe(printed);
  });
});

test('code, attributes and ids stay; blocks are separate', async () => {
  const text = [
    '## "A" -- it\'s',
    '',
    '`"a"--b...` "[x](https://a.example/?q="--" "it\'s")" ![the "alt"](i.png)',
    '',
    '    "code" -- ...',
    '',
    '```sh',
    'a --b "c"...',
    '```',
    '',
    '| "a | b" |',
    '| - | - |',
    "| 'x | y' |",
    '',
    '- "',
    '- a"',
  ];
  const { headings, nodes } = read(text.join('\n'));
  expect(headings).toEqual([{ depth: 2, id: 'a----its', text: '“A” — it’s' }]);
  const json = JSON.stringify(nodes);
  for (const kept of ['"a"--b...', '"code" -- ...\n', 'a --b "c"...\n', 'the "alt"'])
    expect(json).toContain(JSON.stringify(kept).slice(1, -1));
  expect(lineOf(nodes)).toMatch(/“a b”.*‘x y’.* ” a”/);
  const mdx = ['## "A" -- it\'s', '', '<kbd>"--"</kbd> <b title="--">"x"</b> {"\'--"} "{1}"', '', '<pre>"a"</pre>'];
  const { facts, code } = await compileMdx({ file: 'a.mdx', text: mdx.join('\n') }, os.tmpdir(), reading);
  expect(facts.headings).toEqual(headings);
  for (const part of ['<kbd>{"\\"--\\""}</kbd>', 'title="--"', '>{"“x”"}</b>', '{"\'--"}{" “"}{1}{"”"}', '{"\\"a\\""}'])
    expect(code).toContain(part);
});

test('HTML in Markdown: code and scripts stay, other text does not', () => {
  const text = '<div title="--">"a" <kbd>"--"</kbd></div>\n\n<script>"--"</script>\n\n<math><mi>"</mi></math>';
  const { nodes } = read(text);
  const json = JSON.stringify(nodes);
  expect(json).toContain('"title":"--"');
  expect(json).toContain('“a” ');
  expect(json.match(/\\"--\\"/g)).toHaveLength(2);
  expect(json).toContain('"value":"\\""');
});

test.each([
  ['quotes', '"'.repeat(200_000)],
  ['pairs', '"a" '.repeat(50_000)],
  ['quotes and punctuation', '"!'.repeat(100_000)],
  ['hyphens', '-'.repeat(200_000) + 'a'],
  ['pairs of hyphens', 'a--'.repeat(60_000)],
  ['dots', '.'.repeat(200_000)],
  ['spaced dots', '. '.repeat(100_000) + '-'],
])('100,000 %s take no quadratic time', (_, text) => {
  const start = performance.now();
  smarten(`x ${text}`);
  expect(performance.now() - start).toBeLessThan(3000);
});
