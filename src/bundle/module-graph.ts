import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import type { Dependencies } from '../core/model.ts';

/** All that a source file imports, directly or through other files, as esbuild resolved it. */
export function modulesOf({ inputs }: Metafile, source: string): Dependencies {
  const files = new Set<string>();
  const packages = new Set<string>();
  const queue = [source];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const imported of inputs[file]?.imports ?? []) {
      if (!imported.external) queue.push(imported.path);
      else if (isPackage(imported.path)) packages.add(packageName(imported.path));
    }
  }
  // Names with a colon are virtual modules of plugins.
  return { files: [...files].filter((file) => !file.includes(':')).toSorted(), packages: [...packages].toSorted() };
}

/** @returns the modules of Node that any source file imports, as written: `node:os`. Sorted */
export function builtinsOf({ inputs }: Metafile): string[] {
  const imports = Object.values(inputs).flatMap((input) => input.imports.map(({ path }) => path));
  return [...new Set(imports.filter((specifier) => isBuiltin(specifier)))].toSorted();
}

function isPackage(specifier: string): boolean {
  return !/^(\.|\/|node:|file:|[a-z]:)/i.test(specifier);
}

/** `react-dom/server` -> `react-dom` */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
