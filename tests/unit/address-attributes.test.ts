import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { inspectPage } from '../../src/check/html/inspect-html.ts';
import { addBase } from '../../src/react/base-path.ts';
import { splitCss } from '../../src/shared/address-attributes.ts';

const PREFIXES = { base: '/docs/', assets: '/docs/', based: '/docs/', elsewhere: ['/api/'] };

/** An element, and the addresses that the link check should find in it. */
const CASES: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ['a', { href: '/a/', ping: '/b /c' }, ['/a/', '/b', '/c']],
  ['blockquote', { cite: '/a/' }, ['/a/']],
  ['button', { formAction: '/a/' }, ['/a/']],
  ['link', { rel: 'preload', as: 'image', imageSrcSet: '/a.png 1x, /b.png 2x' }, ['/a.png', '/b.png']],
  ['meta', { property: 'og:image', content: '/a.png' }, ['/a.png']],
  ['meta', { name: 'twitter:image', content: ' /a.png ' }, ['/a.png']],
  ['meta', { itemProp: 'image', content: '/a.png' }, ['/a.png']],
  ['meta', { httpEquiv: 'refresh', content: '5; url=/a/' }, ['/a/']],
  ['meta', { httpEquiv: 'refresh', content: '0;URL="/a/"' }, ['/a/']],
  [
    'rect',
    { fill: 'url(/a.svg#x)', filter: 'url("/b.svg#y")', clipPath: "url('/c.svg#z')" },
    ['/a.svg#x', '/b.svg#y', '/c.svg#z'],
  ],
  ['use', { xlinkHref: '/a.svg#x' }, ['/a.svg#x']],
  ['div', { style: { backgroundImage: 'url(/a.png), url(/b.png)' } }, ['/a.png', '/b.png']],
  ['div', { style: { '--image': 'image-set("/a.png" 1x, "/b.png" type("image/png"))' } }, ['/a.png', '/b.png']],
  [
    'style',
    {
      children: '/* url(/no) */ @import "/a.css"; p { background: url( "/b.png" ) } q::before { content: "url(/no)" }',
    },
    ['/a.css', '/b.png'],
  ],
  ['style', { dangerouslySetInnerHTML: { __html: 'p { background: url(/a.png) }' } }, ['/a.png']],
  ['object', { data: '/a.pdf' }, ['/a.pdf']],
  ['sl-button', { href: '/a/' }, ['/a/']],
];

describe.each(CASES)('the addresses of <%s %j>', (type, props, addresses) => {
  const urlsIn = (given: typeof props) =>
    inspectPage(renderToStaticMarkup(createElement(type, given))).facts.references.map(({ url }) => url);

  test('are checked', () => {
    expect(urlsIn(props)).toEqual(addresses);
  });

  test('get the base', () => {
    expect(urlsIn(addBase(type, props, PREFIXES))).toEqual(addresses.map((address) => `/docs${address}`));
  });
});

test.each([
  ['meta', { name: 'description', content: '/ is the root' }],
  ['meta', { httpEquiv: 'refresh', content: '30' }],
  ['rect', { fill: 'none', mask: 'url(#m)' }],
  ['a', { href: '//cdn.example/', ping: '/api/seen' }],
  ['style', { children: ['p { color: red }', null, 'q::before { content: "/a" }'] }],
  ['iframe', { srcDoc: '<a href="/a/">' }],
])('addBase leaves <%s %j> as it is', (type, props) => {
  expect(addBase(type, props, PREFIXES)).toEqual(props);
});

test('inspectPage reads a srcdoc, without fragments', () => {
  const srcDoc = '<a href="/a/">a</a><a href="#b">b</a><img src="/c.png"><style>p { background: url(/d.png) }</style>';
  const html = renderToStaticMarkup(createElement('iframe', { srcDoc, sandbox: '' }));
  expect(inspectPage(html).facts.references).toEqual([
    { url: '/a/', from: 'a[href]' },
    { url: '/c.png', from: 'img[src]' },
    { url: '/d.png', from: 'style' },
  ]);
});

test.each([
  [String.raw`url(/a\ b\29.png)`, '/a b).png'],
  [String.raw`url("/\63 af\e9.png")`, '/café.png'],
])('inspectPage decodes the escapes in %s', (css, url) => {
  expect(inspectPage(`<style>p{background:${css}}</style>`).facts.references).toEqual([{ url, from: 'style' }]);
});

test.each([
  ['/my photo.png 2x, /b.png 3x', ['/my photo.png 2x', '/b.png']],
  ['/a.png 1x, /b c.png', ['/a.png', '/b c.png']],
])('inspectPage treats a candidate with a space as one address: %s', (srcSet, urls) => {
  const html = `<img alt="" srcset="${srcSet}">`;
  expect(inspectPage(html).facts.references.map(({ url }) => url)).toEqual(urls);
});

test('inspectPage skips data in styles', () => {
  expect(inspectPage('<p style="background: url(data:image/png;base64,AAAA)">').facts.references).toEqual([]);
});

test.each(['url('.repeat(1e5), `url(${'\\aaaaaa'.repeat(1e5)}"`])(
  'splitCss takes linear time',
  { timeout: 5000 },
  (text) => {
    expect(splitCss(text).join('')).toBe(text);
  },
);
