/**
 * `import styled from 'styled-components'` in site code is the `default` of a package that was compiled to CommonJS
 * (`exports.__esModule`), as in any bundler: in pages, islands and workers, whether esbuild or Node loads the package. In a
 * project whose package.json has `"type": "module"`, esbuild would return the whole module instead, as Node does. Packages keep
 * that, because they were written for Node.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ImportKind, Metafile, Plugin, ResolveResult } from 'esbuild';
import { foldersAround, toPosix } from '../../shared/paths.ts';
import { hasCode } from '../../shared/errors.ts';
import { statIfExists } from '../../shared/files.ts';
import { readPackage } from '../../shared/find-package.ts';
import { packageOfFile, reachableFrom } from '../module-graph.ts';
import { createOwnResolver } from '../own-resolver.ts';

const NAMESPACE = 'commonjs-default';

/** The imports of compiled CommonJS in site files. */
export interface CompiledImports {
  /** As the imports name them. */
  readonly specifiers: readonly string[];
  /** The imported files, absolute. */
  readonly files: ReadonlySet<string>;
}

export const NO_IMPORTS: CompiledImports = { specifiers: [], files: new Set() };

/** @returns the imports that a run has to know, and whether it treated each import as it should */
export function findCompiledImports(
  root: string,
  metafile: Metafile,
): { readonly compiled: CompiledImports; readonly isRight: boolean } {
  const known = new Map<string, boolean>();
  const isCompiled = (file: string): boolean => {
    const found = known.get(file) ?? isMarked(root, metafile, file);
    known.set(file, found);
    return found;
  };
  const imports = Object.entries(metafile.inputs)
    .filter(([file]) => isOfSite(file))
    .flatMap(([, input]) => input.imports)
    .filter(({ kind }) => isImport(kind))
    .map(({ path: name, original = '' }) => {
      const isWrapped = name.startsWith(`${NAMESPACE}:`);
      const file = isWrapped ? toPosix(path.relative(root, name.slice(NAMESPACE.length + 1))) : name;
      return { file, specifier: original, isWrapped, isCompiled: isCompiled(file) };
    });
  const compiled = imports.filter((one) => one.isCompiled);
  return {
    compiled: {
      specifiers: [...new Set(compiled.map(({ specifier }) => specifier))],
      files: new Set(compiled.map(({ file }) => path.resolve(root, file))),
    },
    isRight: imports.every((one) => one.isWrapped === one.isCompiled),
  };
}

function isImport(kind: ImportKind): boolean {
  return kind === 'import-statement' || kind === 'dynamic-import';
}

/** The entry of a package is often no more than `module.exports = require('./dist/index.cjs')`. */
function isMarked(root: string, metafile: Metafile, file: string): boolean {
  const isRequired = (name: string) => metafile.inputs[name]?.format === 'cjs' && !name.includes(':');
  if (!isRequired(file)) return false;
  const files = reachableFrom(metafile, file).filter(isRequired);
  return files.some((name) => readFileSync(path.resolve(root, name), 'utf8').includes('__esModule'));
}

/** Names with a colon are virtual modules of plugins. */
function isOfSite(file: string): boolean {
  return !file.includes(':') && packageOfFile(file) === undefined;
}

/**
 * Imports such a file through a module without a type, which esbuild treats as other bundlers do.
 *
 * @param known found by an earlier run. Without, the packages that the project declares are looked at when site code imports
 *   them: nearly always, that is right
 */
export function commonjsDefaults(root: string, known: CompiledImports | undefined): Plugin {
  const names = (known?.specifiers ?? declaredPackages(root)).map((name) => name.replace(/[^\w]/g, String.raw`\$&`));
  const filter = new RegExp(`^(?:${names.join('|')})${known === undefined ? '(?:/.*)?' : ''}$`);
  return {
    name: 'commonjs-defaults',
    setup: (build) => {
      const own = createOwnResolver(build);
      build.onResolve({ filter, namespace: 'file' }, async (args) => {
        const { path: specifier, kind, importer, resolveDir, namespace } = args;
        if (own.isAsking(args) || !isImport(kind) || packageOfFile(toPosix(importer)) !== undefined) return undefined;
        const found = await own.resolve(specifier, { kind, importer, resolveDir, namespace });
        const isCompiled = known === undefined ? isLikelyCompiled(found) : known.files.has(found.path);
        return isCompiled ? { path: found.path, namespace: NAMESPACE } : undefined;
      });
      build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: file }) => {
        return { contents: reexported(file), resolveDir: path.dirname(file) };
      });
    },
  };
}

/** @returns the dependencies of the project, and of a workspace that it is in, but not React, which is not bundled */
function declaredPackages(root: string): string[] {
  const names = foldersAround(root).flatMap((folder) => {
    const { dependencies, devDependencies, peerDependencies } = readPackage(folder) ?? {};
    return Object.keys({ ...Object(dependencies), ...Object(devDependencies), ...Object(peerDependencies) } as object);
  });
  return [...new Set(names)].filter((name) => !/^react(?:-dom)?$/.test(name));
}

function isLikelyCompiled({ path: file, namespace, external, errors }: ResolveResult): boolean {
  if (errors.length > 0 || external || namespace !== 'file') return false;
  return isCompiledForNode(file) && !/^\s*(?:import|export)\b/m.test(readFileSync(file, 'utf8'));
}

/** @returns a module without a type, to import a file through */
export function reexported(file: string): string {
  const name = JSON.stringify(file);
  return `export * from ${name};\nexport { default } from ${name};`;
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
