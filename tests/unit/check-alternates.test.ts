import { expect, test } from 'vitest';
import { checkAlternates } from '../../src/check/check-alternates.ts';
import { findAlternateMistakes, isLanguage, readAlternates } from '../../src/shared/read-alternates.ts';
import type { PageFacts } from '../../src/shared/page-facts.ts';
import { routePathToOutput } from '../../src/shared/paths.ts';

type Given = Partial<PageFacts> & { readonly to?: Readonly<Record<string, string>> };

function facts(path: string, { to, ...given }: Given): PageFacts {
  return {
    route: { path, source: `templates/pages${path}index.tsx`, output: routePathToOutput(path) },
    size: { raw: 0 },
    title: path,
    description: path,
    noindex: false,
    ids: [],
    references: [],
    images: [],
    islands: [],
    contentPolicy: '',
    ...(to && { alternates: readAlternates(to) }),
    ...given,
  };
}

/** The pages with problems, and the beginning of each message. */
function check(
  pages: Readonly<Record<string, Given>>,
  given: { readonly failed?: readonly string[]; readonly unlisted?: readonly string[] } = {},
) {
  const all = Object.entries(pages).map(([path, one]) => facts(path, one));
  return checkAlternates({
    pages: all,
    failed: new Set(given.failed),
    unlisted: given.unlisted ?? [],
    unpublished: [{ route: { path: '/later/', source: 'templates/pages/later.tsx', output: 'later/index.html' } }],
  }).map(({ route, diagnostic }) => `${route.path} ${diagnostic.message}`);
}

const BOTH = { en: '/a/', de: '/de/ä/', 'x-default': '/a/' };

test.each<[string, Readonly<Record<string, Given>>]>([
  ['equal', { '/a/': { to: BOTH }, '/de/ä/': { to: { de: '/de/%C3%A4/', 'x-default': '/a/', EN: '/a/' } } }],
  ['absent', { '/a/': {} }],
  ['on a page that is not listed', { '/a/': { to: { de: '/' }, noindex: true }, '/404.html': { to: { de: '/' } } }],
  ['by `x-default` alone', { '/a/': { to: { 'x-default': '/a/' } } }],
])('`alternates` that are %s are valid', (_, pages) => {
  expect(check(pages)).toEqual([]);
});

test.each<[string, Readonly<Record<string, Given>>, readonly string[]]>([
  [
    'is not linked back',
    { '/a/': { to: BOTH }, '/de/ä/': {} },
    [
      '/de/ä/ The `alternates` of the page lack "en": "/a/", "de": "/de/ä/", "x-default": "/a/", which those of its translation /a/ have.',
    ],
  ],
  [
    'lacks a language that two others have',
    {
      '/a/': { to: { en: '/a/', de: '/b/', fr: '/c/' } },
      '/b/': { to: { en: '/a/', de: '/b/', fr: '/c/' } },
      '/c/': { to: { en: '/a/', fr: '/c/' } },
    },
    ['/c/ The `alternates` of the page lack "de": "/b/", which those of its translation /a/ have.'],
  ],
  [
    'does not include itself',
    { '/a/': { to: { de: '/b/' } }, '/b/': { to: { de: '/b/' } } },
    ['/a/ The `alternates` of the page do not include the page itself.'],
  ],
  [
    'does not exist',
    { '/a/': { to: { en: '/a/', de: '/de/a/' } } },
    ['/a/ The `alternates` of the page have "/de/a/", but no page has that path.'],
  ],
  [
    'is a draft',
    { '/a/': { to: { en: '/a/', de: '/later/' } } },
    ['/a/ The `alternates` of the page have "/later/", which is not published yet.'],
  ],
  [
    'is hidden from search engines',
    { '/a/': { to: { en: '/a/', de: '/b/' } }, '/b/': { noindex: true } },
    ['/a/ The `alternates` of the page have "/b/", which search engines must not list.'],
  ],
])('a translation that %s is reported once', (_, pages, expected) => {
  expect(check(pages)).toEqual(expected);
});

test('a translation may be an unknown page, or one with errors', () => {
  const to = { en: '/a/', de: '/de/a/', fr: '/fr/a/' };

  expect(check({ '/a/': { to }, '/fr/a/': {} }, { unlisted: ['/de/[slug]/'], failed: ['/fr/a/'] })).toEqual([]);
});

test.each<[unknown, number]>([
  [BOTH, 0],
  [{}, 0],
  ['/de/', 1],
  [null, 1],
  [{ german: '/de/', de_AT: '/at/', 'en-UK': '/uk/', jp: '/jp/' }, 4],
  [{ de: 'https://example.org/de/', fr: '//fr/', it: '/it/#top', es: '/%zz/', nl: undefined, en: '/' }, 5],
])('findAlternateMistakes reports the mistakes of %j', (written, count) => {
  const entries = typeof written === 'object' ? Object.keys(written ?? {}).length : 0;

  expect(findAlternateMistakes(written)).toHaveLength(count);
  expect(readAlternates(written)).toHaveLength(Math.max(0, entries - count));
});

test.each([
  ['de', true],
  ['zh-Hant-TW', true],
  ['es-419', true],
  ['en-UK', false],
  ['jp', false],
  ['de_AT', false],
  ['x-default', false],
  ['', false],
])('isLanguage("%s") is %s', (tag, expected) => {
  expect(isLanguage(tag)).toBe(expected);
});
