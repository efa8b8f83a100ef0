import { expect, test } from 'vitest';
import { addressesToForget } from '../../src/deploy/cloudfront.ts';
import type { SiteFile } from '../../src/deploy/site-files.ts';

const file = (name: string): SiteFile => ({ file: name, size: 0, md5: '', type: '', cacheControl: '' });
const plan = (changed: readonly string[], gone: readonly string[] = []) => ({
  added: [],
  changed: changed.map(file),
  unchanged: [],
  gone,
  former: new Map<string, number>(),
  listing: new Map<string, string>(),
  manifest: undefined,
});

test('pages have two addresses, files with hashed names none', () => {
  const changed = plan(['index.html', '404.html', 'assets/a.css'], ['old/index.html']);
  expect(addressesToForget(changed, '/', true)).toEqual(['/', '/index.html', '/404.html', '/old/', '/old/index.html']);
  expect(addressesToForget(changed, '/', false)).not.toContain('/old/');
});

test('more than a thousand are one', () => {
  const pages = Array.from({ length: 501 }, (_, index) => `${index}/index.html`);
  expect(addressesToForget(plan(pages.slice(1)), '/docs/', true)).toHaveLength(1000);
  expect(addressesToForget(plan(pages), '/docs/', true)).toEqual(['/docs/*']);
});
