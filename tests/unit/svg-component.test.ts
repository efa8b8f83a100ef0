import { createElement, useId, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { jsx, jsxs } from 'react/jsx-runtime';
import { expect, test } from 'vitest';
import { svgComponent } from '../../src/compile/plugins/svg-component.ts';

/** The HTML of a drawing, with the prefix `P-`. */
function render(svg: string, props = {}): string {
  const result = svgComponent(svg);
  if (!('code' in result)) throw new Error(result.mistakes.map(({ message }) => message).join('\n'));
  const body = result.code.replace(/^import .*\n/gm, '').replace('export default', 'return');
  // oxlint-disable-next-line typescript/no-implied-eval -- a module of which only the imports are given
  const Component = new Function('jsx', 'jsxs', 'useId', body)(jsx, jsxs, useId) as ComponentType;
  return renderToStaticMarkup(createElement(Component, props)).replaceAll(/_R_\d*__/g, 'P-');
}

const mistakesIn = (svg: string) => {
  const result = svgComponent(svg);
  return 'code' in result ? [] : result.mistakes.map(({ message }) => message);
};

const BEFORE =
  '\uFEFF<?xml version="1.0"?>\n<!-- <svg> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n';

test.each([
  ['<svg/>', '<svg></svg>'],
  [`${BEFORE}<svg width="1"><g/></svg>\n<!-- end -->\n`, '<svg width="1"><g></g></svg>'],
  [`<svg class="a &amp; b" stroke-width='2'/>`, '<svg class="a &amp; b" stroke-width="2"></svg>'],
  ['<svg aria-label="x > y" data-a-b="/"></svg>', '<svg aria-label="x &gt; y" data-a-b="/"></svg>'],
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

test('a drawing may have more elements than a call can have arguments', () => {
  expect(render(`<svg><g>${'<path/>'.repeat(70_000)}</g></svg>`)).toHaveLength(
    '<svg><g></g></svg>'.length + 70_000 * '<path></path>'.length,
  );
});

test.each([
  ['', 'its root is not <svg>'],
  ['text', 'its root is not <svg>'],
  ['<html><svg/></html>', 'its root is not <svg>'],
  ['<svgx/>', 'its root is not <svg>'],
  ['<svg xmlns="urn:a"/>', 'its root is not <svg>'],
  ['<svg', 'its root is not <svg>'],
  ['<svg/><svg', 'its root is not <svg>'],
  ['<svg>', 'an element is not closed'],
  ['<svg><g></svg>', '</svg> closes no element'],
  ['<svg></g></svg>', '</g> closes no element'],
  ['<svg/><svg/>', 'its root is not <svg>'],
  ['<svg d=b/>', '"d" has no value in quotes'],
  ['<svg d/>', '"d" has no value in quotes'],
  ['<svg d="1" d="2"/>', '"d" is there twice'],
  ['<svg><"/></svg>', 'is not a tag'],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'its DOCTYPE declares entities'],
  ['<?xml-stylesheet href="a.css"?><svg/>', 'its styles are in another file'],
  ['<svg>&#xFFFF;</svg>', 'a character that XML does not allow'],
  ['<svg d="&#xFFFF;"/>', 'a character that XML does not allow'],
  ['<svg d="\uFFFF"/>', 'a character that XML does not allow'],
  ['<svg>&#x110000;</svg>', 'a character that XML does not allow'],
  ['<svg>&#0;\u001B</svg>', 'a character that XML does not allow'],
  [`${'<svg>'.repeat(300)}${'</svg>'.repeat(300)}`, 'nested deeper'],
])('%j is not well-formed', (svg, reason) => expect(mistakesIn(svg).join()).toContain(reason));

test.each([
  ['<script>1</script>', 'contains a script (<script>)'],
  ['<SCRIPT/>', 'contains a script (<SCRIPT>)'],
  ['<s:script xmlns:s="http://www.w3.org/2000/svg"/>', 'contains a script (<script>)'],
  ['<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>', 'contains a script (<html:script>)'],
  ['<g onload="1"/>', 'contains a script (onload)'],
  ['<g ONCLICK="1"/>', 'contains a script (ONCLICK)'],
  ['<a href=" java&#10;script:1"/>', 'contains a script (href)'],
  ['<a xlink:href="JavaScript:1"/>', 'contains a script (href)'],
  ['<a href="data:text/html,a"/>', 'links to "data:"'],
  ['<a href="vbscript:a"/>', 'links to "vbscript:"'],
  ['<a><animate attributeName="href" values="#;javascript:1"/></a>', 'animates `href`'],
  ['<a><set attributeName="xlink:href" to="javascript:1"/></a>', 'animates `xlink:href`'],
  ['<set attributeName="onclick" to="1"/>', 'animates `onclick`'],
  ['<set attributeName="class" to="a"/>', 'animates `class`'],
  ['<foreignObject><p/></foreignObject>', 'contains <foreignObject>'],
  ['<meta http-equiv="refresh" content="0"/>', 'contains <meta>'],
  ['<base href="https://a.b/"/>', 'contains <base>'],
  ['<link rel="stylesheet" href="a"/>', 'contains <link>'],
  ['<title xmlns="http://www.w3.org/1999/xhtml">a</title>', 'contains <html:title>'],
  ['<desc><iframe srcdoc="a"/></desc>', 'contains <iframe>'],
  ['<linearGRADIENT/>', 'contains <linearGRADIENT>'],
  ['<image href="a.png"/>', 'refers to "a.png"'],
  ['<image xlink:href="https://a.b/c.png"/>', 'refers to "https://a.b/c.png"'],
  ['<use href="a.svg#b"/>', 'refers to "a.svg#b"'],
  ['<use href="data:image/svg+xml,a#b"/>', 'refers to a data: URL'],
  ['<image href="data:text/html,a"/>', 'refers to "data:text/html,a"'],
  ['<g fill="url(https://a.b/c)"/>', 'refers to "https://a.b/c"'],
  ['<g fill="url(https://a.b/c"/>', 'is not valid CSS'],
  [String.raw`<g fill="u\72l(//a.b)"/>`, 'refers to "//a.b"'],
  ['<g style="fill: url(a.svg#b)"/>', 'refers to "a.svg#b"'],
  [`<g style="cursor: image-set('a.png' 1x)"/>`, 'refers to "a.png"'],
  ['<set attributeName="fill" to="url(//a.b)"/>', 'refers to "//a.b"'],
])('a drawing must not contain %s', (content, reason) => {
  expect(mistakesIn(`<svg>${content}</svg>`).join()).toContain(reason);
});

test('finds all mistakes in a drawing, with their places', () => {
  const svg = '<svg>\n<script/>\n<style>\n@import "a";\npath{fill:url(b.png)}</style></svg>';
  const result = svgComponent(svg);
  const lines = 'code' in result ? [] : result.mistakes.map(({ at }) => svg.slice(0, at).split('\n').length);
  expect(lines).toEqual([2, 4, 5]);
});

test.each([
  ['<g id="a"/>', '<g id="P-a"></g>'],
  ['<g id="a"/><use xlink:href="#a"/><use href="#b"/>', '<g id="P-a"></g><use href="#P-a"></use><use href="#b"></use>'],
  [
    `<g id="a"/><g fill="url(#a) #aaa" clip-path="URL( '#a' )" mask="url(#b)" aria-labelledby="a b"/>`,
    '<g id="P-a"></g><g fill="url(&quot;#P-a&quot;) #aaa" clip-path="URL( &quot;#P-a&quot; )" mask="url(#b)" aria-labelledby="P-a b"></g>',
  ],
  ['<g id="a"/><g style="fill:url(#a)"/>', '<g id="P-a"></g><g style="fill:url(&quot;#P-a&quot;)"></g>'],
  [
    '<g id="a"/><set begin="1s; a.click;b.end" attributeName="fill" to="url(#a)"/>',
    '<g id="P-a"></g><set begin="1s; P-a.click;b.end" attributeName="fill" to="url(&quot;#P-a&quot;)"></set>',
  ],
  ['<g id="&quot;"/>', '<g id="P-&quot;"></g>'],
  // Classes are the site's, unless the drawing defines styles for them.
  ['<g class="a b"/><style>.a{}</style>', '<g class="P-a b"></g><style>.P-a{}</style>'],
])('adds a prefix to names in %s', (content, html) => expect(render(`<svg>${content}</svg>`)).toContain(html));

const WITHIN = ':where([data-drawing="P-"],[data-drawing="P-"] *)';

test.each([
  ['.a{fill:red}.b{fill:url(#i)}', '.P-a{fill:red;}.P-b{fill:url("#P-i");}'],
  ['#i,#other{fill:#abc}', '#P-i,#P-other{fill:#abc;}'],
  ['path{fill:red}', `path${WITHIN}{fill:red;}`],
  ['*{fill:red}', `*${WITHIN}{fill:red;}`],
  ['svg>g  path:hover{fill:red}', `svg${WITHIN}>g${WITHIN} path${WITHIN}:hover{fill:red;}`],
  ['path::before{fill:red}', `path${WITHIN}::before{fill:red;}`],
  [':root,:root .a{--b:1}', '[data-drawing="P-"],[data-drawing="P-"] .P-a{--b:1;}'],
  ['path.a:not(.b, g > *){}', `path.P-a:not(.P-b,g${WITHIN} > *${WITHIN}){}`],
  [':is(path):nth-child(2n + 1){}', `${WITHIN}:is(path${WITHIN}):nth-child(2n + 1){}`],
  [
    '[id=i],[class~="a"],[class="a b"],[id],[fill="#fff" i]{}',
    `${WITHIN}[id="P-i"],${WITHIN}[class~="P-a"],${WITHIN}[class="P-a P-b"],${WITHIN}[id],${WITHIN}[fill="#fff" i]{}`,
  ],
  [String.raw`.a\.b,#\31 {}`, String.raw`.P-a\2e b,#P-1{}`],
  ['@media (width<=9px){path{fill:red}}', `@media (width<=9px){path${WITHIN}{fill:red;}}`],
  ['@supports (fill:red){.a{fill:red}}', '@supports (fill:red){.P-a{fill:red;}}'],
  [
    '@keyframes spin{from{fill:url(#i)}50%{fill:red}}.a{animation:1s spin infinite}.b{animation-name:other,"spin"}',
    '@keyframes P-spin{from{fill:url("#P-i");}50%{fill:red;}}.P-a{animation:1s P-spin infinite;}.P-b{animation-name:other,P-spin;}',
  ],
  [
    '.a{fill:red;&:hover{fill:blue}>path{fill:green}.b &{}}',
    `.P-a{fill:red;&:hover{fill:blue;}>path${WITHIN}{fill:green;}.P-b &{}}`,
  ],
  ['/* a */.a/**/.b{margin:1px/**/2px}', '.P-a.P-b{margin:1px 2px;}'],
  ['.a::after{content:"&lt;/style>&amp;amp;"}', String.raw`.P-a::after{content:"\3c /style>\26 amp;";}`],
])('styles apply only to the drawing: %s', (css, scoped) => {
  expect(render(`<svg><g id="i"/><style>${css.replaceAll('<=', '&lt;=')}</style></svg>`)).toContain(
    `<style>${scoped}</style>`,
  );
});

test('an animation in a `style` attribute finds its keyframes', () => {
  expect(render('<svg><style>@keyframes a{}</style><g style="animation:a 1s"/></svg>')).toContain(
    '<g style="animation:P-a 1s"></g>',
  );
});

test.each([
  '@font-face{font-family:a;src:url(data:font/woff2,a)}',
  '@import "a.css";',
  '@namespace svg "a";',
  '@layer a{.b{}}',
  '@property --a{}',
  '@page{}',
  '@counter-style a{}',
  '@container a (width>1px){.b{}}',
  '@scope (.a){}',
  '.a{@font-face{}}',
  '@media print{@import "a";}',
  '@keyframes ease{}',
  '@keyframes a{}.b{--c:a}',
  'svg|path{}',
  '[xlink|href]{}',
  '[id$=a]{}',
  '[class*=a]{}',
  '[class^="a"]{}',
  '[style="a"]{}',
  '[href^="#"]{}',
  '[aria-labelledby=a]{}',
  '[fill="url(#a)"]{}',
  '[inkscape-label]{}',
  ':nth-child(2 of .a){}',
  'p::part(a){}',
  '::slotted(a){}',
  'a||b{}',
  '{}',
  '.a,{}',
  '.{}',
  '&div{}',
  'fill:red',
  '.a{fill:url(b.png)}',
  '.a{fill:url("//b.c/d")}',
  '.a{background:image-set("b.png" 1x)}',
  '.a{--b:url(c.png)}',
  String.raw`.a{fill:\75 rl(b.png)}`,
  '.a{fill:red',
  '.a}',
  '.a{content:"}',
  '/* .a{}',
])('invalid styles, and styles that affect other content, are mistakes: %s', (css) => {
  expect(mistakesIn(`<svg><style><![CDATA[${css}]]></style></svg>`)).not.toEqual([]);
});
