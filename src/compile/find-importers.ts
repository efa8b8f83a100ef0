/** An error in a package says nothing about the site. This finds the imports that lead there. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { toPosix } from '../shared/paths.ts';
import { buildOnce } from './esbuild.ts';
import { packageName, packageOfFile } from './module-graph.ts';

interface Import {
  /** Absolute. */
  readonly importer: string;
  readonly specifier: string;
}

/**
 * @param options of a run that failed. It is repeated, because asking about each import is slow
 * @returns the diagnostics, those in packages with the line of the site that leads there
 */
export async function addImporters(
  root: string,
  options: BuildOptions,
  diagnostics: readonly Diagnostic[],
): Promise<Diagnostic[]> {
  const isInPackage = ({ place }: Diagnostic) => place !== undefined && packageOfFile(place.file) !== undefined;
  if (!diagnostics.some(isInPackage)) return [...diagnostics];
  const imports: Import[] = [];
  const plugins = [recordedImports(imports), ...(options.plugins ?? [])];
  await buildOnce({ ...options, plugins }).catch(() => {}); // the same errors
  return diagnostics.map((one) => {
    const found = isInPackage(one) ? findImport(imports, packageOfFile(one.place?.file ?? '')) : undefined;
    return found === undefined ? one : { ...one, calls: [describe(root, found)] };
  });
}

function recordedImports(imports: Import[]): Plugin {
  return {
    name: 'recorded-imports',
    setup: (build) => {
      build.onResolve({ filter: /^[@\w]/, namespace: 'file' }, ({ importer, path: specifier }) => {
        imports.push({ importer: toPosix(importer), specifier });
        return undefined;
      });
    },
  };
}

/** @returns the import of the site that leads to a package on the shortest way */
function findImport(imports: readonly Import[], name: string | undefined): Import | undefined {
  const visited = new Set([name]);
  for (const wanted of visited) {
    const leading = imports.filter(({ specifier }) => packageName(specifier) === wanted);
    const found = leading.find(({ importer }) => packageOfFile(importer) === undefined);
    if (found !== undefined) return found;
    for (const { importer } of leading) visited.add(packageOfFile(importer)); // and goes on with it
  }
  return undefined;
}

/** As a call: `words (templates/lib.ts:3:22)` */
function describe(root: string, { importer, specifier }: Import): string {
  const lines = readFileSync(importer, 'utf8').split('\n');
  const columns = lines.map((text) => Math.max(text.indexOf(`'${specifier}'`), text.indexOf(`"${specifier}"`)));
  const line = columns.findIndex((column) => column >= 0);
  return `${specifier} (${toPosix(path.relative(root, importer))}:${line + 1}:${(columns[line] ?? 0) + 1})`;
}
