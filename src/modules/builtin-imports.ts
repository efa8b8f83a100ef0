import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import type { BuiltinImport } from '../core/model.ts';
import { packageOfFile } from './module-graph.ts';

/**
 * @param texts of compiled modules, by their paths as esbuild lists them
 * @returns the modules of Node that code of the site imports, for each compiled module
 */
export function builtinsOf({ inputs, outputs }: Metafile, texts: ReadonlyMap<string, string>): BuiltinImport[] {
  return Object.entries(outputs).flatMap(([output, { imports, inputs: sources }]) => {
    const specifiers = new Set(imports.map(({ path }) => path).filter((specifier) => isBuiltin(specifier)));
    return [...specifiers].map((specifier) => ({
      specifier,
      names: namesImportedFrom(specifier, texts.get(output) ?? ''),
      files: Object.keys(sources).filter(
        (file) => isOwn(file) && inputs[file]?.imports.some(({ path }) => path === specifier),
      ),
    }));
  });
}

/** What packages ask for while they are loaded does not count. */
function isOwn(file: string): boolean {
  return packageOfFile(file) === undefined;
}

/** @param text as esbuild writes it: `import os, { EOL as newline } from "node:os"` */
function namesImportedFrom(specifier: string, text: string): string[] {
  if (!text.includes(`"${specifier}"`)) return [];
  const clauses = text.matchAll(/\b(?:import|export)\b([^"';()]*)\bfrom "([^"]+)"/g);
  const named = [...clauses].flatMap(([, clause = '', from]) => (from === specifier ? namesIn(clause) : []));
  const isImportedLater = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].some(([, from]) => from === specifier);
  return isImportedLater ? [...named, '*'] : named;
}

function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*'];
  const names = /\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? [];
  return names.map((name) => name.trim().split(' ')[0] ?? '').filter((name) => name !== '');
}
