/** Copies the site to a temporary folder, so that measuring it does not change its out/. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The repository. */
export const root = path.resolve(import.meta.dirname, '..');

/** @returns the folder */
export function copySite(runtime) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sitegen-bench-'));
  for (const name of ['templates', 'public', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const config = `export default { site: 'https://www.example.com', islands: { runtime: '${runtime}' } };\n`;
  writeFileSync(path.join(folder, 'sitegen.config.ts'), config);
  return folder;
}

/** Fills in the facts that only the client can supply. */
export function answerQuestions(folder) {
  cpSync(path.join(root, 'tests/fixtures/answered-site'), folder, { recursive: true });
}

/** The islands' script of a built site. */
export function scriptOf(folder) {
  const assets = path.join(folder, 'out/assets');
  return readFileSync(
    path.join(
      assets,
      readdirSync(assets).find((file) => file.endsWith('.js')),
    ),
  );
}

export function removeSite(folder) {
  rmSync(folder, { recursive: true });
}
