import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashPath } from '../../src/core/hash.ts';

test('a change is noticed in a file that Node cannot read at once', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'large');
  const handle = await open(file, 'w');
  await handle.truncate(2_200_000_000);
  const before = hashPath(file);

  await handle.write('x');
  await handle.close();

  expect(hashPath(file)).not.toBe(before);
});
