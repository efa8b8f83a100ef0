/**
 * The work that no generator on React can leave out, on one thread: compile, render, write. It checks nothing, finds no
 * pages, names no mistakes, and is no generator: it shows how near to the ground another one is.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Scanner } from '@tailwindcss/oxide';
import { build, transform } from 'esbuild';
import { compile } from 'tailwindcss';

const OUT = 'out';
const templates = path.resolve('../../reference/templates');
const common = { bundle: true, jsx: 'automatic', format: 'esm', define: { 'process.env.NODE_ENV': '"production"' } };

async function makeStyles() {
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

async function makePages() {
  const outfile = path.resolve('.server.mjs');
  await build({ ...common, entryPoints: ['entry.jsx'], platform: 'node', packages: 'external', outfile });
  const { addresses, render } = await import(outfile);
  for (const address of addresses()) {
    const file = path.join(OUT, address.endsWith('/') ? `${address}index.html` : address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, render(address));
  }
}

mkdirSync(OUT, { recursive: true });
process.env.NODE_ENV = 'production';
const island = build({ ...common, entryPoints: ['../island.jsx'], minify: true, outfile: path.join(OUT, 'island.js') });
await Promise.all([makeStyles(), makePages(), island]);
