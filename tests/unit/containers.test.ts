/** Containers: how their lines are read, and where they end, in Markdown and MDX. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileMdx } from '../../src/content/mdx/compile-mdx.ts';
import { componentNameOf } from '../../src/content/elements/container.ts';
import type { MarkdownNode } from '../../src/content/elements/tree.ts';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import { plainText } from '../../src/content/elements/words.ts';
import { readDocument } from '../../src/content/elements/prepare-document.ts';
import { SitegenError } from '../../src/shared/errors.ts';

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

test.each([
  // VitePress, Docusaurus and Starlight
  [':::note', 'Note', {}],
  [':::tip[Good [to] know] {#a-b}', 'Tip', { title: 'Good [to] know', id: 'a-b' }],
  ['::: details Click me {open}', 'Details', { title: 'Click me', open: true }],
  [':::note {.a#b.c class=d}', 'Note', { className: 'a c d', id: 'b' }],
  [':::NOTE', 'Note', {}],
  [':::größe Ü', 'Größe', { title: 'Ü' }],
  [`:::x {a="b c" d='e' f=g/h.i?j=k l}`, 'X', { a: 'b c', d: 'e', f: 'g/h.i?j=k', l: true }],
  [':::x A {{ b }}', 'X', { title: 'A {{ b }}' }],
  // Titles are texts.
  [':::x `a*b*` *c* **d** __e__ f_g_h [i](j.md) \\*', 'X', { title: 'a*b* c d e f_g_h i *' }],
])('%s', (line, tagName, properties) => {
  const text = `${line}\n:::`;
  expect(readDocument({ file: 'a.md', text }, text, parse).nodes).toMatchObject([{ tagName, properties }]);
});

/** Containers by their names, `(` and `)` around content, other elements by theirs. */
function outline(nodes: readonly MarkdownNode[]): string {
  const parts = nodes.flatMap((node) => {
    if (node.type !== 'element') return node.value?.trim() || [];
    const name = node.data?.container ?? (/^(?:p|code)$/.test(node.tagName) ? undefined : node.tagName);
    return name === undefined ? outline(node.children) : `${name}(${outline(node.children)})`;
  });
  return parts.join(' ');
}

test.each([
  [':::a\nb\n:::\nc', 'a(b) c'],
  [':::a\r\n\r\nb\r\n\r\n:::\r\n', 'a(b)'],
  ['::::a\n:::b\nc\n:::\n::::', 'a(b(c))'],
  [':::a\nb\n::::', 'a(b)'],
  // Not in code
  ['    :::a\n\n```\n:::a\n```\n\n`:::a`', 'pre(:::a) pre(:::a) :::a'],
  ['::::a\n```\n:::\n```\n::::', 'a(pre(:::))'],
  ['\\:::a\nb\n\\:::', ':::a\nb\n:::'],
  // In and beside lists, quotes and tables
  ['> :::a\n> b\n> :::\nc', 'blockquote(a(b)) c'],
  [':::a\n> b\n:::', 'a(blockquote(b))'],
  [':::a\n|b|\n|-|\n|c|\n:::', 'a(table(thead(tr(th(b))) tbody(tr(td(c)))))'],
  // As a formatter leaves them, which takes them for a part of the list
  [':::a\n- b\n- c\n  :::\nd', 'a(ul(li(b) li(c))) d'],
  // Neither is a container
  ['x ::a\n::a\ny\n\n::b[c]{d}', 'x ::a\n::a\ny ::b[c]{d}'],
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
    '::::tabs[The *title*]\n## In it {#x}\n\n[a](b.md) c[^1]\n\n:::video[Our office]{href=d.md}\n:::\n::::\n\n[^1]: e';
  const { nodes, headings, links } = readDocument({ file: 'a.md', text }, text, parse);
  expect(headings).toEqual([{ depth: 2, id: 'x', text: 'In it' }]);
  expect(links.map(({ address }) => address)).toEqual(['b.md', '#user-content-fn-1', 'd.md', '#user-content-fnref-1']);
  expect(plainText(nodes)).toBe('The title\nIn it\na c\nOur office\nFootnotes\ne');

  const { facts } = await compileMdx({ file: 'a.mdx', text: text.replace(' {#x}', '') }, memo);
  expect(facts.headings).toEqual([{ depth: 2, id: 'in-it', text: 'In it' }]);
  expect(facts.text).toBe(plainText(nodes));
  expect(facts.links.map(({ address }) => address)).toEqual(links.map(({ address }) => address));
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

const STRAY = 'This line neither begins nor ends a container.';
const open = (name: string) => `The container \`:::${name}\` does not end.`;

test.each([
  ['a\n\n:::b\nc', `3 ${open('b')}`],
  [':::', `1 ${STRAY}`],
  [':::a\n:::\n:::', `3 ${STRAY}`],
  [':::a\n:::b\n:::\n:::', `2 ${open('b')}`, `4 ${STRAY}`],
  [':::a\n> b\n> :::', `1 ${open('a')}`],
  ['- :::a\n  b\n\n:::', `1 ${open('a')}`],
  [':::a{srcDoc="<script>1</script>"}\n:::', '1 `srcDoc` cannot be an attribute of `a`.'],
  [':::a{attributeName=href values="javascript:1"}\n:::', '1 `attributeName` cannot be an attribute of `a`.'],
  [':::a{httpEquiv=refresh}\n:::', '1 `httpEquiv` cannot be an attribute of `a`.'],
  [':::a{http-equiv=refresh}\n:::', '1 `http-equiv` cannot be an attribute of `a`.'],
  [':::a{style=b}\n:::', '1 `style` cannot be an attribute of `a`.'],
  [':::a{onclick="x()"}\n:::', '1 `onclick` cannot be an attribute of `a`.'],
  ['::: 1. a\n:::', `1 ${STRAY}`],
])('the first mistake in %j is found in Markdown and MDX', async (text, expected, inMdx = expected) => {
  expect((await mistakesIn(text, 'md'))[0]).toBe(expected);
  expect((await mistakesIn(text, 'mdx'))[0]).toBe(inMdx);
});

test.each([
  [':::{note}', `1 ${STRAY}`],
  [':::note{a: b}', '1 The line of `:::note` cannot be read.'],
])('%s is a mistake', async (text, expected) => expect(await mistakesIn(`${text}\n:::`, 'md')).toEqual([expected]));

test('a title without brackets is a mistake in MDX, where `remark-directive` reads containers', async () => {
  expect((await mistakesIn(':::note Title\na\n:::', 'mdx'))[0]).toBe(`1 ${STRAY}`);
});

test.each([
  ['containers that never end', ':::a\n'.repeat(100_000)],
  ['containers in containers', `${':::a\n'.repeat(50_000)}${':::\n'.repeat(50_000)}`],
  ['attributes that never end', `:::x${' {a="'.repeat(200_000)}}\n`],
])('many %s are reported, or read, in little time', async (_, text) => {
  const started = process.cpuUsage();
  const mistakes = await mistakesIn(text, 'md');
  expect(mistakes.length).toBeGreaterThan(0);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000);
});

test('containers are nested as deep as other content', async () => {
  const nested = (depth: number) => {
    const lines = Array.from({ length: depth }, (_, index) => ':'.repeat(depth + 2 - index));
    return [...lines.map((colons) => `${colons}a`), 'b', ...lines.toReversed()].join('\n');
  };
  expect(await mistakesIn(nested(250), 'md')).toEqual([]);
  const mistakes = [expect.stringMatching(/^\d+ The content is nested more than 300 levels deep\.$/)];
  expect(await mistakesIn(nested(301), 'md')).toEqual(mistakes);
});
