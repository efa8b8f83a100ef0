import { createElement as h, Fragment, Suspense } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { inspectPage } from '../../src/check/html/inspect-html.ts';
import { contextOf, describeDifference, innerOf, isContainer, isKept, OUTER } from '../helpers/nesting.ts';

describe('reports nesting that a browser restructures', () => {
  test.each([
    ['<a href="/"><b><a href="/">x</a></b></a>', '<a> inside <a>'],
    ['<sitegen-island><table><tr><td>x</td></tr></table></sitegen-island>', '<tr> inside <table>'],
    ['<form><table><tbody><tr><td><form>x</form></td></tr></tbody></table></form>', '<form> inside <form>'],
    ['<svg><foreignObject><svg><p>x</p></svg></foreignObject></svg>', '<p> inside <svg>'],
    ['<svg><sitegen-island></sitegen-island></svg>', '<sitegen-island> inside <svg>'],
    ['<ul><li><div><p>y</p><li>x</li></div></li></ul>', '<li> inside <li>'],
    ['<a href="/"><button><a href="/">x</a></button></a>', '<a> inside <a>'],
    ['<table>x<tbody></tbody></table>', 'text inside <table>'],
    ['<table><tbody><tr><td>a</td> <!-- b --> c</tr></tbody></table>', 'text inside <tr>'],
  ])('%s', (html, what) => {
    expect(inspectPage(html).misnested).toContain(what);
  });
});

describe('accepts nesting that a browser keeps', () => {
  test.each([
    ['<p>a <b>b</b> <button><span>c</span></button><object><p>x</p></object></p>'],
    [
      '<table><style>p{}</style><tbody><tr><td><table><tbody><tr><td><p>g</p></td></tr></tbody></table></td></tr></tbody></table>',
    ],
    [
      '<svg><title>n</title><a href="/"><text>o</text></a></svg><details><summary><h2>p</h2></summary><p>q</p></details>',
    ],
    [
      '<svg><foreignObject><div><p>x</p></div></foreignObject><desc><b>y</b></desc></svg><math><mi><b>z</b></mi></math>',
    ],
    ['<select><button><selectedcontent></selectedcontent></button><option><b>s</b></option></select>'],
    ['<a href="/"><svg><a href="/"><text>x</text></a></svg></a>'],
    ['<a href="/"><svg><foreignObject><a href="/">x</a></foreignObject></svg></a>'],
    ['<a href="/"><object><a href="/">x</a></object></a><li><ul><li>x</li></ul></li><dl><dt>x</dt><dd>y</dd></dl>'],
    ['<P>x</p><DIV>y</div><p>z</P><Ul><LI>x</li><li>y</LI></UL>'],
    ['<table>\n<!-- x --> <tbody>\t<tr>\n<td>x</td> <script>1</script>\n</tr></tbody><input type="hidden"/></table>'],
    ['<table><template><tr></tr></template><tbody><template><td>x</td></template></tbody></table>'],
    ['<svg><foreignObject><sitegen-island><p>x</p></sitegen-island></foreignObject></svg>'],
    ['<ul><li>a<li>b<ul><li>c<li>d</ul></ul><dl><dt>a<dd>b<dt>c<dd>d</dl><p>a<p>b<div>c</div><p>d</p>'],
    ['<div><p>a<ul><li><p>b<li>c</li></ul></div></b></div><p>d</p>'],
    [
      '<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d<tr><td>e</table><select><option>a<option>b<optgroup><option>c</select>',
    ],
    ['<html><head><title>a</title><body><ruby>a<rt>b<rp>c</ruby></body></html>'],
    ['<ruby>x<rp>(</rp><rt>y</rt><rp>)</rp></ruby><p>a<ruby><rb>x</rb><rtc><rt>y</rt></rtc></ruby></p>'],
    ['<html><head> <noscript><link rel="stylesheet" href="/a.css"/></noscript> </head> <body>x</body> </html>'],
  ])('%s', (html) => {
    expect(inspectPage(html).misnested).toEqual([]);
  });
});

test.each([
  ['<ul><li>a<li>b</li></li></ul>', ['<li> inside <li>']],
  ['<ul><li><p>a<li>b</li></p></li></ul>', ['<li> inside <p>', '<li> inside <li>']],
  [
    '<table><tbody><tr><td><table><tbody><tr><th><tbody></tbody></th></tr></tbody></table></td></tr></tbody></table>',
    ['<tbody> inside <th>', '<tbody> inside <tr>', '<tbody> inside <tbody>'],
  ],
  ['<div><p>a<p>b</b></p></p></div><p>c</p>', ['<p> inside <p>']],
  ['<html><head><div>a</div></head></html>', ['<div> inside <head>']],
])('%s: an end tag that follows tells that it was not left out', (html, expected) => {
  expect(inspectPage(html).misnested).toEqual(expected);
});

test('what is closed is not reported again for its content', () => {
  expect(inspectPage('<p><table><tbody><tr><td><div>x</div></td></tr></tbody></table></p>').misnested).toEqual([
    '<table> inside <p>',
  ]);
});

test('rows outside of <tbody> are reported in islands only, where React would find an element that it has not rendered', () => {
  expect(inspectPage('<table><tr><td>x</td></tr></table>').misnested).toEqual([]);
});

describe('accepts what React renders', () => {
  const row = h('tr', null, '\n', h('td', null, 'a', 'b'), ' ', h('th', null, h('p')), '\n');
  test.each([
    [
      'drawings',
      h('svg', null, h('title', null, 'a'), h('a', { href: '/' }, h('use')), h('path'), h('style', null, 'p{}')),
    ],
    [
      'HTML in drawings',
      h('p', null, h('svg', null, h('foreignObject', null, h('div', null, h('p', null, h('br')))), h('g'))),
    ],
    ['spaces in tables', h('table', null, ' ', h('thead', null, row), '\n', h('tbody', null, ' ', row, row), ' ')],
    [
      'borders of Suspense in tables',
      h('table', null, h('tbody', null, h(Suspense, null, row), h(Suspense, null, row))),
    ],
    [
      'text areas and code',
      h(Fragment, null, h('textarea', { defaultValue: '<li>' }), h('pre', null, '\n<p>'), h('p')),
    ],
  ])('%s', (_, element) => {
    const nothing = { misnested: [] };

    expect(inspectPage(renderToStaticMarkup(element))).toMatchObject(nothing);
    expect(inspectPage(renderToString(element))).toMatchObject(nothing);
  });
});

/** Of the chains of three elements, which are about 40,000. */
const EVERY = 20;

test('up to three elements in each other, and text, are reported if a browser restructures them', () => {
  const two = OUTER.flatMap((outer) => innerOf(outer).map((inner) => [...outer, ...contextOf(inner), inner]));
  const three = two
    .filter((chain) => isContainer(chain.at(-1) ?? '') && isKept(chain))
    .flatMap((chain) => innerOf(chain).map((inner) => [...chain, inner]));

  const differences = [
    ...OUTER.map((chain) => describeDifference(chain, 'text')),
    ...[...two, ...three.filter((_, index) => index % EVERY === 0)].map((chain) => describeDifference(chain)),
  ];

  expect(differences.filter((difference) => difference !== undefined).slice(0, 20)).toEqual([]);
});
