import { expect, test } from 'vitest';
import { completeConfig } from '../../src/config/resolve-config.ts';
import { SitegenError } from '../../src/shared/errors.ts';

const complete = (written: unknown, overrides = {}) =>
  completeConfig('/project', 'sitegen.config.ts', written, overrides);

test('every option has a default', () => {
  expect(completeConfig('/project', undefined, undefined, {})).toEqual({
    root: '/project',
    out: '/project/out',
    site: undefined,
    base: '/',
    assetPrefix: '/',
    prefixes: { base: '/', assets: '/', based: '/', elsewhere: [] },
    runtime: 'react',
    mode: 'production',
    noindex: false,
    split: undefined,
    limits: { seconds: 60, memory: 1024 },
    markdown: { html: false, slugs: 'github', plugins: [] },
    mdx: { remarkPlugins: [], rehypePlugins: [] },
    module: undefined,
    budgets: {},
    keepAssets: 2,
    compress: [],
    hosts: [],
    headers: {},
    redirects: [],
    gone: [],
    external: [],
    checks: {},
    elsewhere: [],
    text: false,
    watch: [],
    trailingSlash: true,
  });
});

test('the command line overrides the file, and the result is frozen', () => {
  const config = complete(
    { base: '/a/', out: 'site', islands: { runtime: 'preact' } },
    { base: '/b/', out: '../elsewhere' },
  );

  expect(config).toMatchObject({ base: '/b/', out: '/elsewhere', runtime: 'preact' });
  expect(Object.isFrozen(config)).toBe(true);
});

test('redirects are decoded by segment, and elsewhere has one spelling', () => {
  const from = ['/r%26d/', '/a%2Bb/', '/%2C%3D%40%3A%24%3B/', '/caf%C3%A9/', '/a%20b/'];

  const config = complete({
    redirects: Object.fromEntries(from.map((path) => [path, '/'])),
    elsewhere: ['/r%26d/', '/caf%c3%a9', '/é/'],
  });

  expect(config.redirects.map((redirect) => redirect.from)).toEqual(['/r&d/', '/a+b/', '/,=@:$;/', '/café/', '/a b/']);
  expect(config.elsewhere).toEqual(['/r&d/', '/caf%C3%A9', '/%C3%A9/']);
});

test.each([
  [{ site: 'https://example.com/' }, 'site'],
  [{ base: 'docs' }, 'base'],
  [{ base: '//evil/' }, 'base'],
  [{ out: '' }, 'out'],
  [{ islands: { runtime: 'vue' } }, 'islands.runtime'],
  [{ limits: [] }, 'limits'],
  [{ markdown: { html: 1 } }, 'markdown.html'],
  [{ markdown: { slugs: 'docusaurus' } }, 'markdown.slugs'],
  [{ markdown: { plugins: ['markdown-it-deflist'] } }, 'markdown.plugins.0'],
  [{ markdown: { plugins: [() => {}, { plugin: () => {} }] } }, 'markdown.plugins.1'],
  [{ mdx: { remarkPlugins: [undefined] } }, 'mdx.remarkPlugins.0'],
  [{ mdx: { rehypePlugins: [[{}, () => {}]] } }, 'mdx.rehypePlugins.0'],
  [{ redirects: [] }, 'redirects'],
  [{ redirects: { '/a%2Fb/': '/' } }, 'redirects./a%2Fb/'],
  [{ redirects: { '/%zz/': '/' } }, 'redirects./%zz/'],
  [{ redirects: { '/%2E%2E/a/': '/' } }, 'redirects./%2E%2E/a/'],
  [{ redirects: { '/%2A': '/' } }, 'redirects./%2A'],
  [{ redirects: { '/a/': '/b%2Fc/' } }, 'redirects./a/'],
  [{ elsewhere: ['/a%2Fb/'] }, 'elsewhere.0'],
  [{ headers: ['x'] }, 'headers'],
  [{ checks: [] }, 'checks'],
  [{ sight: '' }, 'sight'],
])('%j is an error that names the option and the expected value', (written, key) => {
  const error = thrownBy(() => complete(written));

  expect(error.diagnostics).toMatchObject([{ code: 'config-invalid', severity: 'error' }]);
  expect(error.diagnostics[0]?.message).toMatch(new RegExp(`"${key}".* Expected .`));
});

test.each(['/', '.', '..', 'templates', 'templates/a', 'public', '.git/x', 'node_modules'])(
  'out may not be %s',
  (out) => {
    expect(() => complete({ out })).toThrow(SitegenError);
  },
);

function thrownBy(run: () => unknown): SitegenError {
  try {
    run();
  } catch (error) {
    if (error instanceof SitegenError) return error;
  }
  throw new Error('It should have thrown a SitegenError.');
}

test('property names of every object are unknown options', () => {
  expect(() => complete({ constructor: 'x', checks: { toString: 'off' } })).toThrow(
    expect.objectContaining({
      diagnostics: [
        expect.objectContaining({ message: expect.stringContaining('unknown check "toString"') }),
        expect.objectContaining({ message: expect.stringContaining('unknown option "constructor"') }),
      ],
    }),
  );
});
