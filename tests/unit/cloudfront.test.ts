import { expect, test } from 'vitest';
import { pathsToInvalidate } from '../../src/deploy/invalidate.ts';
import type { SiteFile } from '../../src/deploy/site-files.ts';

const file = (name: string): SiteFile => ({ file: name, size: 0, md5: '', type: '', cacheControl: '' });
const plan = (changed: readonly string[], strays: readonly string[] = []) => ({
  added: [],
  changed: changed.map(file),
  unchanged: [],
  strays,
  retained: [],
  ages: new Map<string, number>(),
});

test('invalidates two paths for each page, and none for hashed files', () => {
  const changed = plan(['index.html', '404.html', 'assets/a.css'], ['old/index.html']);
  expect(pathsToInvalidate(changed, '/', true)).toEqual(['/', '/index.html', '/404.html', '/old/', '/old/index.html']);
  expect(pathsToInvalidate(changed, '/', false)).not.toContain('/old/');
});

test('invalidates both spellings of an address with a plus, because the viewer request function encodes it', () => {
  expect(pathsToInvalidate(plan(['c++/index.html', 'r&d é.pdf']), '/docs/', false)).toEqual([
    '/docs/c++/',
    '/docs/c%2B%2B/',
    '/docs/c++/index.html',
    '/docs/c%2B%2B/index.html',
    '/docs/r&d%20%C3%A9.pdf',
  ]);
});

test('invalidates everything if more than a thousand paths have changed', () => {
  const pages = Array.from({ length: 501 }, (_, index) => `${index}/index.html`);
  expect(pathsToInvalidate(plan(pages.slice(1)), '/docs/', true)).toHaveLength(1000);
  expect(pathsToInvalidate(plan(pages), '/docs/', true)).toEqual(['/docs/*']);
});
