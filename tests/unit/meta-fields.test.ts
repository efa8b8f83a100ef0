import { expect, test } from 'vitest';
import { findFieldMistakes, findMetaMistakes, VISIBILITY } from '../../src/shared/meta-fields.ts';
import { isPublished } from '../../src/api/is-published.ts';

const WRONG_FLAGS = ['no', 'off', 'false', 'true', '', 0, 1, null, [], {}];
const WRONG_TEXTS = [1984, true, null, new Date(), ['a']];
const WRONG_DATES = ['soon', '2026-02-30', '2026-12-01T09:00', '', null, 2026, true, new Date(Number.NaN)];

test.each([
  ...WRONG_FLAGS.flatMap((value) => [{ draft: value }, { noindex: value }]),
  ...WRONG_TEXTS.flatMap((value) => [{ title: value }, { description: value }]),
  ...WRONG_DATES.flatMap((value) => [{ updated: value }, { publishAt: value }]),
  ...['a', null, { english: '/' }, { de: 'x' }].map((value) => ({ alternates: value })),
  { Draft: true },
  { noIndex: true },
  { publishat: '2026-12-01' },
  { published: false },
])('%j is invalid', (data) => {
  const found = findFieldMistakes(data);
  expect(found).toHaveLength(1);
  expect(Object.keys(data)).toEqual([found[0]?.path[0]]);
  expect(found[0]?.hint).not.toBe('');
});

test.each([
  {},
  { title: '', description: 'a', draft: false, noindex: true, updated: '2026-12-01', publishAt: new Date(0) },
  { draft: undefined, noindex: undefined },
  { alternates: { en: '/a/', 'x-default': '/' } },
  { tags: 5, author: null, published: true, publishedAt: 'soon' },
  { published: '2026-12-01' },
])('%j is valid', (data) => expect(findFieldMistakes(data)).toEqual([]));

test('a collection has its own fields, except those that control visibility', () => {
  const data = { title: 1984, updated: 'soon', alternates: 1, Title: 1, draft: 'no', NoIndex: 1 };
  expect(findFieldMistakes(data, VISIBILITY).map(({ path }) => path)).toEqual([['draft'], ['NoIndex']]);
});

test.each([
  [Promise.resolve({ title: 'A' }), 'asynchronous'],
  [undefined, 'not an object. It is undefined'],
  [['a'], 'not an object'],
  ['title', "not an object. It is 'title'"],
  [{}, 'The `meta` has no `title`.'],
])('the meta %j is rejected', (meta, message) => {
  expect(findMetaMistakes(meta, 'meta').map((mistake) => mistake.message)).toEqual([expect.stringContaining(message)]);
});

test.each([{ draft: 'no' }, { publishAt: 'soon' }])('isPublished rejects %j', (page) => {
  expect(() => isPublished(page as object)).toThrow(TypeError);
});

test('isPublished treats `null` as absent', () => {
  expect(isPublished({ draft: null, publishAt: null } as object)).toBe(true);
});
