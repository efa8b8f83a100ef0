import { deserialize, serialize } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { memoize } from '../shared/memo.ts';
import { statePaths } from '../shared/paths.ts';
import { findUnplain } from '../shared/plain-data.ts';

/**
 * Caches the result of slow, pure work on disk: a chart drawn from numbers, an API response by version. Deleting
 * `.sitegen/memo` never changes the site.
 *
 * @example
 * const svg = await memo(['chart', 2, numbers], () => drawChart(numbers));
 *
 * @param key everything that the result depends on, as plain data. Include a version, and change it with the code
 * @param run returns plain data: what `structuredClone` copies without loss
 * @throws what `run` throws; nothing is stored then
 */
export async function memo<Data>(key: unknown, run: () => Data | Promise<Data>): Promise<Data> {
  requirePlain(key, 'key');
  const { root, clockOffset } = (workerData ?? {}) as { readonly root?: string; readonly clockOffset?: number };
  if (root === undefined) return run(); // outside a build, in a test for example
  const folder = statePaths(root)[clockOffset === 0 ? 'memo' : 'memoAhead'];
  const bytes = await memoize(folder, ['site', process.version, serialize(key)], async () => {
    const value = await run();
    requirePlain(value, 'result');
    return serialize(value);
  });
  return deserialize(bytes) as Data;
}

function requirePlain(value: unknown, name: string): void {
  const unplain = findUnplain(value, name);
  if (unplain !== undefined) throw new Error(`\`memo\` can only keep plain data, but ${unplain}.`);
}
