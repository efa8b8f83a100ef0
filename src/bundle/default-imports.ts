import type { Metafile } from 'esbuild';
import { packageOfFile } from './module-graph.ts';

/** What esbuild writes where an ES module imports a CommonJS module as Node does. */
const AS_NODE = /\b(__toESM\(require_\w+\(\)), 1\)/g;

/**
 * `import styled from 'styled-components'` is the `default` of a package whose modules were compiled to CommonJS, as in any
 * bundler. In a project whose package.json has `"type": "module"`, esbuild does as Node does instead: it gives the whole
 * module. Packages keep that, because they were written for Node.
 *
 * @param code of a module that esbuild has written: a comment with its name precedes each file
 */
export function importDefaults(code: string, { inputs }: Metafile): string {
  if (code.search(AS_NODE) < 0) return code;
  let isOfSite = false;
  const lines = code.split('\n').map((line) => {
    const file = line.startsWith('// ') ? line.slice('// '.length) : '';
    if (Object.hasOwn(inputs, file)) isOfSite = packageOfFile(file) === undefined;
    return isOfSite ? line.replace(AS_NODE, '$1)') : line;
  });
  return lines.join('\n');
}
