import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HostedSite } from '../../src/api/host.ts';
import { writeNetlifyFiles } from '../../src/hosts/netlify.ts';
import { writeNginxFiles } from '../../src/hosts/nginx.ts';
import { writeS3Files } from '../../src/hosts/s3.ts';
import { writeVercelFiles } from '../../src/hosts/vercel.ts';
import {
  absoluteUrl,
  decodePath,
  encodePath,
  isElsewhere,
  pathOfOutput,
  spellAddress,
} from '../../src/shared/address.ts';

test.each([
  ['/r&d/', '/r&d/'],
  ['/café/', '/caf%C3%A9/'],
  ['/50%/', '/50%25/'],
  ['/a?b#c/', '/a%3Fb%23c/'],
  ["/$;,:=@!'()*~/", "/$;,:=@!'()*~/"],
  ['/"<>`{}^\\/', '/%22%3C%3E%60%7B%7D%5E%5C/'],
  ['/%26/', '/%2526/'],
])('encodePath spells %s as %s', (decoded, encoded) => {
  expect(encodePath(decoded)).toBe(encoded);
  expect(decodePath(encoded)).toBe(decoded);
  expect(spellAddress(encoded)).toBe(encoded);
  expect(absoluteUrl('https://example.com', '/docs/', decoded)).toBe(`https://example.com/docs${encoded}`);
});

test('encodePath encodes every path like a URL, and decodePath reverses it', () => {
  const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.\.?$|[/\p{Cc}]/u.test(text));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
      const path = `/${segments.join('/')}/`;
      expect(new URL(encodePath(path), 'http://localhost').pathname).toBe(encodePath(path));
      expect(decodePath(encodePath(path))).toBe(path);
    }),
  );
});

test.each(['/a%2Fb/', '/a%2fb/', '/%00/', '/%zz/', '/%E9/', '/100%/'])('decodePath rejects %s', (path) => {
  expect(decodePath(path)).toBeUndefined();
});

test.each([
  ['/r%26d/', '/r&d/'],
  ['/caf%c3%a9/', '/caf%C3%A9/'],
  ['/café/?q=é&r=%26#é', '/caf%C3%A9/?q=%C3%A9&r=%26#%C3%A9'],
  ['/a%2Fb/c%2C/', '/a%2Fb/c,/'],
  ['/100%/', '/100%25/'],
  ['https://müller.example/', 'https://xn--mller-kva.example/'],
])('spellAddress spells %s as %s', (written, spelled) => {
  expect(spellAddress(written)).toBe(spelled);
});

test.each([
  ['/r&d/', '/r%26d/x', true],
  ['/r&d/', '/r&d', true],
  ['/r&d/', '/r%2526d/', false],
  ['/caf%C3%A9', '/café?q=1', true],
  ['/api/', '/api/a%2Fb/', true],
  ['/api/', '/api%2Fb', false],
  ['/api/', '/apis/', false],
])('isElsewhere: %s covers %s: %s', (place, address, expected) => {
  expect(isElsewhere([place], address)).toBe(expected);
});

test.each([
  ['index.html', true, '/'],
  ['contact/index.html', true, '/contact/'],
  ['contact.html', false, '/contact'],
  ['404.html', false, '/404.html'],
  ['a b/é.pdf', false, '/a b/é.pdf'],
])('pathOfOutput: %s with trailing slashes: %s answers to %s', (output, trailingSlash, expected) => {
  expect(pathOfOutput(output, trailingSlash)).toBe(expected);
});

describe('host files contain the redirect from', () => {
  const rulesOf = (from: string, base = '/'): Readonly<Record<string, readonly string[]>> => {
    const redirects = [{ from, to: '/caf%c3%a9/' }];
    const site: HostedSite = {
      base,
      out: 'out',
      headers: {},
      redirects,
      errorFolders: [],
      gone: [],
      elsewhere: [],
      trailingSlash: true,
    };
    const textOf = (files: readonly { readonly name: string; readonly text: string }[], name: string) =>
      files.find((file) => file.name === name)?.text ?? '';
    const { redirects: vercel } = JSON.parse(textOf(writeVercelFiles(site), 'vercel.json')) as {
      readonly redirects: readonly { readonly source: string }[];
    };
    return {
      netlify: textOf(writeNetlifyFiles(site), '_redirects').split('\n').filter(Boolean),
      nginx: [...textOf(writeNginxFiles(site), 'nginx.conf').matchAll(/^location = (.*)$/gm)].map(
        ([, rule]) => rule ?? '',
      ),
      vercel: vercel.map(({ source }) => source),
      s3: [...textOf(writeS3Files(site), 's3-redirects.json').matchAll(/"key": (.*),/g)].map(([, key]) => key ?? ''),
    };
  };

  test('/r&d, as spelled in links and fully encoded', () => {
    expect(rulesOf('/r&d', '/docs/')).toEqual({
      netlify: ['/docs/r&d /docs/caf%C3%A9/ 301', '/docs/r%26d /docs/caf%C3%A9/ 301'],
      nginx: ['"/docs/r&d" { return 301 "/docs/caf%C3%A9/$is_args$args"; }'],
      vercel: ['/docs/r&d', '/docs/r%26d'],
      s3: ['"r&d/index.html"'],
    });
  });

  test('/a:b, which is not a parameter', () => {
    expect(rulesOf('/a:b')['vercel']).toEqual([String.raw`/a\:b`, '/a%3Ab']);
  });

  test('/c++(1), which is not a pattern', () => {
    expect(rulesOf('/c++(1)')['vercel']).toEqual([String.raw`/c\+\+\(1\)`, String.raw`/c%2B%2B\(1\)`]);
  });
});
