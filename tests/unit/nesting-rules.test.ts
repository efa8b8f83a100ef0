import { expect, test } from 'vitest';
import { generateRules } from '../helpers/nesting-rules.ts';
import { describeDifference, INNER, OUTER } from '../helpers/nesting.ts';

test('the rules of nesting are those of parse5: npm run nesting', async () => {
  await expect(await generateRules()).toMatchFileSnapshot('../../src/check/html/nesting-rules.ts');
});

test('every element in every other, and text, is reported if a browser restructures it', () => {
  const differences = OUTER.flatMap((outer) => [
    describeDifference(outer, 'text'),
    ...INNER.map((inner) => describeDifference([...outer, inner])),
  ]);

  expect(differences.filter((difference) => difference !== undefined).slice(0, 20)).toEqual([]);
});
