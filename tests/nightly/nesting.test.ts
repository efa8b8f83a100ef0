import { expect, test } from 'vitest';
import { contextOf, describeDifference, INNER, isContainer, isKept, OUTER } from '../helpers/nesting.ts';

/** Of about a million. */
const TRIED = 200_000;

test('three elements in each other are reported if a browser restructures them', () => {
  const outer = OUTER.flatMap((one) =>
    INNER.filter(isContainer)
      .map((two) => [...one, ...contextOf(two), two])
      .filter((chain) => isKept(chain)),
  );
  const every = Math.ceil((outer.length * INNER.length) / TRIED);
  const chains = outer.flatMap((chain, row) =>
    INNER.filter((_, column) => (row * INNER.length + column) % every === 0).map((inner) => [...chain, inner]),
  );

  expect(chains.flatMap((chain) => describeDifference(chain) ?? []).slice(0, 20)).toEqual([]);
});
