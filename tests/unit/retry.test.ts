import { expect, test } from 'vitest';
import { withRetries } from '../../src/render/worker/retry.ts';

test('`withRetries` tries three more times, and prepares each attempt', async () => {
  const calls: string[] = [];
  const load = () => {
    calls.push('load');
    if (calls.length < 7) throw new Error('not yet');
    return 'loaded';
  };

  expect(await withRetries(load, async () => void calls.push('prepare'))).toBe('loaded');

  expect(calls.join(' ')).toBe('load prepare load prepare load prepare load');
});

test('`withRetries` throws the last error, which mentions the number of attempts once', async () => {
  const error = new Error('never');
  const load = () => Promise.reject(error);

  await expect(withRetries(load)).rejects.toBe(error);
  await expect(withRetries(load)).rejects.toThrow(/^never \(tried 4 times\)$/);
});
