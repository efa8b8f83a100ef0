/** Compiles the reference site, without checks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Scanner } from '@tailwindcss/oxide';
import { build, transform } from 'esbuild';
import { compile } from 'tailwindcss';

export const OUT = 'out';
const templates = path.resolve('../../reference/templates');
const common = { bundle: true, jsx: 'automatic', format: 'esm', define: { 'process.env.NODE_ENV': '"production"' } };

export async function compileStyles() {
  const loadStylesheet = (id, base) => {
    const file = createRequire(import.meta.url).resolve(`${id}/index.css`);
    return Promise.resolve({ path: file, base, content: readFileSync(file, 'utf8') });
  };
  const source = readFileSync(path.join(templates, 'site.css'), 'utf8');
  const compiler = await compile(source, { base: templates, loadStylesheet });
  const css = compiler.build(new Scanner({ sources: compiler.sources }).scan());
  const { code } = await transform(css, { loader: 'css', minify: true });
  writeFileSync(path.join(OUT, 'site.css'), code);
}

export async function compileIsland() {
  await build({ ...common, entryPoints: ['../island.jsx'], minify: true, outfile: path.join(OUT, 'island.js') });
}

/** @returns the module, absolute */
export async function compileForNode(entry, name) {
  const outfile = path.resolve(`.${name}.mjs`);
  await build({ ...common, entryPoints: [entry], platform: 'node', packages: 'external', outfile });
  return outfile;
}
