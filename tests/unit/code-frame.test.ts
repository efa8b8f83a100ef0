import { expect, test } from 'vitest';
import { codeFrame } from '../../src/shared/code-frame.ts';

test('shows two lines around the place, with a mark below it', () => {
  const source = 'one\ntwo\nthree\nfour\nfive\nsix';

  expect(codeFrame(source, 4, 2)).toBe(
    ['  2 | two', '  3 | three', '> 4 | four', '    |  ^', '  5 | five', '  6 | six'].join('\n'),
  );
});

test('keeps tabs, so the mark is below its character', () => {
  expect(codeFrame('\tx = 1', 1, 2)).toBe('> 1 | \tx = 1\n    | \t^');
});

test('omits the mark if it would be beyond the visible text', () => {
  expect(codeFrame('x'.repeat(10_000), 1, 5000)).toBe(`> 1 | ${'x'.repeat(160)}`);
});
