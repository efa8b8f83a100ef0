/**
 * Packages in modules for Node. They are bundled, because many of them are written for bundlers: they import files without
 * extensions, or names that Node does not find. Packages that Node must load are imported, never required.
 */
import { readFileSync } from 'node:fs';
import { builtinModules, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Metafile, OnResolveArgs, OutputFile, Plugin } from 'esbuild';
import { findPackage } from '../shared/find-package.ts';
import { mentionsAny } from './plugins/print-module.ts';
import { LOCATIONS } from './plugins/source-locations.ts';
import { createOwnResolver } from './own-resolver.ts';
import { toPosix } from '../shared/paths.ts';
import { packageFilesIn, packageName, packageOfFile } from './module-graph.ts';
import {
  awaited,
  fileOfName,
  importedFromNode,
  isCommonJs,
  isCompiledForNode,
  reexported,
  suffixFor,
} from './plugins/commonjs-defaults.ts';

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
        if (bound.includes(packageName(specifier)) && isCommonJs(file)) {
          if (kind === 'dynamic-import') return { path: found.path + suffixFor(kind, importer), namespace: 'awaited' };
          return { ...found, namespace: hasDefault ? 'as-bundled' : 'required' };
        }
        return { ...found, ...(hasDefault ? { namespace: 'with-default' } : { external: true }) };
      });
      build.onLoad({ filter: /^/, namespace: 'with-default' }, ({ path: file }) => ({
        contents: importedFromNode(file),
      }));
      build.onResolve({ filter: /^/, namespace: 'with-default' }, ({ path: file }) => ({ path: file, external: true }));
      build.onLoad({ filter: /^/, namespace: 'as-bundled' }, ({ path: file }) => ({ contents: reexported(file) }));
      build.onLoad({ filter: /^/, namespace: 'awaited' }, ({ path: name }) => ({
        contents: awaited(fileOfName(name)),
      }));
      for (const virtual of ['as-bundled', 'awaited']) {
        build.onResolve({ filter: /^/, namespace: virtual }, ({ path: file }) => ({
          path: file,
          namespace: 'required',
        }));
      }
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

/** esbuild's reports of imports that it does not bundle: `import(file)`, `require(file)`, and `factory(require)`. */
const COMPUTED = ['unsupported-dynamic-import', 'unsupported-require-call', 'indirect-require'];

export interface ComputedImports {
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
      build.onStart(() => packages.clear()); // of the last run
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

/** @returns the packages with code in a bundle that works only where it is installed */
export async function findBoundPackages(
  root: string,
  metafile: Metafile,
  files: readonly OutputFile[],
): Promise<string[]> {
  const native = Object.keys(metafile.inputs).filter((file) => file.endsWith('.node'));
  const candidates = packageFilesIn(root, metafile, files, (text) => MENTIONS_PLACE.test(text));
  const bound = await Promise.all(candidates.map(async (file) => ((await worksOnlyThere(file)) ? toPosix(file) : [])));
  return [...new Set([...native, ...bound.flat()].flatMap((file) => packageOfFile(file) ?? []))];
}

/** What may be code that works only where it is installed: it reads files next to it, finds others, or loads native modules. */
const MENTIONS_PLACE =
  /\b(?:__)?require\.resolve\b|\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename|resolve)\b|\.node["'`]/;

/** The name of a native module, and not of a colour or a grammar: `"support.function.node"` */
const NATIVE = /["'`](?:[^"'`\s]*[/}][^"'`\s/]*|[\w-]*)\.node["'`]/;

const PLACES = ['__dirname', '__filename', 'require.resolve', ...Object.keys(LOCATIONS)];

async function worksOnlyThere(file: string): Promise<boolean> {
  const text = readFileSync(file, 'utf8');
  if (!MENTIONS_PLACE.test(text)) return false;
  return NATIVE.test(text) || /\b__require\.resolve\b/.test(text) || mentionsAny(file, text, PLACES);
}
