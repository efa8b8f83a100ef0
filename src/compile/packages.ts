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
import { importedFromNode, isCommonJs, isCompiledForNode, reexported } from './plugins/commonjs-defaults.ts';

/** Both are loaded once, by Node: components of the site, of packages and of sitegen share them. */
export const REACT = ['react', 'react-dom'];

/**
 * Leaves packages to Node. In an ES module there is no `require`, so `require('events')` in a package becomes an import.
 *
 * @param root the project folder, which contains the compiled modules that import these packages
 * @param external names of packages that Node loads
 * @param bound more of them, which are used as if they were bundled: `import { name }` finds what Node does not
 */
export function loadedByNode(root: string, external: readonly string[], bound: readonly string[]): Plugin {
  const names = [...external, ...bound];
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
        const { path: file } = await find(args);
        const hasDefault = packageOfFile(importer) === undefined && isCompiledForNode(file);
        const found = { path: await resolve(args) };
        const isBound = kind === 'import-statement' && bound.includes(packageName(specifier));
        if (isBound && isCommonJs(file)) return { ...found, namespace: hasDefault ? 'as-bundled' : 'required' };
        return { ...found, ...(hasDefault ? { namespace: 'with-default' } : { external: true }) };
      });
      build.onLoad({ filter: /^/, namespace: 'with-default' }, ({ path: file }) => ({
        contents: importedFromNode(file),
      }));
      build.onResolve({ filter: /^/, namespace: 'with-default' }, ({ path: file }) => ({ path: file, external: true }));
      build.onLoad({ filter: /^/, namespace: 'as-bundled' }, ({ path: file }) => ({ contents: reexported(file) }));
      build.onResolve({ filter: /^/, namespace: 'as-bundled' }, ({ path: file }) => ({
        path: file,
        namespace: 'required',
      }));
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

/** esbuild's reports of imports that it does not bundle: `import(file)`, `require(file)`, and `factory(require)`. */
const COMPUTED = ['unsupported-dynamic-import', 'unsupported-require-call', 'indirect-require'];

interface ComputedImports {
  readonly plugin: Plugin;
  /** The packages that only Node can load, because they import names that they compute. */
  readonly packages: ReadonlySet<string>;
}

/** In a bundle, `require(name)` throws, and `import(name)` starts from another folder. A package may catch that, and do without. */
export function computedImports(): ComputedImports {
  const packages = new Set<string>();
  const plugin: Plugin = {
    name: 'computed-imports',
    setup: (build) => {
      build.initialOptions.logOverride = Object.fromEntries(COMPUTED.map((id) => [id, 'warning']));
      build.onEnd((result) => {
        const { inputs = {}, outputs = {} } = result.metafile ?? {};
        const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
        for (const { id, location } of result.warnings.filter((one) => COMPUTED.includes(one.id))) {
          const { file, lineText, column } = location as NonNullable<typeof location>;
          const isQuestion = /\btypeof\s*$/.test(lineText.slice(0, column));
          // Node has no `require` in an ES module, either.
          const isMissed = id === COMPUTED[0] || (inputs[file]?.format === 'cjs' && !isQuestion);
          const name = packageOfFile(file);
          if (name !== undefined && used.has(file) && isMissed) packages.add(name);
        }
        result.warnings = result.warnings.filter(({ id }) => !COMPUTED.includes(id));
      });
    },
  };
  return { plugin, packages };
}

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
