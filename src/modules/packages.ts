/**
 * Packages in modules for Node. They are bundled, because many of them are written for bundlers: they import files without
 * extensions, or names that Node does not find. What Node has to load is imported, never required.
 */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { packageOfFile } from './module-graph.ts';

/** Both are loaded once, by Node: components of the site, of packages and of sitegen share them. */
export const REACT = ['react', 'react-dom'];

/**
 * In an ES module there is no `require`, so `require('events')` in a package becomes an import.
 *
 * @param external names of packages that Node loads
 */
export function requiredByImport(external: readonly string[]): Plugin {
  const names = builtinModules.filter((name) => !name.startsWith('_'));
  const packages = external.map((name) => `${name.replace(/[^\w]/g, String.raw`\$&`)}(?:/.*)?`);
  const filter = new RegExp(`^(?:(?:node:)?(?:${names.join('|')})|${packages.join('|')})$`);
  return {
    name: 'required-by-import',
    setup: (build) => {
      build.onResolve({ filter, namespace: 'file' }, ({ path: file, kind }) =>
        kind === 'require-call' && !file.startsWith('react/jsx') ? { path: file, namespace: 'required' } : undefined,
      );
      build.onLoad({ filter: /^/, namespace: 'required' }, ({ path: file }) => ({
        contents: `module.exports = require(${JSON.stringify(`imported:${file}`)}).default;`,
        loader: 'js',
      }));
      build.onResolve({ filter: /^imported:/, namespace: 'required' }, ({ path: file }) => ({
        path: file.slice('imported:'.length),
        namespace: 'imported',
      }));
      build.onLoad({ filter: /^/, namespace: 'imported' }, ({ path: file }) => ({
        contents: `export { default } from ${JSON.stringify(file)};`,
        loader: 'js',
      }));
    },
  };
}

/** Code that works only where it is installed: it reads files beside it, or loads native modules. */
const IS_BOUND = /\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename|resolve)\b|\.node["'`]/;

/** @returns the packages in a bundle whose code works only where it is installed */
export function findBoundPackages(root: string, { inputs }: Metafile, codes: readonly string[]): string[] {
  if (!codes.some((code) => IS_BOUND.test(code))) return [];
  const bound = Object.keys(inputs).flatMap((file) => {
    const name = packageOfFile(file);
    return name !== undefined && IS_BOUND.test(readFileSync(path.join(root, file), 'utf8')) ? [name] : [];
  });
  return [...new Set(bound)];
}

/** What esbuild writes where an ES module imports a CommonJS module as Node does. */
const AS_NODE = /\b(__toESM\(require_\w+\(\)), 1\)/g;

/**
 * `import styled from 'styled-components'` is the `default` of a package whose modules were compiled to CommonJS, as in any
 * bundler. In a project whose package.json has `"type": "module"`, esbuild does as Node does instead: it gives the whole
 * module. Packages keep that, because they were written for Node.
 *
 * @param code of a module that esbuild has written: a comment with its name precedes each file
 */
export function importDefaults(code: string, { inputs }: Metafile): string {
  if (code.search(AS_NODE) < 0) return code;
  let isOfSite = false;
  const lines = code.split('\n').map((line) => {
    const file = line.startsWith('// ') ? line.slice('// '.length) : '';
    if (Object.hasOwn(inputs, file)) isOfSite = packageOfFile(file) === undefined;
    return isOfSite ? line.replace(AS_NODE, '$1)') : line;
  });
  return lines.join('\n');
}
