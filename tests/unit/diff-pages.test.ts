/** How two versions of a page differ for its readers. */
import { expect, test } from 'vitest';
import { createGroups, type Change } from '../../src/diff/changes.ts';
import { comparePages, diffWords } from '../../src/diff/diff-sites.ts';
import { formatDiff, formatDiffAsMarkdown } from '../../src/diff/format-diff.ts';
import { readPage } from '../../src/diff/read-page.ts';

const compare = (before: string, after: string): Change[] => comparePages(readPage(before), readPage(after));

test('a page is reduced to what readers see', () => {
  const page = readPage(`<!doctype html><html><head><title> A &amp;
 B </title><meta name="description" content="About&#32;it"><meta name="robots" content="NoIndex, follow">
<link rel="canonical" href="https://example.com/docs/guide/start/"><link rel="stylesheet" href="/docs/assets/site-AB12CD34.css">
<script type="module" src="/docs/assets/islands-1A2B3C4D.js"></script><script>let hidden = '<p>no</p>';</script>
<script type="application/ld+json">{}</script></head><body><nav><a href="/docs/">Home</a><a href="../other/?q=1">Other</a></nav>
<main><h1>Title <em>now</em></h1><p>One<!-- --> two<br>three</p><template><p>no</p></template><svg><style>no</style></svg>
<p><a href="#here">x</a><a href="mailto:a@example.com">mail</a></p><img src="/docs/assets/cat-480-1f2e3d4c.avif" alt="A cat">
<sitegen-island name="cart"><button>Buy</button></sitegen-island></main></body></html>`);

  expect(page).toMatchObject({
    title: 'A & B',
    blocks: ['Home Other', 'Title now', 'One two three', 'x mail', 'Buy'],
  });
  expect([...page.facts.values()].map(({ kind, subject, text }) => [kind, subject, text])).toEqual([
    ['title', undefined, 'A & B'],
    ['description', undefined, 'About it'],
    ['noindex', undefined, undefined],
    ['canonical', undefined, 'https://example.com/docs/guide/start/'],
    ['link', '/docs/', undefined],
    ['link', '../other/?q=1', undefined],
    ['link', 'mailto:a@example.com', undefined],
    ['image', '/docs/assets/cat-480.avif', 'A cat'],
    ['island', 'cart', undefined],
  ]);
});

test.each<[what: string, before: string, after: string, changes: object[]]>([
  ['nothing', '<p class="a">Text</p>', '<p class="b"> Text\n</p>', []],
  ['a title', '<title>A</title>', '<title>B</title>', [{ kind: 'title', action: 'changed', before: 'A', after: 'B' }]],
  ['noindex', '', '<meta name="robots" content="none">', [{ kind: 'noindex', action: 'added' }]],
  [
    'a new heading',
    '<p>A</p>',
    '<h2>B</h2><p>A</p>',
    [{ kind: 'words', action: 'added', words: [{ kind: 'added', text: 'B' }] }],
  ],
  ['the level of a heading', '<h2>A</h2>', '<h3>A</h3>', []],
  [
    'a link',
    '<a href="/a/">x</a>',
    '<a href="/b/">x</a>',
    [
      { kind: 'link', action: 'removed', subject: '/a/' },
      { kind: 'link', action: 'added', subject: '/b/' },
    ],
  ],
  ['an image', '', '<img src="/a.png" alt="A">', [{ kind: 'image', action: 'added', subject: '/a.png', after: 'A' }]],
  [
    'an alternative text',
    '<img src="a.png">',
    '<img src="a.png" alt="A">',
    [{ kind: 'image', action: 'changed', subject: 'a.png', before: '', after: 'A' }],
  ],
])('%s', (_what, before, after, changes) => {
  expect(compare(before, after)).toMatchObject(changes);
  expect(compare(before, after)).toHaveLength(changes.length);
});

test.each([
  ['© 2025 Acme', '© 2026 Acme', '© [2025] {2026} Acme'],
  ['a b c d e f g h i', 'a b c d e f g h X', '… e f g h [i] {X}'],
  ['', 'new', '{new}'],
])('words: %s -> %s', (before, after, shown) => {
  const marks = { same: ['', ''], removed: ['[', ']'], added: ['{', '}'] } as const;
  const parts = diffWords(before, after).map(({ kind, text }) => marks[kind].join(text));
  expect(parts.join(' ')).toBe(shown);
});

test('the work for a rewritten page is limited, and so is its result', () => {
  const text = (word: string) => Array.from({ length: 100_000 }, (_, index) => `${word}${index}`);
  const blocks = (word: string) => text(word).map((one) => `<p>${one}</p>`);

  const oneBlock = compare(`<p>${text('a').join(' ')}</p>`, `<p>${text('b').join(' ')}</p>`);
  const oneWord = compare(`<p>${text('a').join('')}</p>`, `<p>${text('b').join('')}</p>`);
  const manyBlocks = compare(blocks('a').join(''), blocks('b').join(''));

  expect(JSON.stringify(oneBlock).length).toBeLessThan(2000);
  expect(JSON.stringify(oneWord).length).toBeLessThan(2000);
  expect(manyBlocks).toEqual([{ kind: 'words', action: 'changed', before: '100000 words', after: '100000 words' }]);
});

test.each<[what: string, html: string, blocks: number]>([
  ['a tag without its end', '<p>x</p><a href="', 1],
  ['other hosts', '<a href="\\\\example.com\\x">x</a><a href="/\\example.com/">y</a><a href=".//x">z</a>\ud800 ', 1],
])('hostile HTML: %s', (_what, html, blocks) => {
  expect(readPage(html).blocks).toHaveLength(blocks);
});

test('many pages with the same change are one entry, the worst kind first', () => {
  const { add, found } = createGroups();
  for (let index = 0; index < 1000; index += 1) add({ kind: 'link', action: 'added', subject: '/a/' }, `/${index}/`);
  add({ kind: 'lost', action: 'removed', before: '/b/', after: '/c/' }, '/b/');

  expect(found()).toMatchObject([
    { kind: 'lost', count: 1 },
    { kind: 'link', count: 1000 },
  ]);
  expect(found()[1]?.pages).toHaveLength(100);
});

test('text for a terminal has colours, and no control characters of pages', () => {
  const entry = { kind: 'lost', action: 'removed', before: '/\u001b[2J/', after: '/b/', count: 1 } as const;
  const changes = [{ ...entry, pages: [entry.before] }];
  const diff = { pages: { before: 2, after: 1 }, changes, isWhole: true };
  const text = formatDiff(diff, (look, part) => `<${look} ${part}>`);
  expect(text).toBe(`<bold <red lost address>>
  <red /\\x1b[2J/> → <green /b/>
  Try: '/\\x1b[2J/': '/b/' in \`redirects\` of the config

1 difference; 2 pages before, 1 now.
`);
});

test('texts of pages are only code in Markdown', () => {
  const hostile =
    '```\n@everyone #1 <img src=x onerror=alert(1)> [x](https://example.com) `` | \u202e\u001b[2J <!-- -->';
  const entries = [
    { kind: 'title', action: 'changed', before: hostile, after: '`', count: 1, pages: ['/`a`/'] },
    { kind: 'link', action: 'added', subject: '@a', count: 2, pages: ['/a@b/'] },
    { kind: 'words', action: 'changed', words: diffWords(`a ${hostile}`, `b ${hostile}`), count: 1, pages: ['/'] },
  ] as const;
  const text = formatDiffAsMarkdown({ pages: { before: 1, after: 1 }, changes: entries, isWhole: true });

  const outside = text
    .replace(/^ {2}(`{3,})diff\n(?: {2}[-+] .*\n)+ {2}\1$/gm, 'FENCE')
    .replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, 'CODE');
  expect(outside).toBe(`<!-- sitegen diff -->
**3 differences; 1 page before, 1 now.**

- **title changed** CODE → CODE: CODE
- **link added (2 pages)** CODE: CODE and 1 more
- **text changed**: CODE
FENCE
`);
});

test('a long comment leaves out the last changes, and says so', () => {
  const changes = Array.from({ length: 3000 }, (_, index) => ({
    kind: index < 10 ? ('title' as const) : ('link' as const),
    action: 'added' as const,
    subject: `/${index}/`,
    count: 1,
    pages: ['/'],
  }));
  const text = formatDiffAsMarkdown({ pages: { before: 1, after: 1 }, changes, isWhole: true });

  expect(text.length).toBeLessThan(60_000);
  expect(text).toMatch(/`\/9\/`[^]*\*\*\d+ more differences left out\.\*\*\n$/);
});
