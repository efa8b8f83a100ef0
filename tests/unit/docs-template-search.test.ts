/** What the search of the template `docs` shows of a section. */
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { excerpt, find, options, splitAtTerms } from '../../examples/docs/templates/search.ts';

test.each([
  ['Set the base path.', ['base'], ['Set the ', 'base', ' path.']],
  ['Bases, database', ['base'], ['', 'Base', 's, database']],
  ['a+b costs $1 (or more)', ['a+b', '$1', '(or'], ['', 'a+b', ' costs ', '$1', ' ', '(or', ' more)']],
  ['', ['a'], ['']],
])('%j is marked at %j', (text, terms, parts) => expect(splitAtTerms(text, terms)).toEqual(parts));

test.each([
  ['short text', ['text'], 'short text'],
  [`${'word '.repeat(40)}needle ${'word '.repeat(40)}`, ['needle'], /^…(word )+needle (word )+w\w*…$/],
  ['word '.repeat(40), ['absent'], /^(word ?)+…$/],
  [`${'字'.repeat(500)}!needle`, ['needle'], /^…字+!needle$/],
])('the excerpt of %j around %j', (text, terms, expected) => {
  expect(excerpt(text, terms)).toMatch(expected instanceof RegExp ? expected : new RegExp(`^${expected}$`));
});

test.each([
  ['base path', ['both']],
  ['path missing', ['both', 'one']],
  ['missing', []],
])('%j finds %j', (query, expected) => {
  const index = new MiniSearch(options);
  index.add({ id: 'both', title: '', heading: '', text: 'The base path, a path' });
  index.add({ id: 'one', title: '', heading: '', text: 'A path that others share with words of its own' });
  expect(find(index, query).map(({ id }) => id as string)).toEqual(expected);
});

test.each([
  ['首先安装数据库管理系统', ['数据库', '数据', '安装 管理', '系统']],
  ['サーバーを重新启动する。東京で接続', ['サーバー', '東京', '接続', '重新启动']],
  ['이 문서를 읽으세요', ['문서', '읽으세요']],
  ['ติดตั้งฐานข้อมูล', ['ฐาน', 'ข้อมูล']],
  ['Straße, Łódź, Ørsted, Über, İstanbul', ['strasse', 'STRASSE', 'Straße', 'lodz', 'orsted', 'uber', 'istanbul']],
  ['HTTPServer and parseHtml2Text', ['server', 'http', 'HTTPServer', 'html2', 'text']],
  ['C++, C#, .NET, user_id, --no-watch, node:fs', ['C++', 'c#', '.net', 'user_id', 'id', '--no-watch', 'node:fs']],
  ['naïve Ελληνικά ёлка שלום محمد 1.2.3 O\u2019Brien', ['naive', 'ελληνικα', 'елка', 'שלום', 'محمد', '1.2.3', 'brien']],
])('%j is found by each of %j', (text, queries) => {
  const index = new MiniSearch(options);
  index.add({ id: 'a', title: '', heading: '', text });
  const missed = queries.filter((query) => index.search(query, { fuzzy: false }).length === 0);
  expect(missed).toEqual([]);
});

test.each([
  ['首先安装数据库管理', '安装', ['首先', '安装', '数据库管理']],
  ['ガイドと東京', 'ガイド', ['', 'ガイド', 'と東京']],
  ['이 문서를', '문서', ['이 ', '문서를', '']],
])('in %j, the words for "%s" are marked', (text, query, parts) => {
  const index = new MiniSearch(options);
  index.add({ id: 'a', title: '', heading: '', text });
  expect(splitAtTerms(text, Object.keys(find(index, query)[0]?.match ?? {}))).toEqual(parts);
});
