import { expect, test } from 'vitest';
import { editDistance } from '../../src/shared/suggest-name.ts';
import { suggestName } from '../../src/shared/suggest-name.ts';

test.each([
  ['other', 'other', 0],
  ['othr', 'other', 1], // missing
  ['ohter', 'other', 1], // swapped
  ['othre/', 'other', 2],
  ['', 'abc', 3],
  ['sitting', 'kitten', 3],
])('from "%s" to "%s", there are %s errors', (written, name, errors) => {
  expect(editDistance(written, name, 3)).toBe(errors);
  expect(editDistance(name, written, 3)).toBe(errors);
});

test.each([
  ['a', 'b', 0],
  ['sitting', 'kitten', 2],
  ['', 'long', 3],
])('"%s" and "%s" have more than %s errors', (written, name, limit) => {
  expect(editDistance(written, name, limit)).toBeGreaterThan(limit);
});

test.each([
  ['/abuot/', '/about/'], // swapped
  ['/About/', '/about/'],
  ['/fq/', '/faq/'],
  ['/guidesetup/', '/guide/setup/'],
  ['/guide/instalation/linux/', '/guide/installation/linux/'],
  ['/about-us/', '/about/'],
  ['/documnetation/refrence/', '/documentation/reference/'],
  ['/u\u0308ber/', '/\u00fcber/'],
  ['basePath', 'base'],
  ['trailing-slash', 'trailingSlash'],
  ['Calout', 'Callout'],
])('"%s" is like "%s"', (written, name) => {
  expect(suggestName(written, ['', '/', name, `${name}-of-another-kind`])).toBe(name);
});

test.each([
  ['/L/', '/\u00df/'],
  ['/', '/a/'],
  ['/3.mp4', '/1.mp4'],
  ['/2025/launch/', '/2026/launch/'],
  ['/about.pdf', '/about.png'],
  ['/blog/react-hooks-explained/', '/blog/react/'],
  ['/pricing/', '/privacy/'],
  ['/\u{1f389}/', '/\u{1f680}/'],
  ['section-one', 'section-two'],
])('"%s" is not like "%s"', (written, name) => {
  expect(suggestName(written, [name])).toBeUndefined();
});

test('suggestName returns the most similar name, and the first of several', () => {
  expect(suggestName('/post/', ['/pots/', '/post-of-may/', '/posts/', '/most/'])).toBe('/pots/');
  expect(suggestName('/Posts/', ['/pots/', '/posts/'])).toBe('/posts/');
  expect(suggestName('siteUrl', ['site', 'siteUrls'])).toBe('siteUrls');
});
