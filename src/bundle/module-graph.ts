import type { Metafile } from 'esbuild';
import type { Dependencies } from '../core/model.ts';

/** Follows imports as the bundler has, from one source file. */
export function modulesOf({ inputs }: Metafile, source: string): Dependencies {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [source];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const imported of inputs[file]?.imports ?? []) {
      if (!imported.external) waiting.push(imported.path);
      else if (isPackage(imported.path)) packages.add(packageName(imported.path));
    }
  }
  // Names with a colon are modules that a plugin has made up.
  return { files: [...files].filter((file) => !file.includes(':')).toSorted(), packages: [...packages].toSorted() };
}

function isPackage(specifier: string): boolean {
  return !/^(\.|\/|node:|file:|[a-z]:)/i.test(specifier);
}

/** `react-dom/server` -> `react-dom` */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
