import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { diffLists } from '../../src/diff/diff-words.ts';

test.each<[before: string, after: string, max: number, found: string | undefined]>([
  ['', '', 0, ''],
  ['abc', 'abc', 0, 'abc'],
  ['', 'ab', 2, '+ab'],
  ['ab', '', 2, '-ab'],
  ['abcd', 'abXd', 2, 'ab-c+X|d'],
  ['abcabba', 'cbabac', 5, '-ab|c+b|ab-b|a+c'],
  ['abcd', 'wxyz', 7, undefined],
])('%s -> %s', (before, after, max, found) => {
  const shown = diffLists(before.split(''), after.split(''), max)?.map(({ kept, removed, added }) =>
    [...kept, ...(removed.length > 0 ? ['-', ...removed] : []), ...(added.length > 0 ? ['+', ...added] : [])].join(''),
  );
  expect(shown?.join('|')).toBe(found);
});

test('replacements turn one list into the other', () => {
  const letters = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  assert(
    property(letters, letters, (before, after) => {
      const found = diffLists(before, after, 60) ?? [];
      expect(found.flatMap(({ kept, removed }) => [...kept, ...removed])).toEqual(before);
      expect(found.flatMap(({ kept, added }) => [...kept, ...added])).toEqual(after);
    }),
    { numRuns: 500 },
  );
});
