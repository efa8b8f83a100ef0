import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, run } from '../helpers/run.ts';

// npm compiles when it packs or installs in a checkout, also while other processes import dist/.
test('compiling again leaves unchanged files alone', async () => {
  const before = statesOf('dist');
  expect(await run([process.execPath, 'src/compile.mjs'], ROOT)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(statesOf('dist')).toEqual(before);
});

function statesOf(folder: string): string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => {
    const { ino, mtimeMs } = statSync(path.join(ROOT, folder, name));
    return `${name} ${ino} ${mtimeMs}`;
  });
}
