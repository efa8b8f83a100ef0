import { expect, test } from 'vitest';
import { editDistance } from '../../src/shared/edit-distance.ts';
import { suggestName } from '../../src/shared/suggest-name.ts';

test.each([
  ['other', 'other', 0],
  ['othr', 'other', 1], // missing
  ['oother', 'other', 1], // added
  ['ather', 'other', 1], // wrong
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
  ['ccbc', 'cbcac', 1],
  ['sitting', 'kitten', 2],
  ['', 'long', 3],
])('"%s" and "%s" have more than %s errors', (written, name, limit) => {
  expect(editDistance(written, name, limit)).toBeGreaterThan(limit);
});

test.each([
  ['/abuot/', '/about/'], // swapped
  ['/abot/', '/about/'], // missing
  ['/aboutt/', '/about/'], // added
  ['/abput/', '/about/'], // wrong
  ['/About/', '/about/'],
  ['/about', '/about/'],
  ['/post/', '/posts/'],
  ['/tags/', '/tag/'],
  ['/fq/', '/faq/'],
  ['/guidesetup/', '/guide/setup/'],
  ['/guide//setup/', '/guide/setup/'],
  ['/guide-setup/', '/guide/setup/'],
  ['/guide/instalation/linux/', '/guide/installation/linux/'],
  ['/blog/2026/helo-world/', '/blog/2026/hello-world/'],
  ['/about-us/', '/about/'],
  ['/about/', '/about-us/'],
  ['/documnetation/refrence/', '/documentation/reference/'],
  ['/u\u0308ber/', '/\u00fcber/'],
  ['/photos/sunset_large.jpg', '/photos/sunset-large.jpg'],
  ['install-1', 'install'],
  ['coverage.clean', 'coverageclean'],
  ['basePath', 'base'],
  ['outDir', 'out'],
  ['siteUrl', 'site'],
  ['redirect', 'redirects'],
  ['trailing-slash', 'trailingSlash'],
  ['Calout', 'Callout'],
])('"%s" is like "%s"', (written, name) => {
  expect(suggestName(written, ['', '/', name, `${name}-of-another-kind`])).toBe(name);
});

test.each([
  ['/L/', '/\u00df/'],
  ['/L/', '/'],
  ['/', '/a/'],
  ['/guide/L/', '/guide/M/'],
  ['/3.mp4', '/1.mp4'],
  ['/films/a.mp4', '/films/b.mp4'],
  ['/icon-192.png', '/icon-512.png'],
  ['/2025/', '/2026/'],
  ['/2025/launch/', '/2026/launch/'],
  ['/page/12/', '/page/1/'],
  ['/v1.10/', '/v11.0/'],
  ['/de/', '/en/'],
  ['/de/about/', '/en/about/'],
  ['/about.pdf', '/about.png'],
  ['/guide/setup/', '/guide/'],
  ['/blog/react-hooks-explained/', '/blog/react/'],
  ['/pricing/', '/privacy/'],
  ['/products/', '/projects/'],
  ['/\u{1f389}/', '/\u{1f680}/'],
  ['section-one', 'section-two'],
  ['color', 'budgets'],
  ['root', 'out'],
])('"%s" is not like "%s"', (written, name) => {
  expect(suggestName(written, [name])).toBeUndefined();
});

test('suggestName returns the most similar name, and the first of several', () => {
  expect(suggestName('/post/', ['/pots/', '/post-of-may/', '/posts/', '/most/'])).toBe('/pots/');
  expect(suggestName('/Posts/', ['/pots/', '/posts/'])).toBe('/posts/');
  expect(suggestName('siteUrl', ['site', 'siteUrls'])).toBe('siteUrls');
});
