/**
 * `import styled from 'styled-components'` in site code is the `default` of a package that was compiled to CommonJS
 * (`exports.__esModule`), as in any bundler: in pages, islands and workers, whether esbuild or Node loads the package. In a
 * project whose package.json has `"type": "module"`, esbuild would return the whole module instead, as Node does. Packages keep
 * that, because they were written for Node.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { foldersAround } from '../../shared/paths.ts';
import { hasCode } from '../../shared/errors.ts';
import { statIfExists } from '../../shared/files.ts';
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

export function findCompiledImports(root: string, metafile: Metafile): CompiledImports {
  const known = new Map<string, boolean>();
  const isCompiled = (file: string): boolean => {
    const found = known.get(file) ?? isMarked(root, metafile, file);
    known.set(file, found);
    return found;
  };
  const imports = Object.entries(metafile.inputs)
    .filter(([file]) => isOfSite(file))
    .flatMap(([, input]) => input.imports)
    .filter(({ path: file, kind }) => kind !== 'require-call' && isCompiled(file));
  return {
    specifiers: [...new Set(imports.flatMap(({ original = [] }) => original))],
    files: new Set(imports.map(({ path: file }) => path.resolve(root, file))),
  };
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

/** Imports such a file through a module without a type, which esbuild treats as other bundlers do. */
export function commonjsDefaults({ specifiers, files }: CompiledImports): Plugin {
  const names = specifiers.map((name) => name.replace(/[^\w]/g, String.raw`\$&`)).join('|');
  return {
    name: 'commonjs-defaults',
    setup: (build) => {
      const own = createOwnResolver(build);
      build.onResolve({ filter: new RegExp(`^(?:${names})$`), namespace: 'file' }, async (args) => {
        const { path: specifier, kind, importer, resolveDir, namespace } = args;
        const isImport = kind === 'import-statement' || kind === 'dynamic-import';
        if (own.isAsking(args) || !isImport || packageOfFile(importer) !== undefined) return undefined;
        const found = await own.resolve(specifier, { kind, importer, resolveDir, namespace });
        return files.has(found.path) ? { path: found.path, namespace: NAMESPACE } : undefined;
      });
      build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: file }) => {
        return { contents: reexported(file), resolveDir: path.dirname(file) };
      });
    },
  };
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
