/** Front matter, limits, ids and elements of content. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KINDS } from '../../src/content/code/content-styles.ts';
import { setContent } from '../../src/content/content-setup.ts';
import { createMarkdown } from '../../src/content/create-content.ts';
import { readFrontMatter } from '../../src/content/data/front-matter.ts';
import { highlight, recallHighlighted, shikiVersion } from '../../src/content/code/highlight.ts';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import { createIds } from '../../src/content/elements/prepare-document.ts';
import { SitegenError } from '../../src/shared/errors.ts';
import type { ContentComponents } from '../../src/api/content.ts';

const parsers = { html: await loadParser(true), text: await loadParser(false) };

function read(text: string, allowsHtml = false) {
  const prefixes = { base: '/docs/', assets: '/docs/', based: '/docs/', elsewhere: [] };
  const settings = {
    components: undefined,
    collections: [],
    mdx: [],
    trailingSlash: true,
    root: '/',
    prefixes,
    pictures: { encoder: undefined, isEncoded: false, prefixes },
    allowsHtml,
    reading: { config: undefined },
  };
  setContent(settings, {
    components: () => ({}),
    loadParser: async () => parsers.text,
    loadCollections: async () => {},
    importMdx: () => Promise.reject(new Error()),
    readMdx: () => {
      throw new Error();
    },
    renderAlone: () => Promise.reject(new Error()),
    shared: async (_key, load) => load(),
  });
  const content = { file: 'a.md', text };
  const { body } = readFrontMatter(content);
  return createMarkdown(() => ({ content, body }), allowsHtml ? parsers.html : parsers.text);
}

function render(
  text: string,
  { allowsHtml = false, components }: { allowsHtml?: boolean; components?: ContentComponents } = {},
): string {
  return renderToStaticMarkup(createElement(read(text, allowsHtml).Content, components && { components }));
}

/** `3:5 The message.` for each mistake. */
function mistakesIn(run: () => unknown): string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    return error.diagnostics.map(({ message, place }) => `${place?.line}:${place?.column} ${message}`);
  }
}

describe('elements', () => {
  test.each([
    [
      'a heading has the id that GitHub gives it',
      '## Über *uns* & mehr!',
      '<h2 id="über-uns--mehr">Über <em>uns</em> &amp; mehr!</h2>',
    ],
    ['an address gets the base', '[a](/b/)', '<p><a href="/docs/b/">a</a></p>'],
    ['HTML is text', '<b onclick="x">a</b>', '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;</p>'],
    ['a block of HTML is text', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a comment is not shown', 'a <!-- note --> b\n\n<!-- more -->', '<p>a  b</p>\n'],
    ['a comment that is not closed is text', '<!-- a\n<!--', '&lt;!-- a\n&lt;!--'],
    [
      'a column is aligned by a class',
      '|a|\n|-:|',
      '<table>\n<thead>\n<tr>\n<th class="align-right">a</th>\n</tr>\n</thead>\n</table>',
    ],
    ['an image loads when it is needed', '![a](/b.png)', '<p><img src="/docs/b.png" alt="a" loading="lazy"/></p>'],
    ['code without a language is plain', '```\n<a>\n```', '<pre tabindex="0"><code>&lt;a&gt;\n</code></pre>'],
    ['NUL is replaced', 'a\0b', '<p>a\uFFFDb</p>'],
    [
      'a task has a name',
      '- [x] *done* it',
      '<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" disabled="" aria-label="done it" checked=""/> <em>done</em> it</li>\n</ul>',
    ],
    [
      'a callout without a component is a quote that begins with its name',
      '> [!NOTE]\n> a',
      '<blockquote><p><strong>Note</strong></p>\n<p>a</p>\n</blockquote>',
    ],
    ['front matter is not content', '---\ntitle: a\n---\nb', '<p>b</p>'],
    ['a rule is not front matter', 'a\n\n---\n\nb', '<p>a</p>\n<hr/>\n<p>b</p>'],
  ])('%s', (_title, text, html) => expect(render(text)).toBe(html));

  test('the heading of footnotes is visible without Tailwind, and does not count as a heading of the file', () => {
    const text = 'a[^1]\n\n[^1]: b';
    expect(render(text)).toContain('<h2 id="footnote-label">Footnotes</h2>');
    expect(read(text).headings()).toEqual([]);
  });

  test('footnote links back to the text have labels, which components can translate', () => {
    const text = 'a[^1] b[^1]\n\n[^1]: c';
    const namesIn = (html: string) => [...html.matchAll(/aria-label="([^"]*)"[^>]*>↩/g)].map(([, name]) => name);
    expect(namesIn(render(text))).toEqual(['Back to reference 1', 'Back to reference 1-2']);
    const components: ContentComponents = {
      a: ({ 'aria-label': label, children }) =>
        createElement('a', { 'aria-label': label?.replace('Back to reference', 'Zurück zum Verweis') }, children),
    };
    expect(namesIn(render(text, { components }))).toEqual(['Zurück zum Verweis 1', 'Zurück zum Verweis 1-2']);
  });

  test('components replace elements by their names', () => {
    const components: ContentComponents = {
      a: ({ href, children }) => createElement('b', { title: href }, children),
      Callout: ({ kind, children }: { kind: string; children: unknown }) =>
        createElement('aside', { className: kind }, children as string),
    };
    expect(render('[x](/y/)', { components })).toBe('<p><b title="/y/">x</b></p>');
    expect(render('> [!TIP]\n> *a*\n>\n> b', { components })).toBe(
      '<aside class="tip">\n<p><em>a</em></p>\n<p>b</p>\n</aside>',
    );
    expect(render('> [!TIP]\n>\n> b', { components })).toBe('<aside class="tip">\n\n<p>b</p>\n</aside>');
  });

  test('allowed HTML becomes elements, without scripts', () => {
    const html =
      '<div class="a" style="color: red; background: url(data:a;b)" data-my-id="1" aria-label="l">\n\n*a*\n\n</div>';
    expect(render(html, { allowsHtml: true })).toBe(
      '<div class="a" style="color:red;background:url(data:a;b)" data-my-id="1" aria-label="l">\n<p><em>a</em></p>\n</div>',
    );
    const components = { counter: ({ start }: { start: string }) => createElement('i', null, start) };
    expect(render('<Counter start="3"></Counter>', { allowsHtml: true, components })).toBe('<p><i>3</i></p>');
    expect(mistakesIn(() => render('<b onclick="x()">', { allowsHtml: true }))).toEqual([
      '1:1 The content has an inline handler, `onclick`.',
    ]);
  });

  test.each([
    [
      '# a <Badge /> {#b}\n\n<div class="c" />\n\nd',
      ['1:1 `<Badge />` does not end in HTML.', '3:1 `<div />` does not end in HTML.'],
    ],
    ['> a\r\n> <x-y/>', ['2:1 `<x-y />` does not end in HTML.']],
    ['<br /><img src="/a.png" alt="" /> <svg><g/></svg> `<a />` <!-- <a /> --> \\<a />\n\n```\n<a />\n```', []],
  ])('an element that does not end is a mistake, because it would contain what follows: %.60s', (text, mistakes) => {
    expect(mistakesIn(() => render(text, { allowsHtml: true }))).toEqual(mistakes);
  });

  test.each([
    ['<p style="text-align: center">a</p>', '<p style="text-align:center">a</p>'],
    [
      '<p class="b" style="text-align:center;color:red">a</p>',
      '<p class="b" style="text-align:center;color:red">a</p>',
    ],
    [
      '<table><tbody><tr><td align="right">a</td><td style="text-align: right">b</td></tr></tbody></table>',
      '<table><tbody><tr><td align="right">a</td><td style="text-align:right">b</td></tr></tbody></table>',
    ],
  ])('alignment that HTML writes stays as it is: %s', (text, html) =>
    expect(render(text, { allowsHtml: true }).trim()).toBe(html),
  );

  test.each([
    ['[a](javascript:alert(1))', false],
    ['[a](JaVaScRiPt:alert(1))', false],
    ['![a](javascript:alert(1))', false],
    ['<a href="java&#10;scr&#9;ipt:alert(1)">', true],
    ['<button formaction="&#1;javascript:alert(1)">', true],
  ])('rejects the address in %s', (text, allowsHtml) => {
    const mistakes = mistakesIn(() => render(`---\ntitle: a\n---\n\nx ${text}`, { allowsHtml }));
    expect(mistakes).toEqual([
      expect.stringMatching(/^5:3 The content has the address "[^]*", which runs a script\.$/),
    ]);
  });

  test('percent-encodes a newline in an address; a title is not an address', () => {
    expect(render('[a](<java&#10;script:alert(1)> "javascript: a")')).toBe(
      '<p><a href="java%0Ascript:alert(1)" title="javascript: a">a</a></p>',
    );
  });

  test('headings have unique ids, even after an id that looks like one of them', () => {
    expect(read('# A\n## a-1\n## A\n### !').headings()).toEqual([
      { depth: 1, id: 'a', text: 'A' },
      { depth: 2, id: 'a-1', text: 'a-1' },
      { depth: 2, id: 'a-2', text: 'A' },
      { depth: 3, id: 'section', text: '!' },
    ]);
    const next = createIds();
    const ids = Array.from({ length: 50_000 }, () => next('Same'));
    expect(new Set(ids).size).toBe(50_000);
  });
});

describe('front matter', () => {
  test('is parsed, and its values have places in the file', () => {
    const text = '\uFEFF---\r\ntitle: "a: b"\r\ntags:\r\n  - x\r\n  - y\r\ndate: 2026-01-02\r\n---\r\nbody'.slice(1);
    const { data, body, placeOf } = readFrontMatter({ file: 'a.md', text });
    expect(data).toEqual({ title: 'a: b', tags: ['x', 'y'], date: '2026-01-02' });
    expect(body).toBe('\n'.repeat(7) + 'body');
    expect(placeOf(['tags', 1])).toEqual({ line: 5, column: 5 });
    expect(placeOf(['tags', 7, 'deeper'])).toEqual({ line: 4, column: 3 });
    expect(placeOf(['missing'])).toEqual({ line: 1, column: 1 });
  });

  const lines = (...yaml: string[]) => `---\n${yaml.join('\n')}\n---\n`;
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 9; level += 1)
    bomb.push(`l${level}: &l${level} [${`*${level === 1 ? 'a' : `l${level - 1}`}, `.repeat(9)}]`);

  test.each([
    ['a text with a colon', lines('title: a: b'), /^2:8 Nested mappings/],
    ['a list', lines('- a'), /^2:1 The front matter is not a mapping/],
    ['TOML', '+++\ntitle = "A"\n+++\nb', /^1:1 The front matter is TOML \(`\+\+\+`\), but sitegen reads YAML\./],
    [
      'JavaScript',
      '---js\nconst title = 1;\n---\nb',
      /^1:1 The front matter is js \(`---js`\), but sitegen reads YAML\./,
    ],
    ['a key twice', lines('a: 1', 'a: 2'), /^3:1 The key "a" occurs twice/],
    ['a bomb of aliases', lines(...bomb), /^1:1 .*Excessive alias count/],
  ])('%s is a mistake with its line', (_title, text, message) => {
    expect(mistakesIn(() => readFrontMatter({ file: 'a.md', text }))[0]).toMatch(message);
  });

  test.each([
    ['', {}],
    ['---\n---\n', {}],
    ['---\ntitle: a', {}],
    ['--- \na: 1\n--- \nb', { a: 1 }],
    ['a\n\n+++\nb\n+++\n', {}],
  ])('%j has the data %j', (text, data) => expect(readFrontMatter({ file: 'a.md', text }).data).toEqual(data));
});

test.each([
  ['quotes in quotes', '> '.repeat(100_000), /^1:1 The content is nested more than 300/],
  ['a rule', '- '.repeat(10_000), /^$/],
  ['emphasis that ends', `${'*a **a '.repeat(500)}${'a** a*'.repeat(500)}`, /nested more than 300/],
])('hostile content: %s', (_title, text, message) => {
  expect(mistakesIn(() => render(text)).join()).toMatch(message);
});

describe('code', () => {
  const highlightAll = async (language: string, code: string) => {
    const memo = await mkdtemp(path.join(os.tmpdir(), 'sitegen-memo-'));
    onTestFinished(() => rm(memo, { recursive: true }));
    const version = shikiVersion() ?? '';
    const lines = await highlight(memo, version, { language, code });
    expect(recallHighlighted(memo, version, { language, code })).toEqual(lines);
    return lines;
  };
  const highlightLines = async (language: string, code: string) => {
    const lines = await highlightAll(language, code);
    return typeof lines === 'string' ? [] : lines;
  };

  test.each([
    ['ts', "const a = 'b'; // c", ['keyword', 'constant', 'string-expression', 'comment']],
    ['html', '<a href="b">c</a>', ['string-expression', 'function']],
    ['diff', '-a\n+b', ['deleted', 'inserted']],
    ['bash', 'echo "$A"', ['string-expression', 'function']],
    ['json', '{"a": 1}', ['constant']],
  ])('%s has token kinds, and its text is complete', async (language, code, expected) => {
    const lines = await highlightLines(language, code);
    const kinds = lines.flat().flatMap(([, kind]) => kind ?? []);
    expect(kinds).toEqual(expect.arrayContaining(expected));
    expect(kinds.filter((kind) => !Object.hasOwn(KINDS, kind))).toEqual([]);
    expect(lines.map((line) => line.map(([text]) => text).join('')).join('\n')).toBe(code);
  });

  test.each([
    ['an unknown language', 'nope', 'a', 'unknown'],
    ['text', 'text', 'a', 'plain'],
    ['a large file', 'ts', 'a;'.repeat(60_000), 'plain'],
  ])('%s stays plain', async (_title, language, code, reason) =>
    expect(await highlightAll(language, code)).toBe(reason),
  );

  test('highlighting does not depend on languages highlighted before', async () => {
    const code = '```rust\nlet a = 1;\n```';
    const before = await highlightLines('md', code);
    await highlightAll('rust', 'let a = 1;');
    expect(await highlightAll('md', `${code}\n`)).toEqual([...before, []]);
  });

  test('a long line stays plain, and is processed quickly', async () => {
    expect(await highlightAll('ts', `const a;\n${'a(('.repeat(10_000)}`)).toHaveLength(2);
  });
});
