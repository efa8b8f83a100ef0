/** The pictures of the site, and the script that draws them: `init --template consultancy` copies both. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../helpers/run.ts';

const DRAWINGS = path.join(ROOT, 'templates/drawings');

test('the script beside the drawings draws them as they are', async () => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'sitegen-drawings-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(DRAWINGS, copy, { recursive: true });
  const drawings = readdirSync(copy).filter(
    (file) => file.endsWith('.tsx') && readFileSync(path.join(copy, file), 'utf8').startsWith('// Drawn by draw.mjs.'),
  );
  for (const file of drawings) rmSync(path.join(copy, file));

  execFileSync(process.execPath, [path.join(copy, 'draw.mjs')]);

  expect(drawings.length).toBeGreaterThanOrEqual(5);
  for (const file of drawings) {
    const filepath = path.join(DRAWINGS, file);
    const drawn = await format(readFileSync(path.join(copy, file), 'utf8'), {
      ...(await resolveConfig(filepath)),
      filepath,
    });
    expect(`${file}\n${drawn}`).toBe(`${file}\n${readFileSync(filepath, 'utf8')}`);
  }
});
