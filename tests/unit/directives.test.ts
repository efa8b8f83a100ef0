/** Containers and leaves: how their lines are read, and where containers end, in Markdown and MDX. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compileMdx } from '../../src/content/compile-mdx.ts';
import type { MarkdownNode } from '../../src/content/content-tree.ts';
import { componentNameOf, readDirective } from '../../src/content/directive.ts';
import { loadParser } from '../../src/content/parse-markdown.ts';
import { plainText } from '../../src/content/plain-text.ts';
import { readDocument } from '../../src/content/read-document.ts';
import { SitegenError } from '../../src/shared/errors.ts';

describe('a line', () => {
  const container = (name: string, props = {}, colons = 3) => ({ kind: 'container', name, props, colons });
  const leaf = (name: string, props = {}) => ({ kind: 'leaf', name, props, colons: 2 });
  test.each([
    // VitePress, Docusaurus and Starlight
    [':::note', container('note')],
    [':::tip[Good [to] know] {#id}', container('tip', { title: 'Good [to] know', id: 'id' })],
    ['::: details Click me {open}', container('details', { title: 'Click me', open: true })],
    [':::note {.a#b.c class=d}', container('note', { className: 'a c d', id: 'b' })],
    [':::NOTE', container('note')],
    [':::größe Ü', container('größe', { title: 'Ü' })],
    [`:::x {a="b c" d='e' f=g/h.i?j=k l}`, container('x', { a: 'b c', d: 'e', f: 'g/h.i?j=k', l: true })],
    // Titles are texts.
    [':::x `a*b*` *c* **d** __e__ f_g_h [i](j.md) \\*', container('x', { title: 'a*b* c d e f_g_h i *' })],
    // Ends
    [':::', { kind: 'end', colons: 3 }],
    // Leaves
    ['::before', leaf('before')],
    ['::a[b *c*]{d=e}', leaf('a', { label: 'b c', d: 'e' })],
    ['::a[b]] {c}', leaf('a', { label: 'b]', c: true })],
    // Text
    ['::before is a pseudo-element', undefined],
    [':: a', undefined],
    [':a[b]', undefined],
  ])('%s', (line, read) => expect(readDirective(line)).toEqual(read));

  test.each([
    [':::{note}', 'A container has no name.'],
    ['::: 1. a', 'A container has no name.'],
    [':::__proto__', 'A container has no name.'],
    [':::note{a: b}', 'The line of `:::note` cannot be read.'],
    [':::note{__proto__=1}', 'The line of `:::note` cannot be read.'],
    [':::note{onclick="x()"}', '`onclick` cannot be an attribute of `note`.'],
    ['::a{dangerouslySetInnerHTML=b}', '`dangerouslySetInnerHTML` cannot be an attribute of `a`.'],
    [':::note{style="color: red"}', '`style` cannot be an attribute of `note`.'],
  ])('%s is a mistake', (line, message) => expect(readDirective(line)).toMatchObject({ kind: 'invalid', message }));

  test('a megabyte of attributes that never end takes linear time', () => {
    const started = performance.now();
    readDirective(`:::x${' {a="'.repeat(200_000)}}`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

test.each([
  ['mermaid', 'Mermaid'],
  ['code-group', 'CodeGroup'],
  ['TabItem', 'TabItem'],
  ['constructor', 'Constructor'],
  ['3d', undefined],
  ['__proto__', undefined],
])('the component of %s is %s', (name, component) => expect(componentNameOf(name)).toBe(component));

const parse = await loadParser(false);
const parseHtml = await loadParser(true);
const memo = await mkdtemp(path.join(os.tmpdir(), 'sitegen-memo-'));
afterAll(() => rm(memo, { recursive: true, force: true }));

/** Containers and leaves by their names, `(` and `)` around content, other elements by theirs. */
function outline(nodes: readonly MarkdownNode[]): string {
  const parts = nodes.flatMap((node) => {
    if (node.type !== 'element') return node.value?.trim() || [];
    const name = node.data?.directive?.name ?? (/^(?:p|code)$/.test(node.tagName) ? undefined : node.tagName);
    return name === undefined ? outline(node.children) : `${name}(${outline(node.children)})`;
  });
  return parts.join(' ');
}

test.each([
  [':::a\nb\n:::\nc', 'a(b) c'],
  [':::a\r\n\r\nb\r\n\r\n:::\r\n', 'a(b)'],
  // Nested by more colons, by equal ones, and by fewer
  ['::::a\n:::b\nc\n:::\n::::', 'a(b(c))'],
  [':::a\n:::b\nc\n:::\n:::\nd', 'a(b(c)) d'],
  [':::a\n::::b\nc\n::::\n:::', 'a(b(c))'],
  // Not in code
  ['    :::a\n\n```\n:::a\n```\n\n`:::a`', 'pre(:::a) pre(:::a) :::a'],
  [':::a\n```\n:::\n```\n:::', 'a(pre(:::))'],
  ['\\:::a\nb\n\\:::', ':::a\nb\n:::'],
  // In and beside lists, quotes and tables
  ['> :::a\n> b\n> :::\nc', 'blockquote(a(b)) c'],
  [':::a\n> b\n:::', 'a(blockquote(b))'],
  [':::a\n|b|\n|-|\n|c|\n:::', 'a(table(thead(tr(th(b))) tbody(tr(td(c)))))'],
  // As a formatter leaves them, which takes them for a part of the list
  [':::a\n- b\n- c\n  :::\nd', 'a(ul(li(b) li(c))) d'],
  [':::a\n- b\n  - c\n    :::', 'a(ul(li(b ul(li(c)))))'],
  // Leaves
  ['::a\n\n::b[c]{d}\n::e', 'a() b() e()'],
  ['x ::a\n::a\ny\n::b{c=d}\nz', 'x ::a\n::a\ny b() z'],
])('%j', (text, expected) => {
  const { nodes } = readDocument({ file: 'a.md', text }, text, parse);
  expect(outline(nodes)).toBe(expected);
});

test.each([
  [':::a\n<div>b</div>\n:::\nc', 'a(div(b)) c'],
  ['<pre>\n:::a\n</pre>', 'pre(:::a)'],
  ['<!--\n:::a\n-->\nb', 'b'],
  [':::a\n<b>c\n:::\nd', 'a(b(c) b()) b(d)'],
])('with HTML, %j', (text, expected) => {
  const { nodes } = readDocument({ file: 'a.md', text }, text, parseHtml);
  expect(outline(nodes)).toBe(expected);
});

test('headings, links and words in containers are those of the document', async () => {
  const text =
    ':::tabs The *title*\n## In it {#x}\n\n[a](b.md) c[^1]\n\n::video[Our office]{href=d.md}\n:::\n\n[^1]: e';
  const { nodes, headings, addresses } = readDocument({ file: 'a.md', text }, text, parse);
  expect(headings).toEqual([{ depth: 2, id: 'x', text: 'In it' }]);
  expect(addresses).toEqual(['b.md', '#user-content-fn-1', 'd.md', '#user-content-fnref-1']);
  expect(plainText(nodes)).toBe('The title\nIn it\na c\nOur office\nFootnotes\ne');

  const { facts } = await compileMdx({ file: 'a.mdx', text: text.replace(' {#x}', '') }, memo);
  expect(facts.headings).toEqual([{ depth: 2, id: 'in-it', text: 'In it' }]);
  expect(facts).toMatchObject({ text: plainText(nodes), links: addresses });
});

/** `2 message`, for each mistake. */
async function mistakesIn(text: string, format: 'md' | 'mdx'): Promise<string[]> {
  const content = { file: `a.${format}`, text };
  try {
    if (format === 'mdx') await compileMdx(content, memo);
    else readDocument(content, text, parse);
    return [];
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    return error.diagnostics.map(({ place, message }) => `${place?.line} ${message}`);
  }
}

const STRAY = 'This line ends no container.';
const open = (name: string) => `The container \`:::${name}\` does not end.`;

test.each([
  ['a\n\n:::b\nc', [`3 ${open('b')}`]],
  [':::', [`1 ${STRAY}`]],
  [':::a\n:::\n:::', [`3 ${STRAY}`]],
  [':::a\n> b\n> :::', [`1 ${open('a')}`, `3 ${STRAY}`]],
  [':::a\n- b\n  :::\n- c\n:::', [`3 ${STRAY}`]],
  [':::a{style=b}\n:::\n\n:::c', ['1 `style` cannot be an attribute of `a`.', `4 ${open('c')}`]],
])('the mistakes in %j are the same in Markdown and MDX', async (text, expected) => {
  expect(await mistakesIn(text, 'md')).toEqual(expected);
  expect(await mistakesIn(text, 'mdx')).toEqual(expected);
});

test.each([
  ['containers that never end', ':::a\n'.repeat(100_000)],
  ['containers in containers', `${':::a\n'.repeat(50_000)}${':::\n'.repeat(50_000)}`],
])('many %s are reported, or read, in little time', async (_, text) => {
  const started = performance.now();
  const mistakes = await mistakesIn(text, 'md');
  expect(mistakes.length).toBeGreaterThan(0);
  expect(mistakes.length).toBeLessThanOrEqual(20);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('many containers that never end are reported in little time in MDX, too', async () => {
  const started = performance.now();
  const mistakes = await mistakesIn(':::a\n'.repeat(20_000), 'mdx');
  expect(mistakes.length).toBeGreaterThan(0);
  expect(mistakes.length).toBeLessThanOrEqual(20);
  expect(performance.now() - started).toBeLessThan(60_000);
});

test('containers are nested as deep as other content', async () => {
  expect(await mistakesIn(`${':::a\n'.repeat(250)}b\n${':::\n'.repeat(250)}`, 'md')).toEqual([]);
  const deep = `${':::a\n'.repeat(301)}b\n${':::\n'.repeat(301)}`;
  expect(await mistakesIn(deep, 'md')).toEqual(['301 The content is nested more than 300 levels deep.']);
  expect(await mistakesIn(deep, 'mdx')).toEqual(['301 The content is nested more than 300 levels deep.']);
});
