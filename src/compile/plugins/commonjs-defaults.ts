/**
 * What an import of CommonJS evaluates to, in pages, islands and workers, whether esbuild or Node loads the package.
 *
 * `import styled from 'styled-components'` in site code is the `default` of a package that was compiled to CommonJS
 * (`exports.__esModule`), as in any bundler. In a project whose package.json has `"type": "module"`, esbuild would return the
 * whole module instead, as Node does. Packages keep that, because they were written for Node.
 *
 * `await import('lodash')` is what `import * as all from 'lodash'` is. With code splitting, esbuild imports a chunk, whose names
 * have to be known when it is compiled: those of CommonJS, and of `export *` from it, are not.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ImportKind, Metafile, Plugin, ResolveResult } from 'esbuild';
import { foldersAround, toPosix } from '../../shared/paths.ts';
import { hasCode } from '../../shared/errors.ts';
import { statIfExists } from '../../shared/files.ts';
import { readPackage } from '../../shared/find-package.ts';
import { GLOB, packageOfFile, reachableFrom } from '../module-graph.ts';
import { createOwnResolver } from '../own-resolver.ts';

const NAMESPACES = { 'import-statement': 'commonjs-default', 'dynamic-import': 'commonjs-awaited' } as const;

/** esbuild treats an import in such a virtual module as one in an ES module for Node. */
const FOR_NODE = '?.mjs';

/** Files, and calls of `import.meta.glob`. Other names with a colon are virtual modules. */
const IS_CODE = new RegExp(`^(?:${GLOB}:|[^:]*$)`);

/** The imports that go through a module of ours: of compiled CommonJS in site files, and dynamic ones of any. */
export interface CompiledImports {
  /** As the imports name them. */
  readonly specifiers: readonly string[];
  /** The namespace of each and the imported file, absolute. */
  readonly files: ReadonlySet<string>;
}

export const NO_IMPORTS: CompiledImports = { specifiers: [], files: new Set() };

/** @returns the imports that a run has to know, and whether it treated each import as it should */
export function findCompiledImports(
  root: string,
  metafile: Metafile,
): { readonly compiled: CompiledImports; readonly isRight: boolean } {
  const known = new Map<string, boolean>();
  const isKnown = (file: string): boolean => {
    const found = known.get(file) ?? isMarked(root, metafile, file);
    known.set(file, found);
    return found;
  };
  const imports = Object.entries(metafile.inputs).flatMap(([importer, input]) =>
    input.imports.flatMap(({ path: name, kind, original = '' }) => {
      if (!isImport(kind) || !IS_CODE.test(importer)) return [];
      const namespace = NAMESPACES[kind];
      const isWrapped = name.startsWith(`${namespace}:`);
      const file = isWrapped ? toPosix(path.relative(root, fileOfName(name.slice(namespace.length + 1)))) : name;
      const isAwaited = kind === 'dynamic-import' && hasComputedNames(root, metafile, file);
      const isCompiled = isAwaited || (packageOfFile(importer) === undefined && isKnown(file));
      return { key: `${namespace}:${path.resolve(root, file)}`, specifier: original, isWrapped, isCompiled };
    }),
  );
  const compiled = imports.filter((one) => one.isCompiled);
  return {
    compiled: {
      specifiers: [...new Set(compiled.map(({ specifier }) => specifier))],
      files: new Set(compiled.map(({ key }) => key)),
    },
    isRight: imports.every((one) => one.isWrapped === one.isCompiled),
  };
}

function isImport(kind: ImportKind): kind is keyof typeof NAMESPACES {
  return kind === 'import-statement' || kind === 'dynamic-import';
}

/** The entry of a package is often no more than `module.exports = require('./dist/index.cjs')`. */
function isMarked(root: string, metafile: Metafile, file: string): boolean {
  const isRequired = (name: string) => metafile.inputs[name]?.format === 'cjs' && !name.includes(':');
  if (!isRequired(file)) return false;
  const files = reachableFrom(metafile, file).filter(isRequired);
  return files.some((name) => readFileSync(path.resolve(root, name), 'utf8').includes('__esModule'));
}

/** True if only running a module shows what it exports: CommonJS, and `export *` from that. */
function hasComputedNames(root: string, metafile: Metafile, file: string, around: readonly string[] = []): boolean {
  const { format, imports = [] } = metafile.inputs[file] ?? {};
  if (file.includes(':') || around.includes(file) || format !== 'esm') return format === 'cjs';
  const exporting = imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true);
  if (exporting.length === 0 || !/\bexport\s*\*/.test(readFileSync(path.resolve(root, file), 'utf8'))) return false;
  return exporting.some(({ path: name }) => hasComputedNames(root, metafile, name, [...around, file]));
}

/**
 * Imports such a file through a module without a type, which esbuild treats as other bundlers do.
 *
 * @param known found by an earlier run. Without, the packages that the project declares are looked at when they are imported:
 *   nearly always, that is right
 */
export function commonjsDefaults(root: string, known: CompiledImports | undefined): Plugin {
  const names = (known?.specifiers ?? declaredPackages(root)).map((name) => name.replace(/[^\w]/g, String.raw`\$&`));
  const filter = new RegExp(`^(?:${names.join('|')})${known === undefined ? '(?:/.*)?' : ''}$`);
  return {
    name: 'commonjs-defaults',
    setup: (build) => {
      const own = createOwnResolver(build);
      build.onResolve({ filter }, async (args) => {
        const { path: specifier, kind, importer, resolveDir, namespace } = args;
        const isAwaited = kind === 'dynamic-import';
        const isOfPackage = packageOfFile(toPosix(importer)) !== undefined;
        if (own.isAsking(args) || !isImport(kind) || (isOfPackage && !isAwaited)) return undefined;
        if (namespace !== 'file' && namespace !== GLOB) return undefined;
        const found = await own.resolve(specifier, { kind, importer, resolveDir, namespace });
        const wanted = NAMESPACES[kind];
        const isCompiled =
          known === undefined ? isLikelyCompiled(found, isAwaited) : known.files.has(`${wanted}:${found.path}`);
        return isCompiled ? { path: found.path + suffixFor(kind, importer), namespace: wanted } : undefined;
      });
      build.onLoad({ filter: /^/, namespace: NAMESPACES['import-statement'] }, ({ path: file }) => {
        return { contents: reexported(file), resolveDir: path.dirname(file) };
      });
      build.onLoad({ filter: /^/, namespace: NAMESPACES['dynamic-import'] }, ({ path: name }) => {
        return { contents: awaited(fileOfName(name)), resolveDir: path.dirname(name) };
      });
    },
  };
}

/** What follows the file in the name of its virtual module. */
export function suffixFor(kind: ImportKind, importer: string): string {
  const isForNode =
    kind === 'dynamic-import' && packageOfFile(toPosix(importer)) !== undefined && !isCommonJs(importer);
  return isForNode ? FOR_NODE : '';
}

/** @param name of a virtual module */
export function fileOfName(name: string): string {
  return name.endsWith(FOR_NODE) ? name.slice(0, -FOR_NODE.length) : name;
}

/** @returns the dependencies of the project, and of a workspace that it is in, but not React, which is not bundled */
function declaredPackages(root: string): string[] {
  const names = foldersAround(root).flatMap((folder) => {
    const { dependencies, devDependencies, peerDependencies } = readPackage(folder) ?? {};
    return Object.keys({ ...Object(dependencies), ...Object(devDependencies), ...Object(peerDependencies) } as object);
  });
  return [...new Set(names)].filter((name) => !/^react(?:-dom)?$/.test(name));
}

function isLikelyCompiled({ path: file, namespace, external, errors }: ResolveResult, isAwaited: boolean): boolean {
  if (errors.length > 0 || external || namespace !== 'file') return false;
  const isCandidate = isAwaited ? isCommonJs(file) : isCompiledForNode(file);
  return isCandidate && !/^\s*(?:import|export)\b/m.test(readFileSync(file, 'utf8'));
}

/** @returns a module without a type, to import a file through */
export function reexported(file: string): string {
  const name = JSON.stringify(file);
  return `export * from ${name};\nexport { default } from ${name};`;
}

/** @returns a module whose dynamic import evaluates to the namespace of a file: `await` calls `then`, also that of a module */
export function awaited(file: string): string {
  return `import * as module from ${JSON.stringify(file)};\nexport const then = (resolve) => resolve(module);`;
}

/**
 * The same for a module that Node loads.
 *
 * @param specifier by which Node finds it
 * @returns a module to import it through
 */
export function importedFromNode(specifier: string): string {
  const name = JSON.stringify(specifier);
  return `import * as module from ${name};
export * from ${name};
export default module.default?.__esModule ? module.default.default : module.default;`;
}

/** True if Node loads a file as CommonJS, and it or a file that it requires is compiled. */
export function isCompiledForNode(file: string): boolean {
  if (!isCommonJs(file)) return false;
  const code = readFileSync(file, 'utf8');
  const required = [...code.matchAll(/\brequire\(\s*["'](\.[^"']+)["']\s*\)/g)].map(([, specifier = '']) => specifier);
  return code.includes('__esModule') || required.some((specifier) => isMarkedFile(file, specifier));
}

function isMarkedFile(from: string, specifier: string): boolean {
  try {
    return readFileSync(createRequire(from).resolve(specifier), 'utf8').includes('__esModule');
  } catch (failure) {
    if (hasCode(failure, 'MODULE_NOT_FOUND', 'ENOENT')) return false; // Node reports it
    throw failure;
  }
}

export function isCommonJs(file: string): boolean {
  if (!/\.c?js$/.test(file)) return false;
  const description = foldersAround(path.dirname(file))
    .map((folder) => path.join(folder, 'package.json'))
    .find((name) => statIfExists(name) !== undefined);
  if (file.endsWith('.cjs') || description === undefined) return true;
  return (JSON.parse(readFileSync(description, 'utf8')) as { type?: unknown }).type !== 'module';
}
