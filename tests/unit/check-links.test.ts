import { describe, expect, test } from 'vitest';
import { checkLinks, createLinkFilter, type LinkedSite } from '../../src/check/check-links.ts';
import { findDuplicates } from '../../src/check/check-site.ts';
import { mergeProblems } from '../../src/check/merge-problems.ts';
import type { PageFacts } from '../../src/shared/page-facts.ts';
import { pageFileToRoutePath, routePathToOutput } from '../../src/shared/paths.ts';

/** A page without problems, except for the given ones. */
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
    images: [],
    references: links.map((url) => ({ url, from: 'a[href]' })),
    islands: [],
    contentPolicy: '',
    ...rest,
  };
}

interface Given extends Partial<LinkedSite> {
  /** Files that are not pages. */
  readonly others?: readonly string[];
}

function check(pages: readonly PageFacts[], { others = ['file.pdf', 'assets/a b.svg'], ...given }: Given = {}) {
  const site = {
    pages,
    unlisted: [],
    unpublished: [],
    files: new Set([...pages.map(({ route }) => route.output), ...others]),
    site: undefined,
    base: '/',
    assetPrefix: given.base ?? '/',
    redirects: [],
    elsewhere: ['/api/', '/health'],
    trailingSlash: true,
    root: '/',
    ...given,
    pageAt: (output: string) => pages.find(({ route }) => route.output === output),
  };
  const found = checkLinks(site);
  const findOpen = createLinkFilter(site);
  const withOpen = pages.map((page) => ({
    ...page,
    references: findOpen(page, (output) => site.pageAt(output) !== undefined),
  }));
  expect(checkLinks({ ...site, pages: withOpen })).toEqual(found);
  return [...mergeProblems(found), ...findDuplicates(pages)];
}

describe('links that need not be kept', () => {
  const outputs = ['index.html', 'other/index.html', 'plain.html', '404.html'];
  const site = { site: 'https://www.example.com', base: '/docs/', trailingSlash: true };
  const isKept = (
    url: string,
    { from = 'a[href]', given = {} }: { from?: string; given?: Partial<typeof site> } = {},
  ) => {
    const page = facts('index.tsx', { ids: ['here', 'été'], references: [{ url, from }] });
    return createLinkFilter({ ...site, ...given })(page, (output) => outputs.includes(output)).length === 1;
  };

  test.each(['/docs/', '/docs/other/', 'https://www.example.com/docs/other/', '#here', '/docs/404.html'])(
    '%s',
    (url) => {
      expect(isKept(url)).toBe(false);
    },
  );

  test.each([
    '/docs/missing/',
    '/docs/other',
    '/docs/other/#here',
    '/other/',
    'other/',
    '#missing',
    '#top',
    'https://www.example.com.evil.example/docs/other/',
    'mailto:a@example.com',
  ])('but %s', (url) => {
    expect(isKept(url)).toBe(true);
  });

  test('a name with its ending, where addresses have none', () => {
    const given = { trailingSlash: false };
    expect(isKept('/docs/plain', { given })).toBe(false);
    expect(isKept('/docs/plain.html', { given })).toBe(true);
  });
});

describe('links', () => {
  const other = facts('other.tsx', { ids: ['here', 'été', '50%25'] });

  test.each([
    '/',
    '/other/',
    '/other/#here',
    '/other/#%C3%A9t%C3%A9',
    '../other/',
    '/other/index.html',
    '/file.pdf',
    '/other/#50%25',
    '/other/#here:~:text=it',
    '#top',
    '#TOP',
    'mailto:a@example.com',
    '//cdn.example/x',
  ])('%s is a valid link', (link) => {
    expect(check([facts('index.tsx'), facts('deep.tsx', { links: [link] }), other])).toEqual([]);
  });

  test.each([
    ['/[n]/', '/nowhere/', 0],
    ['/list/[n]/', '/list/a/b/', 1],
    ['/docs/[...rest]/', '/docs/a/b/', 0],
  ])('while the pages of %s are unknown, the link %s is reported %i times', (pattern, link, times) => {
    expect(check([facts('index.tsx', { links: [link] })], { unlisted: [pattern] })).toHaveLength(times);
  });

  test.each([
    ['/nowhere/', 'link-broken'],
    ['/%zz', 'link-broken'],
    ['http://[', 'link-broken'],
    ['/other/#gone', 'fragment-broken'],
    ['#gone', 'fragment-broken'],
    ['/other', 'link-redirect'],
  ])('%s is reported as %s', (link, code) => {
    expect(check([facts('index.tsx', { links: [link] }), other]).map((found) => found.code)).toEqual([code]);
  });

  test.each([
    ['/othr/', 'Did you mean "/other/"?'],
    ['/asset/a%20b.svg', 'Did you mean "/assets/a%20b.svg"?'],
    ['/other/#her', 'Did you mean "#here"?'],
    ['/other/#%C3%A8t%C3%A9', 'Did you mean "#%C3%A9t%C3%A9"?'],
  ])('%s is reported with a suggestion', (link, advice) => {
    expect(check([facts('index.tsx', { links: [link] }), other])[0]?.message).toContain(advice);
  });

  test.each(['/nowhere/', '/oth/', '/other/#gone', '/file.pdf/x'])('%s is reported without one', (link) => {
    expect(check([facts('index.tsx', { links: [link] }), other])[0]?.message).not.toContain('Did you mean');
  });

  test('a suggestion includes the base', () => {
    const [found] = check([facts('index.tsx', { links: ['/docs/othr/'] }), other], { base: '/docs/' });
    expect(found?.message).toContain('"/docs/other/"');
  });

  test.each([
    ['cafe\u0301.tsx', '/caf\u00e9/', '/cafe%CC%81/'],
    ['caf\u00e9.tsx', '/cafe\u0301/', '/caf%C3%A9/'],
    ['home.tsx', '/\u00e0.json', '/a%CC%80.json'],
  ])('with %j, the lookalike %j is reported, and the address of the site is proposed', (file, link, address) => {
    const others = ['\u00fcber.pdf', '\u00f6.json', 'a\u0300.json'];

    const [found, ...more] = check([facts('index.tsx', { links: [link] }), facts(file)], { others });

    expect(more).toEqual([]);
    expect(found?.code).toBe('link-broken');
    expect(found?.message).toContain(`Did you mean "${address}"?`);
  });

  test('a candidate of a srcset is reported whole', () => {
    const page = { ...facts('index.tsx'), references: [{ url: '/my photo.png 2x', from: 'img[srcset]' }] };
    expect(check([page])).toMatchObject([{ code: 'asset-missing', hint: 'write "/my%20photo.png 2x"' }]);
    expect(check([page])[0]?.message).toContain('"/my photo.png 2x"');
  });

  test.each(['/api/a%2Fb', '/api/%zz', 'r%26d', '/lang/c%2B%2B/', '/lang/c++/'])(
    '%s is valid in any encoding',
    (link) => {
      const pages = [facts('index.tsx', { links: [link] }), facts('lang/c++.tsx')];
      expect(check(pages, { others: ['r&d'] })).toEqual([]);
    },
  );

  test('an encoded slash does not separate folders', () => {
    const pages = [facts('index.tsx', { links: ['/lang%2Fc/'] }), facts('lang/c.tsx')];
    expect(check(pages)).toMatchObject([{ code: 'link-broken' }]);
  });

  test('a link without the trailing slash is reported with the correct address', () => {
    const [found] = check([facts('index.tsx', { links: ['/other?q=1#here'] }), other]);

    expect(found).toMatchObject({ severity: 'warning', hint: 'write "/other/?q=1#here"' });
  });

  test('an absolute link to the site is checked', () => {
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

  test('a relative link that leaves the base is as broken as without a base', () => {
    const pages = [facts('index.tsx', { links: ['../../content/gone.md'] })];
    const messages = ['/', '/docs/'].map((base) => check(pages, { base }).map(({ message, hint }) => [message, hint]));

    expect(messages[1]).toEqual(messages[0]);
    expect(messages[0]).toEqual([
      [expect.stringMatching(/gone\.md", but no page or file has that address\.$/), undefined],
    ]);
  });

  test('of more than a thousand broken links, the first have a suggestion', () => {
    const pages = Array.from({ length: 1100 }, (_, index) =>
      facts(`page-${index}.tsx`, { links: [`/pgae-${index}/`] }),
    );

    const found = check(pages);

    expect(found).toHaveLength(1100);
    expect(found[0]?.message).toContain('Did you mean "/page-0/"');
    expect(found.at(-1)?.message).not.toContain('Did you mean');
  });

  test('a mistake in shared content is reported once for all pages', () => {
    const pages = ['a.tsx', 'b.tsx', 'c.tsx'].map((file) => facts(file, { links: ['/nowhere/'] }));

    const found = check(pages);

    expect(found).toHaveLength(1);
    expect(found[0]?.pages).toEqual({ paths: ['/a/', '/b/', '/c/'], count: 3 });
  });
});
