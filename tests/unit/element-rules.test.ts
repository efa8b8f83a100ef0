import { expect, test } from 'vitest';
import { checkElement } from '../../src/react/element-rules.ts';

const found = (type: string, props: object) =>
  checkElement(type, props as Record<string, unknown>).map(({ problem }) => `${problem.severity} ${problem.message}`);

test.each([
  ['img', { src: undefined, alt: '' }, '`src` is undefined'],
  ['img', { src: '', alt: '' }, '`src` is empty'],
  ['img', { alt: 'A cat' }, '`src` is missing'],
  ['source', { media: 'print' }, '`src` is missing'],
  ['iframe', { src: undefined, title: 'Map' }, '`src` is undefined'],
  ['audio', { src: null, id: 'sound' }, '`src` is null'],
  ['object', { data: undefined }, '`data` is undefined'],
  ['use', { href: undefined }, '`href` is undefined'],
])('checkElement reports <%s> with %j as an error', (type, props, reason) => {
  expect(found(type, props)).toEqual([`error renders <${type}> without an address: ${reason}.`]);
});

test.each([
  ['script', { type: 'module', src: undefined }, '`src` is undefined'],
  ['link', { rel: 'canonical', href: undefined }, '`href` is undefined'],
])('checkElement warns about <%s> with %j', (type, props, reason) => {
  expect(found(type, props)).toEqual([`warning renders <${type}> without an address: ${reason}.`]);
});

test.each([
  ['img', { src: '/a.png' }],
  ['img', { src: undefined, srcSet: '/a.png 1x' }],
  ['img', { 'data-src': '/a.png' }],
  ['img', { src: '', 'data-lazy': '/a.png' }],
  ['a', { href: undefined, children: 'You are here' }],
  ['iframe', { name: 'result', title: 'Result' }],
  ['iframe', { src: undefined, srcDoc: '<p>x</p>' }],
  ['video', { src: undefined, children: 'sources' }],
  ['script', { type: 'application/json', dangerouslySetInnerHTML: { __html: '{}' } }],
  ['link', { rel: 'preload', as: 'image', imageSrcSet: '/a.png 1x' }],
])('checkElement accepts <%s> with %j', (type, props) => {
  expect(found(type, props)).toEqual([]);
});
