import { expect, test } from 'vitest';
import { href } from '../../src/api/href.ts';

test.each([
  ['/', {}, '/'],
  ['/contact', {}, '/contact/'],
  ['/über & co', {}, '/%C3%BCber%20&%20co/'],
  ['/insights/[slug]', { slug: 'first' }, '/insights/first/'],
  ['/insights/[slug]', { slug: 'a?b#c' }, '/insights/a%3Fb%23c/'],
  ['/insights/[slug]', { slug: '$&' }, '/insights/$&/'],
  ['/[year]/[month]/list', { year: '2025', month: '01' }, '/2025/01/list/'],
  ['/docs/[...rest]', { rest: 'guide/set up' }, '/docs/guide/set%20up/'],
  ['/[...rest]', { rest: '' }, '/'],
])('%s with %j is %s', (pattern: string, params, address) => {
  expect(href(pattern, params)).toBe(address);
});

test.each([
  ['/insights/[slug]', {}, 'undefined'],
  ['/insights/[slug]', { slug: 5 }, 'number'],
  ['/insights/[slug]', { slug: '..' }, '".."'],
  ['/insights/[slug]', { slug: 'a/b' }, '"a/b"'],
  ['/insights/[slug]', { slug: '\ud83d' }, String.raw`"\ud83d"`],
  ['/[year]/[slug]', { year: '2025' }, 'undefined'],
  ['/docs/[...slug]', { slug: ['a'] }, 'object'],
  ['/docs/[...slug]', { slug: '/a' }, '"/a"'],
  ['/docs/[...slug]', { slug: 'a/../b' }, '"a/../b"'],
])('%s with %j throws', (pattern: string, params, found) => {
  const call = () => href(pattern, params as unknown as Record<string, string>);
  expect(call).toThrow(`href('${pattern}'): the param "slug" must be`);
  expect(call).toThrow(`but is ${found}.`);
});
