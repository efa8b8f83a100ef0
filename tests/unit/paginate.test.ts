import { expect, test } from 'vitest';
import { paginate } from '../../src/api/paginate.ts';
import { href } from '../../src/api/href.ts';

/** `/posts/ (a b) > /posts/2/`: the address, the items, and the previous and next address. */
function summarize(items: readonly string[], size: number): string[] {
  const addressOf = (params: { readonly page: string }) => href('/posts/[...page]', params);
  return paginate(items, size).map(({ params, props }) => {
    const { prev, next, items: own = [], number, count } = props ?? { number: 0, count: 0 };
    const before = prev === undefined ? '' : `${addressOf(prev)} < `;
    const after = next === undefined ? '' : ` > ${addressOf(next)}`;
    return `${before}${addressOf(params)} ${number}/${count} (${own.join(' ')})${after}`;
  });
}

test.each<readonly [string, number, readonly string[]]>([
  ['', 10, ['/posts/ 1/1 ()']],
  ['a', 10, ['/posts/ 1/1 (a)']],
  ['ab', 2, ['/posts/ 1/1 (a b)']],
  ['abc', 2, ['/posts/ 1/2 (a b) > /posts/2/', '/posts/ < /posts/2/ 2/2 (c)']],
  [
    'abcde',
    2,
    ['/posts/ 1/3 (a b) > /posts/2/', '/posts/ < /posts/2/ 2/3 (c d) > /posts/3/', '/posts/2/ < /posts/3/ 3/3 (e)'],
  ],
])('"%s" in pages of %i', (items, size, expected) => {
  expect(summarize(Array.from(items), size)).toEqual(expected);
});

test.each([0, -1, 1.5, Number.NaN, Infinity, '10' as unknown as number])('a page cannot have %s items', (size) => {
  expect(() => paginate(['a'], size)).toThrow('must be a positive integer');
});
