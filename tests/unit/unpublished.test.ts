import { expect, test } from 'vitest';
import { checkDates } from '../../src/check/check-page.ts';
import { whyUnpublished } from '../../src/shared/unpublished.ts';

const AT = new Date('2026-12-01T12:00Z');

test.each([
  [{}, undefined],
  [{ draft: false }, undefined],
  [{ draft: true }, {}],
  [{ draft: true, publishAt: '2020-01-01' }, {}],
  [{ publishAt: '2026-12-01' }, undefined],
  [{ publishAt: '2026-12-01T12:00Z' }, undefined],
  [{ publishAt: '2026-12-01T12:00:01Z' }, { publishAt: '2026-12-01T12:00:01Z' }],
  [{ publishAt: '2026-12-01T12:30+01:00' }, undefined],
  [{ publishAt: new Date('2026-12-02') }, { publishAt: '2026-12-02' }],
  [{ publishAt: 'soon' }, undefined],
])('at noon, a page with %j is left out because of %j', (meta, expected) => {
  expect(whyUnpublished(meta, AT)).toEqual(expected);
});

test.each([
  ['soon', true],
  ['2026-02-30', true],
  ['2026-12-01T09:00', true], // of an unknown time zone
  [new Date(Number.NaN), true],
  [undefined, false],
  ['2026-12-01', false],
  [new Date(0), false],
])('the date %j is reported: %j', (publishAt, isReported) => {
  const route = { source: 'a.tsx', path: '/a/', output: 'a/index.html' };
  const found = checkDates(route, { title: 'T', ...(publishAt !== undefined && { publishAt }) });
  expect(found.map(({ code }) => code)).toEqual(isReported ? ['publish-at-invalid'] : []);
});
