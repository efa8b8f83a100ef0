import { load } from 'cheerio';
import * as fc from 'fast-check';
import { createElement, memo } from 'react';
import { describe, expect, inject, test } from 'vitest';
import { withText } from '../../src/shared/image.ts';
import { renderPage } from '../../src/render/worker/render-page.ts';
import { pageInput } from '../helpers/page-input.ts';
import type { ShellProps } from '../../src/api/contract.ts';
import { island } from '../../src/islands/server/island.ts';
import { decodeProps } from '../../src/islands/client/hydrate.ts';
import { serializeProps } from '../../src/islands/server/serialize-props.ts';

const Probe = island('probe', function Probe(_props: { value: unknown }) {
  return null;
});

/** The props that the browser receives, and the reported problems. */
async function send(props: { value: unknown }) {
  const Shell = ({ children }: ShellProps) => createElement('html', null, createElement('body', null, children));
  const Page = () => createElement(Probe, props);
  const { html, record } = await renderPage(pageInput({ Page, Shell }), { islands: [], eager: new Set() });
  return { html, problems: record.problems };
}

/** Text that has broken something somewhere. */
const hostile = fc.constantFrom(
  '</script>',
  '<!--',
  '-->',
  ']]>',
  '"',
  "'",
  '&quot;',
  '\u2028',
  '\ud800',
  '\u0000',
  '{{x}}',
  '`',
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(hostile).map((parts) => parts.join('')),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value')),
  record: fc.dictionary(
    text.filter((key) => key !== '__proto__'),
    tie('value'),
  ),
})).value;

test(`${inject('propertyRuns')} random props survive, and none of them is parsed as markup`, async () => {
  await fc.assert(
    fc.asyncProperty(json, async (value) => {
      const { html, problems } = await send({ value });
      const $ = load(html);
      expect(problems).toEqual([]);
      expect(JSON.parse($('sitegen-island').attr('props') ?? '')).toEqual({ value });
      expect($('body').children()).toHaveLength(1);
      expect($('sitegen-island').contents()).toHaveLength(0);
    }),
    { numRuns: inject('propertyRuns') },
  );
}, 300_000);

/** Values that JSON does not support, among others, and objects that look like the encoding. */
const rich = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.bigInt(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(-0),
    fc.date({ noInvalidDate: true }),
    fc.webUrl().map((url) => new URL(url)),
    fc.constant(null),
    fc.array(tie('value')),
    fc.array(tie('value')).map((items) => new Set(items)),
    fc.array(fc.tuple(tie('value'), tie('value'))).map((entries) => new Map(entries)),
    fc.dictionary(fc.constantFrom('$', 'a', 'constructor'), tie('value'), { noNullPrototype: true }),
    fc.constant({ $: ['Date', 0] }),
  ),
})).value;

test(`${inject('propertyRuns')} random props with other types survive`, () => {
  fc.assert(
    fc.property(rich, (value) => {
      const sent = serializeProps({ value }, { mustEncode: true });
      expect(sent.unserializable).toEqual([]);
      expect(decodeProps(sent.json ?? '', () => undefined)).toEqual({ value });
    }),
    { numRuns: inject('propertyRuns') },
  );
}, 300_000);

test('an image still stands for its address', () => {
  const photo = withText({ src: '/assets/a.jpg', width: 4, height: 3 });
  const sent = serializeProps({ photo, list: [{ ...photo }] });

  const arrived = decodeProps(sent.json ?? '', () => undefined) as { photo: object; list: object[] };

  expect(arrived).toEqual({ photo, list: [photo] });
  expect([arrived.photo, ...arrived.list].map(String)).toEqual(['/assets/a.jpg', '/assets/a.jpg']);
  expect(Object.keys(arrived.photo)).toEqual(['src', 'width', 'height']);
});

test.each([
  ['an element', '{ "$$typeof": "x", "props": { "slot": "children" } }'],
  ['a part of one', '{ "$$typeof": "Symbol(react.element)", "props": null }'],
])('data that looks like %s survives', async (_what, data) => {
  const value: unknown = JSON.parse(data);
  const { html, problems } = await send({ value });
  expect(problems).toEqual([]);
  expect(JSON.parse(load(html)('sitegen-island').attr('props') ?? '')).toEqual({ value });
});

test('serializeProps keeps a negative zero, which JSON does not support, wherever it is', () => {
  const value = { a: -0, list: [0, -0], map: new Map([['x', -0]]), n: 0 };

  const sent = serializeProps({ value });

  expect(sent.isEncoded).toBe(true);
  expect(decodeProps(sent.json ?? '', () => undefined)).toEqual({ value });
});

describe('reports values that would not survive', () => {
  class Money {
    readonly amount = 1;
  }
  const circular: { self?: unknown } = {};
  circular.self = circular;

  test.each([
    ['a function', () => {}, 'value', 'a function'],
    ['undefined in an array', [1, undefined], 'value[1]', 'undefined'],
    ['a hole in an array', [1, , 2], 'value[1]', 'undefined'], // oxlint-disable-line no-sparse-arrays -- tests holes
    ['a named property of an array', [...'ab'.matchAll(/b/g)], 'value[0]', 'a value with the added property "groups"'],
    [
      'a property of a Date',
      Object.assign(new Date(0), { zone: 'CET' }),
      'value',
      'a value with the added property "zone"',
    ],
    ['NaN', NaN, 'value', 'NaN'],
    ['a symbol', Symbol('x'), 'value', 'a symbol'],
    ['a class instance', new Money(), 'value', 'a Money'],
    ['a circle', circular, 'value.self', 'a value that contains itself'],
    ['its own __proto__', JSON.parse('{"__proto__": 1}'), 'value', 'an object with a key "__proto__"'],
    ['a symbol for a key', { [Symbol('x')]: 1 }, 'value', 'an object with a symbol for a key'],
    ['an invalid Date', [{ 'when it was': new Date(NaN) }], 'value[0]["when it was"]', 'an invalid Date'],
    ['a function in a Map', { a: new Map([[1, () => {}]]) }, 'value.a[0][1]', 'a function'],
    [
      'an element with a slot in a Set',
      new Set([createElement('p', { slot: 'x' })]),
      'value[0]',
      'a React element inside a Map or Set',
    ],
    ['a component', memo(() => null), 'value', 'a component'],
  ])('%s', (_what, value, path, what) => {
    expect(serializeProps({ value }).unserializable).toEqual([{ path, what }]);
  });

  test.each([
    ['absent values in objects', { a: undefined }],
    [
      'the same value twice',
      (() => {
        const shared = { a: 1 };
        return [shared, shared];
      })(),
    ],
    ['objects without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ])('but not %s', (_what, value) => {
    expect(serializeProps({ value }).unserializable).toEqual([]);
  });
});
