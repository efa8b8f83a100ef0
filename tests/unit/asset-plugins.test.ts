import { expect, test } from 'vitest';
import { IS_ASSET } from '../../src/shared/asset-files.ts';
import { findScript, svgComponent } from '../../src/compile/plugins/svg-component.ts';

test.each(
  'a.JPG a.svg a.glb a.tar.gz a.csv a.txt a.j a.jso a.jsonl a.jsxx a.c a.css2 a.mt a.md ./.hidden b.js/a.wasm'.split(
    ' ',
  ),
)('IS_ASSET matches %s', (file) => expect(file).toMatch(IS_ASSET));

test.each(
  'a.js a.JS a.mjs a.cts a.d.ts a.TSX a.json a.css a.module.css a.scss a.node LICENSE b.jpg/a b.jpg\\\\a'.split(' '),
)('IS_ASSET does not match %s', (file) => expect(file).not.toMatch(IS_ASSET));

const BEFORE =
  '\uFEFF<?xml version="1.0"?>\n<!-- <svg> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n';

test.each([
  ['<svg/>', {}, ''],
  [`${BEFORE}<svg width="1"><g/></svg>\n<!-- end -->\n`, { width: '1' }, `h("g", {})`],
  [`<svg class="a &amp; b" stroke-width='2'/>`, { className: 'a & b', strokeWidth: '2' }, ''],
  ['<svg aria-label="x > y" data-a-b="/"></svg>', { 'aria-label': 'x > y', 'data-a-b': '/' }, ''],
  ['<svg xmlns="a" xmlns:x="b" xml:space="preserve" x:y="z"/>', { xmlSpace: 'preserve', 'x:y': 'z' }, ''],
  [
    '<svg style="fill: url(a;b); --x: 1; stroke-width:2"/>',
    { style: { fill: 'url(a;b)', '--x': '1', strokeWidth: '2' } },
    '',
  ],
  ['<svg a="&#38;&#x26;&unknown;"/>', { a: '&&&unknown;' }, ''],
  [
    '<svg>\n <svg x="1"></svg>\n <use xlink:href="#a" />\n</svg>',
    {},
    `h("svg", {"x":"1"}), h("use", {"xlinkHref":"#a"})`,
  ],
  [
    '<svg><text>A &lt; <tspan>b</tspan>\n<tspan>c</tspan></text></svg>',
    {},
    String.raw`h("text", {}, "A < ", h("tspan", {}, "b"), "\n", h("tspan", {}, "c"))`,
  ],
  ['<svg><style><![CDATA[a > b {}]]></style></svg>', {}, `h("style", {}, "a > b {}")`],
])('svgComponent %s', (text, attributes, children) => {
  const code = svgComponent(text);
  expect(code).toContain(`const attributes = ${JSON.stringify(attributes)};`);
  expect(code).toContain(`h('svg', { ...attributes, ...props }${children && `, ${children}`});`);
});

test.each([
  '',
  'text',
  '<html><svg/></html>',
  '<svgx/>',
  '<svg',
  '<svg>',
  '<svg><g></svg>',
  '<svg></g></svg>',
  '<svg/><svg/>',
  '<svg a=b/>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
])('svgComponent refuses %j', (text) => expect(svgComponent(text)).toBeUndefined());

test.each([
  ['<svg id="a"/>', `h('svg', { ...{"id":"" + prefix + "a"}, ...props })`],
  [
    '<svg><g id="a"/><use xlink:href="#a" href="#b"/></svg>',
    `h("g", {"id":"" + prefix + "a"}), h("use", {"xlinkHref":"#" + prefix + "a","href":"#b"})`,
  ],
  [
    '<svg><g id="a"/><g fill="url(#a) #aaa" clip-path="url( \'#a\' )" mask="url(#b)" aria-labelledby="a b"/></svg>',
    `h("g", {"fill":"url(#" + prefix + "a) #aaa","clipPath":"url( '#" + prefix + "a' )","mask":"url(#b)","aria-labelledby":"" + prefix + "a b"})`,
  ],
  ['<svg><g id="a"/><g style="fill: url(#a)"/></svg>', `h("g", {"style":{"fill":"url(#" + prefix + "a)"}})`],
  [
    '<svg><g id="abc"/><style>#abc, #b { fill: #abc; mask: url("#abc") }</style></svg>',
    String.raw`h("style", {}, "#" + prefix + "abc, #b { fill: #abc; mask: url(\"#" + prefix + "abc\") }")`,
  ],
  ['<svg><g id="a"/><set begin="1s; a.click"/></svg>', `h("set", {"begin":"1s; " + prefix + "a.click"})`],
  ['<svg><g id="&quot;"/></svg>', String.raw`h("g", {"id":"" + prefix + "\""})`],
])('svgComponent gives the ids a prefix in %s', (text, code) => {
  expect(svgComponent(text)).toContain(code);
});

test.each([
  ['<svg><script>1</script></svg>', '<script>'],
  ['<svg><s:SCRIPT/></svg>', '<s:SCRIPT>'],
  ['<svg onload="1"/>', 'onload'],
  ['<svg><g><a href=" java&#10;script:1"/></g></svg>', 'href'],
  ['<svg><a><animate attributeName="href" values="#;javascript:1"/></a></svg>', 'values'],
  ['<svg><foreignObject><iframe srcdoc="a"/></foreignObject></svg>', '<iframe>'],
  ['<svg><text>javascript: is not run</text><a href="/javascript:"/></svg>', undefined],
  ['not an SVG', undefined],
])('findScript in %s', (text, found) => expect(findScript(text)).toBe(found));
