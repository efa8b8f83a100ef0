import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectPage } from '../../src/check/html/inspect-html.ts';
import { addBase } from '../../src/react/base-path.ts';
import { splitSrcset } from '../../src/shared/address-attributes.ts';

describe.each([
  ['/a.jpg 1x, /b.jpg 2x', '/docs/a.jpg 1x, /docs/b.jpg 2x', ['/a.jpg', '/b.jpg']],
  ['/a.jpg 1x ,/b.jpg', '/docs/a.jpg 1x ,/docs/b.jpg', ['/a.jpg', '/b.jpg']],
  ['/a.jpg,/b.jpg', '/docs/a.jpg,/b.jpg', ['/a.jpg,/b.jpg']],
  ['/a,b.jpg, /c.jpg', '/docs/a,b.jpg, /docs/c.jpg', ['/a,b.jpg', '/c.jpg']],
  [', /a.jpg 1x (1, 2),/b.jpg', ', /docs/a.jpg 1x (1, 2),/docs/b.jpg', ['/a.jpg', '/b.jpg']],
  ['/a.jpg (1, /b.jpg', '/docs/a.jpg (1, /b.jpg', ['/a.jpg']],
  ['data:image/png;base64,AAA= 1x,/b.jpg', 'data:image/png;base64,AAA= 1x,/docs/b.jpg', ['/b.jpg']],
  [' ,, ', ' ,, ', []],
])('srcset %j', (text, inDocs, addresses) => {
  test('gets the base', () => {
    expect(
      addBase('img', { srcSet: text }, { base: '/docs/', assets: '/docs/', based: '/docs/', elsewhere: [] }),
    ).toEqual({
      srcSet: inDocs,
    });
  });

  test('is checked', () => {
    const { facts } = inspectPage(`<img alt="" srcset="${text}">`);
    expect(facts.references.map(({ url }) => url).filter((url) => url.startsWith('/'))).toEqual(addresses);
  });
});

test('nothing is lost or added, and addresses contain no spaces', () => {
  const text = fc.string({ unit: fc.constantFrom('/', 'a', ',', ' ', '\n', '(', ')', '1x') });
  fc.assert(
    fc.property(text, (value) => {
      const parts = splitSrcset(value);
      expect(parts.join('')).toBe(value);
      expect(parts.filter((part, index) => index % 2 === 1 && !/^[^\s,](\S*[^\s,])?$/.test(part))).toEqual([]);
    }),
  );
});

test.each(['/' + 'a,'.repeat(1e6), ','.repeat(1e6), '/a ' + '('.repeat(1e6), '/a,b,,,'.repeat(1e5) + 'c'])(
  'long texts take linear time',
  { timeout: 5000 },
  (text) => {
    expect(splitSrcset(text).join('').length).toBe(text.length);
  },
);
