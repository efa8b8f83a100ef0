import { expect, test } from 'vitest';
import { addressesIn, hoistImports, toUrls } from '../../src/compile/styles/css-addresses.ts';

const FONTS = `@import url('https://fonts.example.com/css2?family=A:wght@400;500');`;

test.each([
  ['rules before it', `a{b:c}${FONTS}p{}`, `${FONTS}a{b:c}p{}`],
  ['a layer before it', `@layer a;@layer b{}${FONTS}`, `@layer a;${FONTS}@layer b{}`],
  [
    'two, in their order',
    `a{}@import "//x/1";b{}@import '//x/2' layer(z);`,
    `@import "//x/1";@import '//x/2' layer(z);a{}b{}`,
  ],
  ['one that is first', `${FONTS}@layer a;a{}@import "//x/2";`, `${FONTS}@import "//x/2";@layer a;a{}`],
  ['a comment with a brace', `/* } */a{}${FONTS}`, `/* } */${FONTS}a{}`],
  ['a bare address with a semicolon', `a{}@import url(//x/a;b);`, `@import url(//x/a;b);a{}`],
  ['one in a string', `a{content:"} ${FONTS.replaceAll('"', '')}"}`, `a{content:"} ${FONTS}"}`],
  ['only valid ones', `@charset "utf-8";@layer a;${FONTS}a{}`, `@charset "utf-8";@layer a;${FONTS}a{}`],
])('hoistImports moves external imports before rules: %s', (_, css, hoisted) => {
  const { css: found, nested } = hoistImports(css);
  expect({ css: found.replaceAll('\n', ''), nested }).toEqual({ css: hoisted, nested: [] });
});

test('hoistImports does not move imports in a layer or a media query', () => {
  const { css, nested } = hoistImports(`@layer a{@import url(//x/1) print;b{}}@media print{@import "//x/2";}`);
  expect(css.replaceAll('\n', '')).toBe('@layer a{b{}}@media print{}');
  expect(nested).toEqual(['//x/1', '//x/2']);
});

test.each([
  [`@import"//x/a"layer(b) supports(c:url(d));`, ['@import //x/a']],
  [`a{background:url( "a b.png" ),url('c'),url(d\\29 e)}`, ['url() a b.png', 'url() c', 'url() d)e']],
  [`@font-face{src:local("x"),url(a) format("b");}p{mask:url(b)}`, ['@font-face a', 'url() b']],
  [`@media print{@font-face{src:url(a)}p{cursor:url(b),auto}}`, ['@font-face a', 'url() b']],
  [`@namespace svg url(http://www.w3.org/2000/svg);@namespace "x";`, []],
  [`a{filter:url(#b);content:"url(c)";background:url()}/*url(d)*/`, []],
  [`a{mask:url(data:image/svg+xml;utf8,<svg>)}b{mask:url(data:image/svg+xml,x)}`, ['url() data:image/svg+xml']],
  [`a{background:image-set("b" type("c"), url(d) 2x),-webkit-image-set('e' 1x)}`, ['url() b', 'url() d', 'url() e']],
  [`a{background:image("b",image-set("c" 1x));src:src("d" cors("e"))}`, ['url() b', 'url() c', 'url() d']],
  [
    `a{background:url(a\\\\b )}b{background:url(a\\62 )}c{background:url(\\00006ab)}`,
    ['url() a\\b', 'url() ab', 'url() jb'],
  ],
])('addressesIn %s', (css, addresses) => {
  expect([...new Set(addressesIn(css).map(({ from, url }) => `${from} ${url}`))]).toEqual(addresses);
});

test.each([
  ['a string', `a{b:image-set("a.png" 1x)}`, `a{b:image-set(url("a.png") 1x)}`],
  [
    'each string, beside the strings of other functions',
    `a{b:-webkit-image-set('a' type('image/avif'),/* "x" */url(b) calc(1x*(2)),"c" 2x)}`,
    `a{b:-webkit-image-set(url("a") type('image/avif'),/* "x" */url(b) calc(1x*(2)),url("c") 2x)}`,
  ],
  ['quotes and escapes', String.raw`a{b:image("\61\"'\\")}`, String.raw`a{b:image(url("a\"'\\"))}`],
  ['src()', `@font-face{src:src( "a" ) format("b"),local("c")}`, `@font-face{src:url("a" ) format("b"),local("c")}`],
])('toUrls writes an address as url(): %s', (_, css, written) => expect(toUrls(css)).toBe(written));

test.each([
  `@import "a";@namespace "b";@charset "utf-8";`,
  `a{b:"image-set('a')";c:my-image("d")}/* image-set("e") */`,
  `a{b:url("a"),url( 'b' ),url(c\\ d),src(var(--e))}`,
])('toUrls leaves %s', (css) => expect(toUrls(css)).toBe(css));

test('toUrls rewrites addresses, also those of @import', () => {
  const css = `@import "a";@import url(b);a{c:url( "d" ) image-set("e" 1x)}`;
  expect(toUrls(css, (address) => `/${address}`)).toBe(
    `@import "/a";@import url("/b");a{c:url( "/d" ) image-set(url("/e") 1x)}`,
  );
});
