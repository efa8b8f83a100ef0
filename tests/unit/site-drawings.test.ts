/** The pictures of the site, and the script that draws them: `init --template consultancy` copies both. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, onTestFinished, test } from 'vitest';
import { ESTATE } from '../../templates/drawings/paths.ts';
import { ROOT } from '../helpers/run.ts';

const DRAWINGS = path.join(ROOT, 'templates/drawings');

test('the script beside the drawings draws them as they are', async () => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'sitegen-drawings-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(DRAWINGS, copy, { recursive: true });
  const drawn = path.join(copy, 'paths.ts');
  rmSync(drawn);

  execFileSync(process.execPath, [path.join(copy, 'draw.mjs')]);

  const filepath = path.join(DRAWINGS, 'paths.ts');
  const formatted = await format(readFileSync(drawn, 'utf8'), { ...(await resolveConfig(filepath)), filepath });
  expect(formatted).toBe(readFileSync(filepath, 'utf8'));
});

test('every home of the estate in the case study has one record', () => {
  const count = (drawn: string) => drawn.match(/m/g)?.length;
  const homes = count(ESTATE.houses);

  expect(homes).toBeGreaterThan(20);
  expect(count(ESTATE.plots)).toBe(homes);
  expect(count(ESTATE.wrong + ESTATE.corrected)).toBe(homes);
});
