import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { makeAddressesAbsolute } from '../../src/check/html/absolute-addresses.ts';
import { feed, type FeedEntry, type FeedOptions } from '../../src/api/feed.ts';

const CONTEXT = { site: 'https://example.com', base: '/docs/', path: '/feed.xml' };

const ENTRY: FeedEntry = { path: '/posts/first/', title: 'First', updated: '2026-03-14' };

const HOSTILE = 'a\u0000\u000B\uD800 <b> & "c" \' ]]> 😀 \uFFFE';

const OPTIONS: FeedOptions = {
  title: `Feed ${HOSTILE}`,
  description: 'About',
  language: 'en-GB',
  entries: [
    { ...ENTRY, published: '2026-01-01' },
    { ...ENTRY, path: '/posts/b/', updated: '2026-02-02T10:00+02:00' },
    { ...ENTRY, path: '/posts/a/', updated: new Date('2026-02-02T08:00Z'), id: 'tag:example.com,2020:a' },
    {
      path: '/posts/café/?x=1',
      title: HOSTILE,
      updated: '2026-04-01',
      summary: HOSTILE,
      author: 'Ada & Co',
      tags: ['x & y'],
      content: `<p>${HOSTILE.slice(0, 4)}<a href="../first/">x</a></p>`,
    },
  ],
};

describe('an Atom feed', () => {
  const { atom } = feed(CONTEXT, OPTIONS);
  const $ = load(atom, { xml: true });
  const textsOf = (selector: string) =>
    $(selector)
      .toArray()
      .map((one) => $(one).text());

  test('contains what RFC 4287 requires, with absolute addresses and UTC times', () => {
    expect(textsOf('feed > id')).toEqual(['https://example.com/docs/']);
    expect(textsOf('feed > title')).toEqual([`Feed a <b> & "c" ' ]]> 😀 `]);
    expect(textsOf('feed > updated')).toEqual(['2026-04-01T00:00:00.000Z']);
    expect(textsOf('feed > author > name')).toEqual(textsOf('feed > title'));
    expect($('feed > link[rel=self]').attr('href')).toBe('https://example.com/docs/feed.xml');
    expect($('feed').attr('xml:lang')).toBe('en-GB');
    for (const name of ['id', 'title', 'updated']) expect($(`entry > ${name}`)).toHaveLength(4);
    expect($('entry > link[rel=alternate]').first().attr('href')).toBe('https://example.com/docs/posts/caf%C3%A9/?x=1');
    expect($('category').attr('term')).toBe('x & y');
  });

  test('lists the newest entries first, whatever the order of the input', () => {
    expect(textsOf('entry > id')).toEqual([
      'https://example.com/docs/posts/caf%C3%A9/?x=1',
      'https://example.com/docs/posts/b/',
      'tag:example.com,2020:a',
      'https://example.com/docs/posts/first/',
    ]);
    expect(feed(CONTEXT, { ...OPTIONS, entries: OPTIONS.entries.toReversed() }).atom).toBe(atom);
  });

  test('contains no characters that XML forbids, and HTML as text with absolute addresses', () => {
    expect(atom).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    expect(textsOf('summary')).toEqual([`a <b> & "c" ' ]]> 😀 `]);
    expect(textsOf('content[type=html]')).toEqual(['<p>a<a href="https://example.com/docs/posts/first/">x</a></p>']);
  });

  test('without entries has a date that does not depend on the clock', () => {
    expect(feed(CONTEXT, { title: 'T', entries: [] }).atom).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });
});

test('a JSON feed contains what version 1.1 requires', () => {
  const { json } = feed({ ...CONTEXT, path: '/feed.json' }, OPTIONS);
  const { items, ...channel } = JSON.parse(json) as { items: Record<string, unknown>[] } & Record<string, unknown>;

  expect(channel).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Feed a <b> & "c" ' ]]> 😀 `,
    home_page_url: 'https://example.com/docs/',
    feed_url: 'https://example.com/docs/feed.json',
    description: 'About',
    authors: [{ name: `Feed a <b> & "c" ' ]]> 😀 ` }],
    language: 'en-GB',
  });
  expect(items[0]).toMatchObject({
    content_html: '<p>a<a href="https://example.com/docs/posts/first/">x</a></p>',
    date_published: '2026-04-01T00:00:00.000Z',
    authors: [{ name: 'Ada & Co' }],
    tags: ['x & y'],
  });
  expect(items[3]).toEqual({
    id: 'https://example.com/docs/posts/first/',
    url: 'https://example.com/docs/posts/first/',
    title: 'First',
    content_text: 'First',
    date_published: '2026-01-01T00:00:00.000Z',
    date_modified: '2026-03-14T00:00:00.000Z',
  });
});

test.each<readonly [string, Partial<Record<keyof FeedEntry, unknown>>, string]>([
  ['no title', { title: '' }, `The entry '/posts/first/' of the feed has no \`title\`.`],
  ['no path', { path: undefined }, 'An entry of the feed has no `path`.'],
  ['a relative path', { path: 'first' }, `needs a \`path\` that starts with a slash`],
  ['no date', { updated: undefined }, `The entry '/posts/first/' of the feed has no \`updated\`.`],
  ['a wrong date', { updated: '14 March' }, `has no valid date as its \`updated\`: '14 March'.`],
  ['an id that is no URI', { id: '1' }, `has an \`id\` that is no URI: '1'.`],
])('an entry with %s is an error', (_what, wrong, message) => {
  const entries = [{ ...ENTRY, ...wrong } as FeedEntry];

  expect(() => feed(CONTEXT, { title: 'T', entries })).toThrow(message);
});

test('duplicate ids, a missing title and a missing site are errors', () => {
  expect(() => feed(CONTEXT, { title: 'T', entries: [ENTRY, ENTRY] })).toThrow('Two entries of the feed have the id');
  expect(() => feed(CONTEXT, { title: '', entries: [] })).toThrow('The feed has no `title`.');
  expect(() => feed({ base: '/', path: '/feed.xml' }, { title: 'T', entries: [] })).toThrow('set `site`');
});

test.each([
  ['<a class="x" href="/b/?c=1&amp;d=2">', '<a class="x" href="https://e.com/b/?c=1&amp;d=2">'],
  ["<a title='\"' href=../c/>", '<a title="&quot;" href="https://e.com/c/">'],
  ['<a href="#note">', '<a href="https://e.com/a/#note">'],
  [
    '<img alt="" srcset="b.jpg 1x, /c.jpg 2x"/>',
    '<img alt="" srcset="https://e.com/a/b.jpg 1x, https://e.com/c.jpg 2x"/>',
  ],
  ['<svg><use href="/i.svg#x"/></svg>', '<svg><use href="https://e.com/i.svg#x"/></svg>'],
  ['<a href="http://[">', '<a href="http://[">'],
  ['<!-- <a href="/b/"> --><pre>href="/b/"</pre>', '<!-- <a href="/b/"> --><pre>href="/b/"</pre>'],
])('makes addresses in %s absolute', (html, expected) => {
  expect(makeAddressesAbsolute(html, 'https://e.com/a/')).toBe(expected);
});
