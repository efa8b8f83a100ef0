/** A copy of the reference site for one generator, in its own folder. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bench } from './reference-site.mjs';
import { tools } from './tools.mjs';

/**
 * @param pages how many insights; must equal `process.env.BENCH_PAGES`
 * @returns how to run it: `name`, `pages`, its tool, `cwd`, `env`
 */
export async function createProject(name, pages, work, reference, tool = tools[name]) {
  if (tool === undefined)
    throw new Error(`Unknown generator "${name}". Expected one of: ${Object.keys(tools).join(', ')}`);
  const folder = path.join(work, String(pages), name);
  const cwd = path.join(folder, tool.folder);
  for (const part of new Set(['reference', tool.folder, ...SHARED])) {
    cpSync(path.join(bench, part), path.join(folder, part), { recursive: true });
  }
  for (const part of ['node_modules', 'package.json']) {
    symlinkSync(path.join(tool.modules, part), path.join(folder, part));
  }
  // A site without insights needs no file for them.
  if (name === 'sitegen' && pages === 0) rmSync(path.join(cwd, 'templates/pages/insights'), { recursive: true });
  await tool.write?.(cwd, reference);
  const overrides = path.join(folder, 'reference/overrides.json');
  return { name, pages, tool, cwd, env: { ...ENVIRONMENT, BENCH_PAGES: String(pages), BENCH_OVERRIDES: overrides } };
}

const SHARED = ['rivals/pages.jsx', 'rivals/island.jsx', 'rivals/plain-form.jsx'];

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  CI: '1',
  NO_COLOR: '1',
  NODE_ENV: 'production',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/**
 * Removes the output of a build. It is moved instead of deleted: for minutes after thousands of deletions, a disk may create
 * files ten times slower, because ext4 scans what was freed one by one.
 *
 * @param trash a folder on the same disk
 */
export function moveOutput({ cwd, tool }, trash) {
  mkdirSync(trash, { recursive: true });
  for (const name of [tool.out, ...tool.caches]) {
    const built = path.join(cwd, name);
    if (existsSync(built)) renameSync(built, path.join(trash, `${Date.now()}-${Math.random()}`));
  }
}

/** Changes the text of one page. */
export function editPage({ cwd, env, tool }, reference, address, text) {
  if (tool.edit) tool.edit(cwd, reference, address, text);
  else writeFileSync(env.BENCH_OVERRIDES, JSON.stringify({ [address]: text }));
}

/** The page built for an address. Some generators write `contact.html`, others `contact/index.html`. */
export function readPage({ cwd, tool }, address) {
  const file = address.endsWith('/') ? `${address}index.html` : address;
  return readFileSync(path.join(cwd, tool.out, file), 'utf8');
}
