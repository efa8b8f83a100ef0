/** The words of content: at every door, in Markdown, in HTML in Markdown, and in MDX. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileMdx } from '../../src/content/mdx/compile-mdx.ts';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import { excerptOf, plainText, sectionsOf } from '../../src/content/elements/words.ts';
import { readDocument } from '../../src/content/elements/prepare-document.ts';

const memo = await mkdtemp(path.join(os.tmpdir(), 'sitegen-memo-'));
afterAll(() => rm(memo, { recursive: true, force: true }));

const parsers = { md: await loadParser(false), html: await loadParser(true) };

type Format = keyof typeof parsers | 'mdx';

/** The document at every door. */
async function read(text: string, format: Format) {
  const content = { file: `a.${format}`, text };
  if (format === 'mdx') {
    const { facts, code } = await compileMdx(content, memo);
    const names = [...code.matchAll(/<_components.input [^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
    return { ...facts, names };
  }
  const document = readDocument(content, text, parsers[format]);
  const { nodes, headings } = document;
  const names = [...JSON.stringify(nodes).matchAll(/"ariaLabel":("Back to[^"]*"|"(?:[^"\\]|\\.)*")/g)]
    .map(([, name]) => String(JSON.parse(name ?? '')))
    .filter((name) => !name.startsWith('Back to'));
  return { text: plainText(nodes), excerpt: excerptOf(nodes), sections: sectionsOf(document), headings, names };
}

const ALL: readonly Format[] = ['md', 'html', 'mdx'];
/** In Markdown without HTML, headings and tasks show it as text. */
const WITH_HTML: readonly Format[] = ['html', 'mdx'];

/** Inline content, its words, and the id of a heading. */
const INLINE: readonly (readonly [written: string, words: string, id: string, formats: readonly Format[]])[] = [
  ['One<br />Two', 'One Two', 'one-two', WITH_HTML],
  ['un<b>believ</b>able', 'unbelievable', 'unbelievable', WITH_HTML],
  ['a<x-y>b</x-y>c', 'a b c', 'a-b-c', WITH_HTML],
  ['a<sup><a href="#n" role="doc-noteref">1</a></sup>', 'a', 'a', WITH_HTML],
  ['a <img src="g.svg" alt="the gear" /> b', 'a the gear b', 'a--b', WITH_HTML],
  ['un*believ*able `c`ode', 'unbelievable code', 'unbelievable-code', ALL],
  ['a&nbsp;b', 'a\u00A0b', 'ab', ALL],
  ['😀 a👩‍💻b', '😀 a👩‍💻b', '-ab', ALL],
  ['a ![the *gear*](g.svg) b', 'a the gear b', 'a--b', ALL],
  ['a   b', 'a b', 'a---b', ALL],
  ['a[^1]\n\n[^1]: a note', 'a', 'a', ALL],
];

test.each(INLINE)('%j is "%s", with the id "%s"', async (written, words, id, formats) => {
  for (const format of formats) {
    const paragraph = await read(written, format);
    const heading = await read(`## ${written}`, format);
    const task = await read(`- [x] ${written}\n  - nested`, format);

    expect.soft(paragraph.text.replace('\nFootnotes\na note', '').replaceAll('\n', ' '), format).toBe(words);
    expect.soft(paragraph.excerpt, format).toBe(words);
    expect.soft(heading.headings, format).toEqual([{ depth: 2, id, text: words }]);
    expect.soft(task.names, format).toEqual([words]);
  }
});

/** Documents, and their words, a line for each block. */
const BLOCKS: readonly (readonly [written: string, lines: string, formats: readonly Format[]])[] = [
  ['a\nb', 'a b', ALL],
  ['a  \nb\\\nc', 'a\nb\nc', ALL],
  ['a<br />b <b>c</b>', 'a\nb c', ALL],
  ['- a\n\n  b\n\n  > c\n  > - d\n- e', 'a\nb\nc\nd\ne', ALL],
  ['|a|b|\n|-|-|\n|c|d|', 'a b\nc d', ALL],
  ['a\n\n```js\nlet a;\n\n  b();\n```\n\nc', 'a\nlet a;\n\n  b();\nc', ALL],
  ['a[^1].\n\n[^1]: b', 'a.\nFootnotes\nb', ALL],
  ['<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>', 'a b\nc', WITH_HTML],
  ['a<script>b()</script><style>c</style> d', 'a d', WITH_HTML],
  ['a <!-- b --> c', 'a c', ['md', 'html']],
  ['<Card>a</Card>\n<Card>b</Card> <Link>c</Link>.', 'a b c.', ['mdx']],
];

test.each(BLOCKS)('the text of %j is %j', async (written, lines, formats) => {
  for (const format of formats) expect.soft((await read(written, format)).text, format).toBe(lines);
});

test('the excerpt is one line: the first paragraph that has more than images', async () => {
  const written = '# A\n\n![x](y)\n\n&nbsp;\n\none  \ntwo\nthree ![z](y)[^1]\n\nfour\n\n[^1]: b';
  for (const format of ALL) expect.soft((await read(written, format)).excerpt, format).toBe('one two three z');
});

/** Documents, and their sections: `id: text`. */
const SECTIONS: readonly (readonly [written: string, sections: readonly string[], formats: readonly Format[]])[] = [
  ['', [], ALL],
  ['a\n\nb', [': a\nb'], ALL],
  ['# A\n\nb\n\nc\n## D\n### E\n\nf', ['a: b\nc', 'd: ', 'e: f'], ALL],
  ['a\n\n## B\n\n## B\n\nc', [': a', 'b: ', 'b-1: c'], ALL],
  ['> a\n>\n> ## B\n>\n> c\n\nd', [': a', 'b: c\nd'], ALL],
  ['## A *b* ![c](d) `e`\n\n|f|g|\n|-|-|\n|h|i|', ['a-b--e: f g\nh i'], ALL],
  ['## A\r\n\r\nb\r\n\r\n## __proto__\r\n\r\nc', ['a: b', 'proto: c'], ALL],
  ['<div>a<h2 id="b">B</h2>c</div>\n\nd', [': a', 'b: c\nd'], WITH_HTML],
  ['<template><h2 id="a">A</h2></template>\n\n## B\n\nc', ['a: ', 'b: c'], ['mdx']],
];

test.each(SECTIONS)('the sections of %j are %j', async (written, expected, formats) => {
  for (const format of formats) {
    const { sections } = await read(written, format);
    expect
      .soft(
        sections.map(({ heading, text }) => `${heading?.id ?? ''}: ${text}`),
        format,
      )
      .toEqual(expected);
  }
});

test('a task is named by its own line, also in a list with blank lines', async () => {
  const written = '- [x] a\n\n- [ ] *b* c\n  d\n\n  e\n\n  - [ ] f\n    > g\n';
  for (const format of ALL) expect.soft((await read(written, format)).names, format).toEqual(['a', 'b c d', 'f']);
});

test('the alternative text of an image has no markup', async () => {
  const { nodes } = readDocument(
    { file: 'a.md', text: '' },
    '![a<br>b *c*&nbsp;[d](e) ![f](g)[^1]](h)\n\n[^1]: i',
    parsers.html,
  );

  expect(nodes[0]).toMatchObject({ children: [{ tagName: 'img', properties: { alt: 'a\nb c\u00A0d f' } }] });
});
