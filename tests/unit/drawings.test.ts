import { createElement, useId, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { jsx, jsxs } from 'react/jsx-runtime';
import { expect, test } from 'vitest';
import { svgComponent } from '../../src/compile/drawings/svg-component.ts';

/** The HTML of a drawing, with the prefix `P-`. */
function render(svg: string, props = {}): string {
  const result = svgComponent(svg);
  if (!('code' in result)) throw new Error(JSON.stringify(result));
  const body = result.code.replace(/^import .*\n/gm, '').replace('export default', 'return');
  // oxlint-disable-next-line typescript/no-implied-eval -- a module of which only the imports are given
  const Component = new Function('jsx', 'jsxs', 'useId', body)(jsx, jsxs, useId) as ComponentType;
  return renderToStaticMarkup(createElement(Component, props)).replaceAll(/_R_\d*__/g, 'P-');
}

const mistakesIn = (svg: string) => {
  const result = svgComponent(svg);
  return 'mistakes' in result ? result.mistakes.map(({ message }) => message) : [];
};

const BEFORE =
  '\uFEFF<?xml version="1.0"?>\n<!-- <svg> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n';

test.each([
  ['<svg/>', '<svg></svg>'],
  [`${BEFORE}<svg width="1"><g/></svg>\n<!-- end -->\n`, '<svg width="1"><g></g></svg>'],
  [`<svg class="a &amp; b" stroke-width='2'/>`, '<svg class="a &amp; b" stroke-width="2"></svg>'],
  ['<svg xmlns:x="b" xml:space="preserve" x:y="z" p-id="9" t="1"/>', '<svg xml:space="preserve"></svg>'],
  [
    '<svg style="fill: rgb(1 2 3); --x: 1; stroke-width:2"/>',
    '<svg style="fill:rgb(1 2 3);--x:1;stroke-width:2"></svg>',
  ],
  ['<svg role="&#38;&#x26;&unknown;"/>', '<svg role="&amp;&amp;&amp;unknown;"></svg>'],
  ['<svg>\n <svg x="1"></svg>\n <use xlink:href="#a" />\n</svg>', '<svg><svg x="1"></svg><use href="#a"></use></svg>'],
  [
    '<svg><text>A &lt; <tspan>b</tspan>\n<tspan>c</tspan></text></svg>',
    '<svg><text>A &lt; <tspan>b</tspan>\n<tspan>c</tspan></text></svg>',
  ],
  ['<svg><title>A<!-- --> B <![CDATA[<c>]]></title></svg>', '<svg><title>A B &lt;c&gt;</title></svg>'],
  [
    '<n:svg xmlns:n="http://www.w3.org/2000/svg" xmlns:i="urn:i"><i:x><n:g/></i:x><metadata><b/></metadata><n:g i:a="1"/></n:svg>',
    '<svg><g></g></svg>',
  ],
  [
    '<svg><a href="https://a.b/?c=1#d"/><a href="/e/"/></svg>',
    '<svg><a href="https://a.b/?c=1#d"></a><a href="/e/"></a></svg>',
  ],
  [
    '<svg><image href="data:image/png;base64,AA=="/></svg>',
    '<svg><image href="data:image/png;base64,AA=="></image></svg>',
  ],
])('a drawing becomes the <svg> of its file: %s', (svg, html) => expect(render(svg)).toBe(html));

test('props replace attributes', () => {
  expect(render('<svg class="a" stroke-width="1"/>', { className: 'b', strokeWidth: 2 })).toBe(
    '<svg class="b" stroke-width="2"></svg>',
  );
});

test.each([
  ['', 'its root is not <svg>'],
  ['<svg>', '<svg> is not closed'],
  ['<svg><g></svg>', '<g> is not closed'],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'its DOCTYPE declares entities'],
  ['<?xml-stylesheet href="a.css"?><svg/>', 'its styles are in another file'],
])('%j is not well-formed', (svg, reason) => expect(mistakesIn(svg).join()).toContain(reason));

test.each([
  ['<script>1</script>', 'contains a script (<script>)'],
  ['<s:script xmlns:s="http://www.w3.org/2000/svg"/>', 'contains a script (<script>)'],
  ['<g onload="1"/>', 'contains a script (onload)'],
  ['<foreignObject><p/></foreignObject>', 'contains <foreignObject>'],
  ['<desc><iframe srcdoc="a"/></desc>', 'contains <iframe>'],
  ['<image href="a.png"/>', 'refers to "a.png"'],
  ['<use href="a.svg#b"/>', 'refers to "a.svg#b"'],
  ['<g fill="url(https://a.b/c)"/>', 'refers to "https://a.b/c"'],
  [String.raw`<g fill="u\72l(//a.b)"/>`, 'refers to "//a.b"'],
  [`<g style="cursor: image-set('a.png' 1x)"/>`, 'refers to "a.png"'],
  ['<set attributeName="fill" to="url(//a.b)"/>', 'refers to "//a.b"'],
  [`<g style="--a:'//a.b';background:image-set(var(--a) 1x)"/>`, 'refers to "var(--a) 1x"'],
  ['<style>.a{fill:url(//a.b)}</style><g class="a"/>', 'refers to "//a.b"'],
  ['<style>a&b{}</style>', 'is not an SVG that HTML can contain'],
])('a drawing must not contain %s', (content, reason) => {
  expect(mistakesIn(`<svg>${content}</svg>`).join()).toContain(reason);
});

test('finds all mistakes in a drawing, with their places', () => {
  const svg = '<svg>\n<script/>\n<g fill="url(b.png)"/></svg>';
  const result = svgComponent(svg);
  const lines = 'mistakes' in result ? result.mistakes.map(({ at }) => svg.slice(0, at).split('\n').length) : [];
  expect(lines).toEqual([2, 3]);
});

test.each([
  ['<g id="a"/>', '<g id="P-a"></g>'],
  ['<g id="a"/><use xlink:href="#a"/><use href="#b"/>', '<g id="P-a"></g><use href="#P-a"></use><use href="#b"></use>'],
  [
    `<g id="a"/><g fill="url(#a) #aaa" clip-path="URL( '#a' )" mask="url(#b)" aria-labelledby="a b"/>`,
    '<g id="P-a"></g><g fill="url(&quot;#P-a&quot;) #aaa" clip-path="url(&quot;#P-a&quot;)" mask="url(#b)" aria-labelledby="P-a b"></g>',
  ],
  ['<g id="a"/><g style="fill:url(#a)"/>', '<g id="P-a"></g><g style="fill:url(&quot;#P-a&quot;)"></g>'],
  [
    '<g id="a"/><set begin="1s; a.click;b.end" attributeName="fill" to="url(#a)"/>',
    '<g id="P-a"></g><set begin="1s; P-a.click;b.end" attributeName="fill" to="url(&quot;#P-a&quot;)"></set>',
  ],
  ['<g id="&quot;"/>', '<g id="P-&quot;"></g>'],
])('adds a prefix to names in %s', (content, html) => expect(render(`<svg>${content}</svg>`)).toContain(html));

test.each([
  ['an element', 'g>path{fill:red}', '<g><path/></g>', '<g><path fill="red"></path></g>'],
  ['the first of several', 'g>:first-child{fill:red}', '<g><a/><a/></g>', '<g><a fill="red"></a><a></a></g>'],
  ['classes of the site stay', '.a{fill:red}', '<g class="a b"/>', '<g class="b" fill="red"></g>'],
  ['a gradient', '.a{fill:url(#b)}', '<g class="a" id="b"/>', '<g id="P-b" fill="url(&quot;#P-b&quot;)"></g>'],
  [
    'an id that is used',
    '#a{fill:red}',
    '<g id="a"/><use href="#a"/>',
    '<g id="P-a" fill="red"></g><use href="#P-a"></use>',
  ],
  ['the cascade', '.b.c{fill:red}.b{fill:blue}.c{fill:green!important}', '<g class="b c"/>', '<g fill="green"></g>'],
  ['after a style attribute', '.a{fill:red}', '<g class="a" style="fill:blue"/>', '<g fill="blue"></g>'],
  ['no attribute of SVG', '.a{fill:red;r:1px}', '<g class="a"/>', '<g style="r:1px" fill="red"></g>'],
  ['units', '.a{transform:rotate(1deg)}', '<g class="a"/>', '<g style="transform:rotate(1deg)"></g>'],
  ['shorthands', 'g{font:1px b}.a{font-size:2px}', '<g class="a"/>', '<g style="font:1px b;font-size:2px"></g>'],
  ['names of fonts', '.a{font-family:"B 2"}', '<g class="a"/>', '<g style="font-family:&quot;B 2&quot;"></g>'],
  ['CDATA', '<![CDATA[g>.a{fill:red}]]>', '<g><g class="a"/></g>', '<g><g fill="red"></g></g>'],
])('inlines styles: %s', (_what, css, content, html) => {
  const svg = `<svg><style>${css}</style>${content}</svg>`;
  expect(render(svg)).toBe(`<svg>${html}</svg>`);
  expect(svgComponent(svg)).toMatchObject({ warnings: [] });
});

test.each([
  ['@media print{.a{fill:red}}', '`@media print`'],
  ['.a:hover{fill:red}.a::before{fill:red}', '`.a:hover`, `.a::before`'],
  ['@import "b";@font-face{font-family:b}', '`@import "b"`, `@font-face`'],
  ['@keyframes b{to{fill:red}}.a{animation:b 1s}', '`@keyframes b`'],
])('leaves styles out that cannot be inlined, and reports them: %s', (css, conditions) => {
  const svg = `<svg>\n<style>.a{stroke:red}${css}</style><g class="a"/></svg>`;
  const result = svgComponent(svg);
  expect(render(svg)).toMatch(/^<svg><g (?:class="a" )?stroke="red"><\/g><\/svg>$/);
  const message = `has styles that a drawing in a page cannot have, and is shown without them: ${conditions}`;
  expect(result).toMatchObject({ warnings: [{ message, at: svg.indexOf('<style>') }] });
});

test('a stylesheet in another language, and an animation of the site, need no SVGO', () => {
  expect(render('<svg><style type="text/less">.a{b:c}</style><g style="animation:spin 1s"/></svg>')).toBe(
    '<svg><g style="animation:spin 1s"></g></svg>',
  );
});
