import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

export const bench = path.resolve(import.meta.dirname, '..');
export const root = path.dirname(bench);

/** The parts of the reference site from which other generators' files are generated. */
const ENTRY = `
export { renderToStaticMarkup } from 'react-dom/server';
export { createElement } from 'react';
export { default as Shell } from './reference/templates/shell.tsx';
export { site } from './reference/templates/content/fixed.ts';
export { PlainForm } from './rivals/plain-form.jsx';
export * from './rivals/pages.jsx';
`;

/**
 * Compiles the reference site into a folder.
 *
 * @returns the exports of its modules, and React
 */
export async function loadReference(folder) {
  const outfile = path.join(folder, 'reference.cjs');
  await build({
    stdin: { contents: ENTRY, resolveDir: bench },
    ...common,
    format: 'cjs',
    // React's production build does not warn about keys, which placeholders lack.
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { react: resolveFromRoot('react'), 'react-dom': resolveFromRoot('react-dom') },
    outfile,
  });
  process.env.BENCH_OVERRIDES = path.join(bench, 'reference/overrides.json');
  return createRequire(import.meta.url)(outfile);
}

/** Compiles the content of the pages, without their markup, for generators that cannot read TypeScript. */
export async function compileContent(outfile) {
  const contents = `export * from './fixed.ts'; export * from './insights.ts';`;
  const resolveDir = path.join(bench, 'reference/templates/content');
  await build({ stdin: { contents, resolveDir }, ...common, format: 'esm', outfile });
}

const common = { bundle: true, platform: 'node', jsx: 'automatic' };

/** Not from bench/rivals, which has its own packages. */
const resolveFromRoot = (name) =>
  path.dirname(createRequire(path.join(root, 'package.json')).resolve(`${name}/package.json`));
