import { describe, expect, test } from 'vitest';
import { inspectPage } from '../../src/check/html/inspect-html.ts';

describe('reports nesting that a browser restructures', () => {
  test.each([
    ['<p><div>x</div></p>', '<div> inside <p>'],
    ['<p><span><ul><li>x</li></ul></span></p>', '<ul> inside <p>'],
    ['<a href="/"><b><a href="/">x</a></b></a>', '<a> inside <a>'],
    ['<sitegen-island><table><tr><td>x</td></tr></table></sitegen-island>', '<tr> inside <table>'],
    ['<table><tbody><tr><td>x</td><div>y</div></tr></tbody></table>', '<div> inside <tr>'],
    ['<form><div><form>x</form></div></form>', '<form> inside <form>'],
    ['<form><table><tbody><tr><td><form>x</form></td></tr></tbody></table></form>', '<form> inside <form>'],
    ['<button><em><button>x</button></em></button>', '<button> inside <button>'],
    ['<h2><h3>x</h3></h2>', '<h3> inside <h2>'],
    ['<svg><g><div>x</div></g></svg>', '<div> inside <svg>'],
    ['<svg><foreignObject><svg><p>x</p></svg></foreignObject></svg>', '<p> inside <svg>'],
    ['<math><mrow><span>x</span></mrow></math>', '<span> inside <math>'],
    ['<svg><sitegen-island></sitegen-island></svg>', '<sitegen-island> inside <svg>'],
  ])('%s', (html, what) => {
    expect(inspectPage(html).misnested).toContain(what);
  });
});

describe('accepts nesting that a browser keeps', () => {
  test.each([
    ['<p>a <b>b</b> <button><span>c</span></button><object><p>x</p></object></p>'],
    ['<ul><li><p>d</p><ul><li>e</li></ul></li></ul>'],
    ['<table><caption>t</caption><colgroup><col/></colgroup><thead><tr><th>f</th></tr></thead><tbody></tbody></table>'],
    [
      '<table><style>p{}</style><tbody><tr><td><table><tbody><tr><td><p>g</p></td></tr></tbody></table></td></tr></tbody></table>',
    ],
    ['<dl><div><dt>h</dt><dd><p>i</p></dd></div></dl><p>j</p><p>k<br/>l<img alt=""/></p><div>m</div>'],
    [
      '<svg><title>n</title><a href="/"><text>o</text></a></svg><details><summary><h2>p</h2></summary><p>q</p></details>',
    ],
    [
      '<svg><foreignObject><div><p>x</p></div></foreignObject><desc><b>y</b></desc></svg><math><mi><b>z</b></mi></math>',
    ],
    ['<select><optgroup label="r"><option>s</option></optgroup></select><form></form><form></form>'],
  ])('%s', (html) => {
    expect(inspectPage(html).misnested).toEqual([]);
  });
});

test('rows outside of <tbody> are reported separately, except in islands', () => {
  const { misnested, hasBareRows } = inspectPage('<table><tr><td>x</td></tr></table>');

  expect(misnested).toEqual([]);
  expect(hasBareRows).toBe(true);
});
