/** Markdown's syntax tree: GitHub's additions to CommonMark, ids, words, fences, HTML, places. */
import { describe, expect, test } from 'vitest';
import type { ElementNode, MarkdownNode } from '../../src/content/elements/tree.ts';
import { readAttributes, splitFence } from '../../src/content/code/fence.ts';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import { compileMdx } from '../../src/content/mdx/compile-mdx.ts';
import { readDocument } from '../../src/content/elements/prepare-document.ts';

const parsers = { text: await loadParser(false), html: await loadParser(true) };

function read(text: string, kind: keyof typeof parsers = 'text') {
  return readDocument({ file: 'a.md', text }, text, parsers[kind]);
}

/** As HTML, without attributes. */
function write(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'element') return `<${node.tagName}>${write(node.children)}</${node.tagName}>`;
      return node.type === 'text' || node.type === 'raw' ? (node.value ?? '') : '';
    })
    .join('');
}

function elementsIn(nodes: readonly MarkdownNode[]): ElementNode[] {
  return nodes.flatMap((node) => (node.type === 'element' ? [node, ...elementsIn(node.children)] : []));
}

/** `a 3:5` for each element of this name with a place. */
function placesOf(nodes: readonly MarkdownNode[], tagName: string): string[] {
  return elementsIn(nodes).flatMap((element) => {
    if (element.tagName !== tagName || element.position === undefined) return [];
    return `${element.position.start.line}:${element.position.start.column}`;
  });
}

test.each([
  ['~one~ ~~two~~ ~~a~b~~', '<p>~one~ <del>two</del> <del>a~b</del></p>'],
  ['www.a.com/b https://c.d e@f.gh', '<p><a>www.a.com/b</a> <a>https://c.d</a> <a>e@f.gh</a></p>'],
  ['react@19.3.1 a.com //b.c ftp://d.e', '<p>react@19.3.1 a.com //b.c ftp://d.e</p>'],
  ['- [x] a\n- [ ] b\n- [y] c', '<ul>\n<li><input></input> a</li>\n<li><input></input> b</li>\n<li>[y] c</li>\n</ul>'],
  [
    'a[^N]\n\n[^n]: b',
    expect.stringMatching(/^<p>a<sup><a>1<\/a><\/sup><\/p>\n<section>.*<li>\n<p>b <a>↩<\/a><\/p>\n<\/li>/s),
  ],
  [
    'a[^1] b[^2]\n\n[^1]: c\n\n    d\n\n[^2]:\te',
    expect.stringMatching(/<li>\n<p>c<\/p>\n<p>d <a>↩<\/a><\/p>\n<\/li>\n<li>\n<p>e /),
  ],
  ['`[^1]` ![b[^1]](c)\n\n[^1]: d', '<p><code>[^1]</code> <img></img></p>'],
  [':::note Title\n\n*a*\n\n:::\n\nb', '<Note>\n<p><em>a</em></p>\n</Note>\n<p>b</p>'],
  ['\\:::note\n\n`:::`\n\n    :::\n', '<p>:::note</p>\n<p><code>:::</code></p>\n<pre><code>:::\n</code></pre>'],
])('%j', (text, html) => {
  expect(write(read(text).nodes)).toEqual(html);
});

test('a footnote has the same id whatever the case of its label, and its links lead to it', () => {
  const { nodes } = read('a[^Über] b[^über]\n\n[^über]: c');
  const links = elementsIn(nodes).filter(({ tagName }) => tagName === 'a');
  const ids = new Set(elementsIn(nodes).map(({ properties }) => properties['id']));
  expect(links).toHaveLength(4);
  for (const { properties } of links) expect(ids).toContain(decodeURIComponent(String(properties['href']).slice(1)));
});

test('headings have unique ids, and footnotes and breaks do not run into their text', () => {
  const text = [
    '# A {#custom}',
    '## B[^1] {#Über-x}',
    '## B[^1] with `c`[^1] *d*',
    '## Custom {#x} y',
    'Setext {#setext}\n---',
    '## custom',
    '## {#empty}',
    '[^1]: n',
  ].join('\n\n');
  expect(read(text).headings.map(({ id, text: words }) => `${id} ${words}`)).toEqual([
    'custom A',
    'Über-x B',
    'b-with-c-d B with c d',
    'custom-x-y Custom {#x} y',
    'setext Setext',
    'custom-1 custom',
    'empty ',
  ]);
  expect(read('## A<br>B\n\n<h3 id="c">C <b>d</b></h3>', 'html').headings).toEqual([
    { depth: 2, id: 'a-b', text: 'A B' },
    { depth: 3, id: 'c', text: 'C d' },
  ]);
});

describe('fences', () => {
  test.each([
    ['js {1,3} title="a.js"', 'js', '{1,3} title="a.js"'],
    ['js{1,3}', 'js', '{1,3}'],
    ['rust,ignore', 'rust', 'ignore'],
    ['js:a.js', 'js', 'a.js'],
    ['C++ x', 'c++', 'x'],
    ['{1}', '', '{1}'],
  ])('%s', (info, language, meta) => {
    expect(splitFence(info)).toEqual({ language, meta });
    expect(splitFence(`${language} ${meta}`)).toEqual({ language, meta });
  });

  test.each([
    ['{1,3} title="a b.js" start=3 x=\'y\' flag', { title: 'a b.js', start: '3', x: 'y' }],
    ['onclick="a" style=b children=c className=d dangerouslySetInnerHTML=e ref=f key=g meta=h id=i', {}],
    ['a=b=c "d=e"', { a: 'b=c' }],
  ])('the attributes of %j', (meta, attributes) => expect(readAttributes(meta)).toEqual(attributes));
});

describe('places', () => {
  test.each([
    ['a [b](c)\n> [d](e)', 'text', ['1:3', '2:3']],
    ['- x\n  [a](b) `c` [d](e)', 'text', ['2:3', '2:14']],
    ['| [a](b) | [c](d) |\n|-|-|\n| x \\| y | [e](f) |', 'text', ['1:3', '1:12', '3:12']],
    ['[<b>x</b>](y) [<https://a.b>](c)', 'text', ['1:1', '1:15', '1:16']],
    ['x https://a.b y www.c.d', 'text', ['1:3', '1:17']],
    ['a\r\n[b](c)\r\n\r\n[d](e)', 'text', ['2:1', '4:1']],
    ['<div>\n <a href="b">c</a>\n\n[d](e)\n\n</div>', 'html', ['2:2', '4:1']],
    ['| a |\n|-|\n| <a>b</a> [c](d) |', 'html', ['3:3', '3:12']],
    ['a[^1]\n\n[^1]: <a>b</a> [c](d)', 'html', ['1:2', '3:7', '3:16']],
  ] as const)('of links in %j', (text, kind, places) => {
    expect(placesOf(read(text, kind).nodes, 'a')).toEqual(places);
  });
});

describe('allowed HTML', () => {
  test.each([
    ['<script>if (1 < 2 && "a") b()</script>', '<script>if (1 < 2 && "a") b()</script>'],
    ['<style>\na > b { c: "&" }\n\n</style>', '<style>\na > b { c: "&" }\n\n</style>'],
    ['<noscript><img src="a"></noscript>', '<p><noscript><img></img></noscript></p>'],
    ['<div>*a*</div>\n\n*b*', '<div>*a*</div>\n<p><em>b</em></p>'],
  ])('%j', (text, html) => expect(write(read(text, 'html').nodes)).toBe(html));

  test("keeps Markdown's attributes in elements that browsers continue, and renames HTML's as React does", () => {
    const { nodes } = read('[a <div>b</div> c](d) <label for="x" tabindex=1 class="y z" data-1a="b" hidden>', 'html');
    const elements = elementsIn(nodes);
    expect(elements.filter(({ tagName }) => tagName === 'a').map(({ properties }) => properties['href'])).toContain(
      'd',
    );
    expect(elements.find(({ tagName }) => tagName === 'label')?.properties).toEqual({
      htmlFor: 'x',
      tabIndex: '1',
      className: 'y z',
      'data-1a': 'b',
      hidden: true,
    });
  });
});

/** A text, and the first in it that another generator would process, or that looks like emphasis. */
const UNPROCESSED: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['a\n\nVersion {{< stable >}} {{ page.title }}', ['3 {{< stable >}}']],
  ['# {{% note %}}\n\n{{ b }}', ['1 {{% note %}}']],
  ['> - a {{< ref "x.md" >}}', ['1 {{< ref "x.md" >}}']],
  ['| {{\u00A0a }} |\n|-|\n| {{ page.title }} |', ['1 {{\u00A0a }}']],
  ['{% include x.html %}\n{:.lead}', ['1 {% include x.html %}']],
  ['a\n{: .lead #x}', ['2 {: .lead #x}']],
  ['<%= title %>', ['1 <%= title %>']],
  ['[a]({{ site.url }}/)', ['1 {{ site.url }}']],
  ['`{{ a }}`\n\n```\n{% b %}\n```\n\n    {:.c}\n\nd {{ a }}', ['9 {{ a }}']],
  ['`{{ a }}` \\{{ b }} &#123;{ c }} ${{ secrets.d }} \\frac{{a}}{b} {a} {{b} 50 %}', []],
  ['**「重要」**です', ['1 **「重要」**']],
  ['**文字：**后续', ['1 **文字：**']],
  ['これは**「重要」**。', ['1 これは**']],
  ['한국어**"강조"**입니다 {{ a }}', ['1 {{ a }}', '1 한국어**']],
  ['**重要**です、`**「a」**で` \\*\\*「b」\\*\\*で 2**8 src/**', []],
];

test.each(UNPROCESSED)('of %j, %j is not processed', async (text, expected) => {
  const foundIn = (document: Pick<ReturnType<typeof read>, 'unprocessed'>) =>
    document.unprocessed.map(({ line, message }) => `${line} ${/^`(.*?)` (?:is|looks)/.exec(message)?.[1]}`).toSorted();
  expect(foundIn(read(text))).toEqual(expected);
  expect(foundIn(read(text, 'html'))).toEqual(expected);
  if (/[{<]/.test(text)) return;
  const { facts } = await compileMdx({ file: 'a.mdx', text }, '');
  expect(facts.problems.map(({ problem }) => problem.code)).toEqual(expected.map(() => 'not-processed'));
});
