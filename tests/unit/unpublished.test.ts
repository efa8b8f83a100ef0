import { expect, test } from 'vitest';
import { whyUnpublished } from '../../src/shared/unpublished.ts';

const AT = new Date('2026-12-01T12:00Z');

test.each([
  [{}, undefined],
  [{ draft: true }, {}],
  [{ publishAt: '2026-12-01' }, undefined],
  [{ publishAt: '2026-12-01T12:00Z' }, undefined],
  [{ publishAt: '2026-12-01T12:00:01Z' }, { publishAt: '2026-12-01T12:00:01Z' }],
  [{ publishAt: new Date('2026-12-02') }, { publishAt: '2026-12-02' }],
  [{ publishAt: 'soon' }, undefined],
])('at noon, a page with %j is left out because of %j', (meta, expected) => {
  expect(whyUnpublished(meta, AT)).toEqual(expected);
});
