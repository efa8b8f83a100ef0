import { expect, test } from 'vitest';
import { editDistance } from '../../src/shared/edit-distance.ts';

test.each([
  ['other', 'other', 0],
  ['othr', 'other', 1], // missing
  ['oother', 'other', 1], // added
  ['ather', 'other', 1], // wrong
  ['ohter', 'other', 1], // swapped
  ['othre/', 'other', 2],
  ['', 'abc', 3],
  ['sitting', 'kitten', 3],
])('from "%s" to "%s", there are %s errors', (written, name, errors) => {
  expect(editDistance(written, name, 3)).toBe(errors);
  expect(editDistance(name, written, 3)).toBe(errors);
});

test.each([
  ['a', 'b', 0],
  ['ccbc', 'cbcac', 1],
  ['sitting', 'kitten', 2],
  ['', 'long', 3],
])('"%s" and "%s" have more than %s errors', (written, name, limit) => {
  expect(editDistance(written, name, limit)).toBeGreaterThan(limit);
});
