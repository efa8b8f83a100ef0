import { describe, expect, test } from 'vitest';
import { checkLinks } from '../../src/check/check-links.ts';
import { findDuplicates } from '../../src/check/check-site.ts';
import { mergeProblems } from '../../src/check/merge-problems.ts';
import type { PageFacts } from '../../src/shared/page-facts.ts';
import { pageFileToRoutePath, routePathToOutput } from '../../src/shared/paths.ts';

/** A page without problems, except those given. */
function facts(file: string, given: Partial<PageFacts> & { links?: string[] } = {}): PageFacts {
  const path = pageFileToRoutePath(file);
  const { links = [], ...rest } = given;
  return {
    route: { path, source: `templates/pages/${file}`, output: routePathToOutput(path) },
    size: { raw: 0 },
    title: `Title of ${file}`,
    description: `Description of ${file}`,
    noindex: false,
    ids: [],
    references: links.map((url) => ({ url, from: 'a[href]' })),
    islands: [],
    contentPolicy: '',
    ...rest,
  };
}

function check(pages: readonly PageFacts[], given: { base?: string; site?: string } = {}) {
  const site = {
    pages,
    otherFiles: ['file.pdf', 'assets/a b.svg'],
    site: undefined,
    base: '/',
    assetPrefix: given.base ?? '/',
    redirects: [],
    elsewhere: ['/api/', '/health'],
    trailingSlash: true,
    findAddress: () => undefined,
    sourceOf: () => undefined,
    ...given,
  };
  return [...mergeProblems(checkLinks(site)), ...findDuplicates(pages)];
}

describe('links', () => {
  const other = facts('other.tsx', { ids: ['here', 'été'] });

  test.each([
    '/',
    '/other/',
    '/other/#here',
    '/other/#%C3%A9t%C3%A9',
    '/other/?q=1#here',
    '/other/#:~:text=words',
    '../other/',
    '/other/index.html',
    '/file.pdf',
    '/assets/a%20b.svg',
    '#top',
    '#',
    'https://elsewhere.example/x',
    'mailto:a@example.com',
    'tel:+44',
    '//cdn.example/x',
  ])('%s is a valid link', (link) => {
    expect(check([facts('index.tsx'), facts('deep.tsx', { links: [link] }), other])).toEqual([]);
  });

  test.each([
    ['/nowhere/', 'link-broken'],
    ['/Other/', 'link-broken'],
    ['/file.pdf/', 'link-broken'],
    ['/%zz', 'link-broken'],
    ['http://[', 'link-broken'],
    ['/other/#gone', 'fragment-broken'],
    ['#gone', 'fragment-broken'],
    ['/other', 'link-redirect'],
  ])('%s is reported as %s', (link, code) => {
    expect(check([facts('index.tsx', { links: [link] }), other]).map((found) => found.code)).toEqual([code]);
  });

  test('a link without the slash is shown with it', () => {
    const [found] = check([facts('index.tsx', { links: ['/other?q=1#here'] }), other]);

    expect(found).toMatchObject({ severity: 'warning', hint: 'write "/other/?q=1#here"' });
  });

  test('an absolute link to the site itself is followed', () => {
    const pages = [
      facts('index.tsx', { links: ['https://example.com/nowhere/', 'https://example.com/other/'] }),
      other,
    ];

    expect(check(pages, { site: 'https://example.com' }).map((found) => found.code)).toEqual(['link-broken']);
  });

  test('links outside the base are broken', () => {
    const pages = [facts('index.tsx', { links: ['/docs/other/', '/other/', '/docs/'] }), other];

    const found = check(pages, { base: '/docs/' });

    expect(found).toMatchObject([{ code: 'link-broken', place: { file: 'templates/pages/index.tsx' } }]);
    expect(found[0]?.message).toContain('"/other/"');
  });

  test('a mistake in what many pages share is reported once', () => {
    const pages = ['a.tsx', 'b.tsx', 'c.tsx'].map((file) => facts(file, { links: ['/nowhere/'] }));

    const found = check(pages);

    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain('On /a/ and 2 more pages.');
  });
});
