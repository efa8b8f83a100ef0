import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import type { Dependencies } from '../core/model.ts';

/** All that a source file imports, directly or through other files, as esbuild resolved it. */
export function modulesOf({ inputs }: Metafile, source: string): Dependencies {
  const visited = new Set<string>();
  const files: string[] = [];
  const packages = new Set<string>();
  const queue = [source];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue;
    visited.add(file);
    const name = packageOfFile(file);
    if (name !== undefined) packages.add(name);
    else if (!file.includes(':')) files.push(file); // names with a colon are virtual modules of plugins
    for (const imported of inputs[file]?.imports ?? []) {
      if (!imported.external) queue.push(imported.path);
      else if (isPackageSpecifier(imported.path)) packages.add(packageName(imported.path));
    }
  }
  return { files: files.toSorted(), packages: [...packages].toSorted() };
}

/** Neither a path nor a URL, nor one of esbuild's own names (`<runtime>`), nor one of the importing package (`#words`). */
export function isPackageSpecifier(specifier: string): boolean {
  return /^[@\w-]/.test(specifier) && !/^[a-z][a-z-]*:/i.test(specifier) && !isBuiltin(specifier);
}

/** `react-dom/server` -> `react-dom` */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** `../node_modules/lodash/map.js` -> `lodash` */
export function packageOfFile(file: string): string | undefined {
  const [inside] = /(?<=(?:^|\/)node_modules\/(?!.*\/node_modules\/)).*/.exec(file) ?? [];
  return inside && packageName(inside);
}

/** All inputs that a file imports, directly or through others, itself included. */
export function reachableFrom({ inputs }: Metafile, source: string): string[] {
  const visited = new Set<string>();
  const queue = [source];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue;
    visited.add(file);
    for (const imported of inputs[file]?.imports ?? []) if (!imported.external) queue.push(imported.path);
  }
  return [...visited];
}
