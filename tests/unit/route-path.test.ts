import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routeBuilder } from '../../src/project/route-path.ts';
import { href } from '../../src/api/href.ts';
import { toPageFile } from '../../src/shared/paths.ts';

const pageOf = (stem: string) => toPageFile(`templates/pages/${stem}.tsx`);

test.each([
  ['insights/[slug]', { slug: 'über & co' }, '/insights/über & co/'],
  ['insights/[slug]', { slug: 'index' }, '/insights/index/'],
  ['insights/[slug]', { slug: 'x'.repeat(255) }, `/insights/${'x'.repeat(255)}/`],
  ['[year]/index', { year: '2025' }, '/2025/'],
  ['[year]/[month]/list', { month: '01', year: '2025' }, '/2025/01/list/'],
  ['[constructor]', { constructor: 'a' }, '/a/'],
  ['docs/[...rest]', { rest: 'guide/set up' }, '/docs/guide/set up/'],
  ['docs/[...rest]', { rest: '' }, '/docs/'],
  ['[...rest]', { rest: '' }, '/'],
])('%s with %j has the path %s', (stem, params, path) => {
  const page = pageOf(stem);
  const built = routeBuilder(page)(params);
  expect(built).toEqual({ route: { path, source: page.source, output: `${path.slice(1)}index.html` }, params });
  expect(built).not.toHaveProperty(
    'params',
    expect.toSatisfy((own) => own === params),
  ); // the caller may change them later
});

describe('reports params that are not a path', () => {
  test.each([
    ['[slug]', undefined, '`params` must be an object with "slug", but is undefined'],
    ['[a]/[b]', 'first', '`params` must be an object with "a" and "b", but is "first"'],
    ['[toString]', {}, '`params` lacks "toString"'],
    ['[year]/[slug]', { year: '2025' }, '`params` lacks "slug"'],
    ['[slug]', { slug: 'a', tag: 'b' }, '`params` has "tag", but the name of the file has only "slug"'],
    ['[slug]', { slug: 5 }, 'the param "slug" must be a string, but is the number 5: write String(5)'],
    ['[slug]', { slug: ['a'] }, 'but is an array'],
    ['[...rest]', { rest: ['a', 'b'] }, 'but is an array'],
    ['[slug]', { slug: '' }, 'the param "slug" is "", which is empty'],
    ['[slug]', { slug: '..' }, 'which has a leading dot, or a trailing dot or space'],
    ['[slug]', { slug: 'a/b' }, 'the param "slug" is "a/b", which contains a slash; only "[...name]" matches more'],
    ['[slug]', { slug: '50%' }, 'the param "slug" is "50%", which has the character "%"'],
    ['[slug]', { slug: 'a\0b' }, String.raw`which has the character "\u0000"`],
    ['[slug]', { slug: '\ud83d' }, String.raw`which has the character "\ud83d"`],
    ['[slug]', { slug: 'nul' }, 'which has a name that is reserved on Windows'],
    ['[slug]', { slug: 'x'.repeat(300) }, `is "${'x'.repeat(60)}…", which has more than 255 bytes`],
    ['[...rest]', { rest: 'a//b' }, 'which starts or ends with a slash, or has two in a row'],
    ['[...rest]', { rest: 'a/../b' }, 'which has a leading dot, or a trailing dot or space'],
  ])('%s with %j', (stem, params, problem) => {
    expect(routeBuilder(pageOf(stem))(params)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', '/', '.', ' ', '%', 'é', '&', '\ud83d', '\ude00', "'", '+'))
    .map((parts) => parts.join('')),
);

test.each(['insights/[slug]', 'docs/[...slug]', '[...slug]', 'a b/[slug]/ü'])(
  'href leads to every page of %s',
  (stem) => {
    const page = pageOf(stem);
    const makePath = routeBuilder(page);
    const leads = (slug: string): void => {
      const made = makePath({ slug });
      if ('problem' in made) return;
      const address = href(page.pattern, { slug });
      expect(decodeURIComponent(address)).toBe(made.route.path);
      expect(new URL(address, 'https://example.com').pathname).toBe(address);
    };
    expect(() => fc.assert(fc.property(texts, leads), { numRuns: 1000 })).not.toThrow();
  },
);
