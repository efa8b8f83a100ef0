import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isErrorPage } from '../../src/shared/error-pages.ts';
import { illegalInName, isWithin, pageFileToRoutePath, routePathToOutput, toPageFile } from '../../src/shared/paths.ts';

test.each([
  ['index.tsx', '/', 'index.html'],
  ['guide/index.tsx', '/guide/', 'guide/index.html'],
  ['guide/setup.tsx', '/guide/setup/', 'guide/setup/index.html'],
  ['café/中.tsx', '/café/中/', 'café/中/index.html'],
  ['404.tsx', '/404.html', '404.html'],
  ['fr/404.tsx', '/fr/404.html', 'fr/404.html'],
  ['my-404.tsx', '/my-404/', 'my-404/index.html'],
])('%s answers to %s and is written to %s', (file, routePath, output) => {
  expect(pageFileToRoutePath(file)).toBe(routePath);
  expect(routePathToOutput(routePath)).toBe(output);
});

test.each([
  ['contact', '/contact/', false],
  ['404', '/404.html', false],
  ['insights/[slug]', '/insights/[slug]/', true],
  ['[year]/index', '/[year]/', true],
  ['[year]/[month]/list', '/[year]/[month]/list/', true],
  ['docs/[...rest]', '/docs/[...rest]/', true],
  ['a[b]', '/a[b]/', false],
])('%s.tsx has the pattern %s; parametric: %s', (stem, pattern, isParametric) => {
  const source = `templates/pages/${stem}.tsx`;
  expect(toPageFile(source)).toEqual({ source, pattern, isParametric, layouts: [] });
});

test.each([
  ['404.html', true],
  ['fr/500.html', true],
  ['x404.html', false],
])('%s is an error page: %s', (output, expected) => {
  expect(isErrorPage(output)).toBe(expected);
});

describe('illegalInName', () => {
  test.each(['setup', 'v1.2', 'a_b-c', 'café', '中', 'console', '(x)', "it's", '😀'])('allows %s', (name) => {
    expect(illegalInName(name)).toBeUndefined();
  });

  test.each(['a?b', 'a:b', '[slug]', '.hidden', 'a ', 'lpt1', 'a\nb', 'half a \ud83d', 'ü'.repeat(128)])(
    'rejects %j',
    (name) => {
      expect(illegalInName(name)).toEqual(expect.any(String));
    },
  );
});

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/c', true],
  ['/a/b', '/a/b-secret', false],
  ['/a/b', '/a', false],
  ['/', '/a', true],
  ['/a', '/a/..b', true],
  ['/a', '/A/b', false],
])('%s contains %s: %s', (folder, target, expected) => {
  expect(isWithin(folder, target, path.posix)).toBe(expected);
});

test.each([
  [String.raw`C:\site`, String.raw`C:\site\out`, true],
  [String.raw`c:\site`, String.raw`C:\Site\out`, true],
  [String.raw`C:\site`, String.raw`C:\site-old`, false],
  [String.raw`\\server\share\site`, String.raw`\\server\share\site\out`, true],
  [String.raw`\\server\share\site`, String.raw`\\server\other\site`, false],
])('on Windows, %s contains %s: %s', (folder, target, expected) => {
  expect(isWithin(folder, target, path.win32)).toBe(expected);
});
