import { expect, test } from 'vitest';
import { IS_ASSET } from '../../src/compile/plugins/asset-plugins.ts';
import { svgComponent } from '../../src/compile/plugins/svg-component.ts';

test.each(
  'a.JPG a.svg a.glb a.tar.gz a.csv a.txt a.j a.jso a.jsonl a.jsxx a.c a.css2 a.mt a.md ./.hidden b.js/a.wasm'.split(
    ' ',
  ),
)('IS_ASSET matches %s', (file) => expect(file).toMatch(IS_ASSET));

test.each(
  'a.js a.JS a.mjs a.cts a.d.ts a.TSX a.json a.css a.module.css a.scss a.node LICENSE b.jpg/a b.jpg\\\\a'.split(' '),
)('IS_ASSET does not match %s', (file) => expect(file).not.toMatch(IS_ASSET));

test.each([
  ['<svg/>', {}, ''],
  ['\uFEFF<?xml version="1.0"?>\n<!-- <svg> -->\n<svg width="1"><g/></svg>\n<!-- end -->', { width: '1' }, '<g/>'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg></svg>', {}, ''],
  [
    '<svg class="a &amp; b" stroke-width=\'2\' aria-label="x > y" data-a-b="c"/>',
    { className: 'a & b', strokeWidth: '2', 'aria-label': 'x > y', 'data-a-b': 'c' },
    '',
  ],
  ['<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="y" xml:space="preserve"/>', { xmlSpace: 'preserve' }, ''],
  [
    '<svg style="fill: url(a;b); --x: 1; stroke-width:2"/>',
    { style: { fill: 'url(a;b)', '--x': '1', strokeWidth: '2' } },
    '',
  ],
  ['<svg aria-label="&#38;&#x26;&unknown;"/>', { 'aria-label': '&&&unknown;' }, ''],
  ['<svg viewBox="0 0 1 1"><svg x="1"></svg></svg>', { viewBox: '0 0 1 1' }, '<svg x="1"></svg>'],
])('svgComponent %s', (text, attributes, content) => {
  const code = svgComponent(text);
  expect(code).toContain(`const attributes = ${JSON.stringify(attributes)};`);
  expect(code).toContain(`{ __html: ${JSON.stringify(content)} }`);
});

test.each(['', 'text', '<html><svg/></html>', '<svgx/>', '<svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'])(
  'svgComponent refuses %j',
  (text) => expect(svgComponent(text)).toBeUndefined(),
);
