import { expect, test } from 'vitest';
import { formatPublishedFiles } from '../../src/publish/published-files.ts';
import { NO_FACTS } from '../helpers/out-folder.ts';

test('formatPublishedFiles() writes the same bytes in any order of files and assets', () => {
  const one = formatPublishedFiles(['a.css', 'b.png'], { ...NO_FACTS, assetAges: { 'a.css': 0, 'b.png': 1 } });
  const other = formatPublishedFiles(['b.png', 'a.css'], { ...NO_FACTS, assetAges: { 'b.png': 1, 'a.css': 0 } });

  expect(other).toBe(one);
});
