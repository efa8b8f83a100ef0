import { expect, test } from 'vitest';
import { loadConverter } from '../../src/content/page-to-markdown.ts';

const convert = await loadConverter();
const PAGE = { title: 'Title', address: '/docs/a/', site: 'https://e.com' };

/** @param content of `<main>`, below its heading */
const textOf = (content: string) =>
  convert({ ...PAGE, html: `<!doctype html><html><body><main><h1>Title</h1>${content}</main></body></html>` })
    .markdown.replace('# Title\n', '')
    .trim();

test.each([
  ['<p>1. a *b* &lt;i&gt; &amp;amp; [c](d)</p>', '1\\. a \\*b\\* \\<i> \\&amp; \\[c]\\(d)'],
  ['<h2 id="x">Part <a href="#x">#</a></h2><p>a<b>b</b></p>', '## Part\n\na**b**'],
  ['<ul><li>a</li><li><a href="../b/?c#d">b</a></li></ul>', '- a\n- [b](https://e.com/docs/b/?c#d)'],
  ['<p><a href="#note">1</a> <a href="mailto:a@b.c">m</a>', '[1](https://e.com/docs/a/#note) [m](mailto:a@b.c)'],
  ['<p><a href="http://[">x</a></p>', '[x](http://\\[)'],
  [
    '<pre><code class="language-ts"><span class="c-keyword">let</span> a = `<!-- -->x`;\n</code></pre>',
    '```ts\nlet a = `x`;\n```',
  ],
  [
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1|2</td><td><code>c</code></td></tr></tbody></table>',
    '| a | b |\n| - | - |\n| 1\\|2 | `c` |',
  ],
  [
    '<table><caption>Of <b>two</b></caption><tr><th>a</th></tr><tr><td>1</td></tr></table>',
    'Of **two**\n\n| a |\n| - |\n| 1 |',
  ],
  ['<p><img src="/p.jpg" alt="A hill"><img src="/q.jpg" alt=""></p>', '![A hill](https://e.com/p.jpg)'],
  ['<h2>One<br>Two<sup><a href="#n" data-footnote-ref>1</a></sup></h2>', '## One Two'],
  [
    '<table><tr><td>aa<br>b<b>b</b></td><td>c<p>d</p><p>e</p><ul><li>f</li><li>g</li></ul><pre><code>h\ni</code></pre></td></tr></table>',
    '| | |\n| - | - |\n| aa b**b** | c d e f g `h i` |',
  ],
  ['<picture><source srcset="/p.avif"><img src="/p.jpg" alt="A hill"></picture>', '![A hill](https://e.com/p.jpg)'],
  ['<p><span>3 May</span><span>2 min</span><!-- x --></p>', '3 May 2 min'],
  ['<p hidden>a</p><p aria-hidden="true">b</p><nav>c</nav><button>d</button><svg><title>e</title></svg>', ''],
  ['<script>a</script><style>b</style><template><p>c</p></template><input value="d"><textarea>e</textarea>', ''],
  ['<ul class="contains-task-list"><li><input type="checkbox" checked disabled> done</li></ul>', '- [x] done'],
  ['<sg-island><p>a<!-- -->b</p></sg-island><a href="/x"><svg></svg></a>', 'ab'],
])('%s as Markdown', (html, markdown) => expect(textOf(html)).toBe(markdown));

test.each([
  ['<main hidden><p>a</p></main><main><h1>T</h1><p>b</p></main>', '# T\n\nb\n'],
  [
    '<header>a</header><div><nav>b</nav><article><header><h1>T</h1></header><p>c</p></article></div><footer>d</footer>',
    '# T\n\nc\n',
  ],
  ['<main><p>without a heading</p></main>', '# Title\n\nwithout a heading\n'],
])('the main content of %s', (body, markdown) => {
  expect(convert({ ...PAGE, html: `<html><body>${body}</body></html>` }).markdown).toBe(markdown);
});

test('without a site, addresses are relative to the host', () => {
  const html = '<main><h1>T</h1><a href="../b/">b</a> <a href="#c">c</a> <a href="https://x.org/">d</a></main>';

  expect(convert({ ...PAGE, site: undefined, html }).markdown).toBe(
    '# T\n\n[b](/docs/b/) [c](/docs/a/#c) [d](https://x.org/)\n',
  );
});
