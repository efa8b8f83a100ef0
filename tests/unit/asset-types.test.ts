/** `dist/assets.d.ts`, the types of files that sites import. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kindOf } from '../../src/project/kinds.ts';
import { IMAGE_ENDINGS } from '../../src/shared/image-size.ts';
import { ROOT } from '../helpers/run.ts';

test('every declared ending is that of an asset, and every ending of an image is declared', () => {
  const declared = readFileSync(path.join(ROOT, 'dist/assets.d.ts'), 'utf8');
  const endings = [...declared.matchAll(/^declare module '\*\.(\w+)'/gm)].map(([, ending = '']) => ending);

  expect(endings.length).toBeGreaterThan(70);
  expect(endings.filter((ending) => kindOf(`file.${ending}`) !== 'asset')).toEqual([]);
  expect(IMAGE_ENDINGS.filter((ending) => !endings.includes(ending))).toEqual([]);
});
