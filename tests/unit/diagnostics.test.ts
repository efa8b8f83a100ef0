import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CODES } from '../../src/shared/diagnostics.ts';
import { ROOT } from '../helpers/run.ts';

test('every diagnostic code is documented, and nothing else', async () => {
  const text = await readFile(path.join(ROOT, 'docs/errors.md'), 'utf8');
  const explained = [...text.matchAll(/^### (.+)$/gm)].map(([, code = '']) => code);

  expect(explained.toSorted()).toEqual(CODES.toSorted());
});
