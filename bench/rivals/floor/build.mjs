/**
 * The work that no generator on React can leave out, on one thread: compile, render, write. It checks nothing, finds no
 * pages, names no mistakes, and is no generator: it shows how near to the ground another one is.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OUT, compileForNode, compileIsland, compileStyles } from './compile.mjs';

async function makePages() {
  const { addresses, render } = await import(await compileForNode('entry.jsx', 'server'));
  for (const address of addresses()) {
    const file = path.join(OUT, address.endsWith('/') ? `${address}index.html` : address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, render(address));
  }
}

mkdirSync(OUT, { recursive: true });
process.env.NODE_ENV = 'production';
await Promise.all([compileStyles(), makePages(), compileIsland()]);
