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
