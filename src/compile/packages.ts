/**
 * Packages in modules for Node. They are bundled, because many of them are written for bundlers: they import files without
 * extensions, or names that Node does not find. Packages that Node must load are imported, never required.
 */
import { readFileSync } from 'node:fs';
import { builtinModules, isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile, OnResolveArgs, Plugin } from 'esbuild';
import { findPackage } from '../shared/find-package.ts';
import { createOwnResolver } from './own-resolver.ts';
import { packageName, packageOfFile } from './module-graph.ts';
import { importedFromNode, isCompiledForNode } from './plugins/commonjs-defaults.ts';

/** Both are loaded once, by Node: components of the site, of packages and of sitegen share them. */
export const REACT = ['react', 'react-dom'];

/**
 * Leaves packages to Node. In an ES module there is no `require`, so `require('events')` in a package becomes an import.
 *
 * @param root the project folder, which contains the compiled modules that import these packages
 * @param names of packages that Node loads
 */
export function loadedByNode(root: string, names: readonly string[]): Plugin {
  const builtins = builtinModules.filter((name) => !name.startsWith('_')).join('|');
  const packages = [...REACT, ...names].map((name) => `${name.replace(/[^\w]/g, String.raw`\$&`)}(?:/.*)?`).join('|');
  return {
    name: 'loaded-by-node',
    setup: (build) => {
      const own = createOwnResolver(build);
      const find = ({ path: specifier, kind, resolveDir, importer }: OnResolveArgs) =>
        own.resolve(specifier, { kind, resolveDir, importer });
      const resolve = async (args: OnResolveArgs): Promise<string> => {
        const { path: specifier, resolveDir } = args;
        const isReachable = isBuiltin(specifier) || isFoundFrom(root, resolveDir, packageName(specifier));
        if (isReachable || REACT.includes(packageName(specifier))) return specifier;
        const found = await find(args);
        return found.errors.length > 0 ? specifier : pathToFileURL(found.path).href;
      };
      build.onResolve({ filter: new RegExp(`^(?:(?:node:)?(?:${builtins})|${packages})$`) }, async (args) => {
        const { path: specifier, kind, namespace, importer } = args;
        if (own.isAsking(args) || namespace !== 'file' || specifier.startsWith('react/jsx')) return undefined;
        if (kind === 'require-call') return { path: await resolve(args), namespace: 'required' };
        if (!names.includes(packageName(specifier))) return undefined;
        const hasDefault = packageOfFile(importer) === undefined && isCompiledForNode((await find(args)).path);
        return { path: await resolve(args), ...(hasDefault ? { namespace: 'with-default' } : { external: true }) };
      });
      build.onLoad({ filter: /^/, namespace: 'with-default' }, ({ path: file }) => ({
        contents: importedFromNode(file),
      }));
      build.onResolve({ filter: /^/, namespace: 'with-default' }, ({ path: file }) => ({ path: file, external: true }));
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
      // Use the React of the pages: see `pageReact`.
      build.onResolve({ filter: /^/, namespace: 'imported' }, ({ path: file }) =>
        REACT.includes(packageName(file)) ? undefined : { path: file, external: true },
      );
    },
  };
}

/** False if a package has its own version, or if transitive dependencies are hidden, as by pnpm. */
function isFoundFrom(root: string, folder: string, name: string): boolean {
  const found = findPackage(folder, name);
  return found === undefined || found === findPackage(root, name);
}

/** Code that works only where it is installed: it reads files next to it, finds others, or loads native modules. */
const IS_BOUND =
  /\b(?:__)?require\.resolve\b|\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename|resolve)\b|\.node["'`]/;

/** @returns the packages in a bundle whose code works only where it is installed */
export function findBoundPackages(root: string, { inputs }: Metafile, codes: readonly string[]): string[] {
  const isNative = Object.keys(inputs).some((file) => file.endsWith('.node'));
  if (!isNative && !codes.some((code) => IS_BOUND.test(code))) return [];
  const bound = Object.keys(inputs).flatMap((file) => {
    const name = file.includes(':') ? undefined : packageOfFile(file); // virtual modules of plugins have a colon
    const isBound = () => file.endsWith('.node') || IS_BOUND.test(readFileSync(path.join(root, file), 'utf8'));
    return name !== undefined && isBound() ? [name] : [];
  });
  return [...new Set(bound)];
}
