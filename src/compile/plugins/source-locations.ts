/** `import.meta.url` and the like in code for Node: the location of the source file instead of the compiled file. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, OnLoadResult, Plugin, PluginBuild } from 'esbuild';
import { loaderOf, type SourceCode } from '../module-graph.ts';
import { importOfGlobs, loadGlobs } from './glob-imports.ts';

const NAMES = {
  url: 'IMPORT_META_URL',
  dirname: 'IMPORT_META_DIRNAME',
  filename: 'IMPORT_META_FILENAME',
  resolve: 'IMPORT_META_RESOLVE',
} as const;

const NAMESPACE = 'source-location';

/** True if code may read its location, or import files that are next to it. */
export function mentionsLocation(text: string): boolean {
  return /import\s*\.\s*meta\b/.test(text);
}

/** For a run of esbuild with the plugin `sourceLocations`. */
export const LOCATIONS: NonNullable<BuildOptions['define']> = Object.fromEntries(
  Object.entries(NAMES).map(([property, name]) => [`import.meta.${property}`, name]),
);

/** What code becomes that mentions its location: see `relative-urls.ts`. */
export type RewriteUrls = (
  file: string,
  text: string,
) => Promise<Pick<OnLoadResult, 'errors' | 'warnings'> & { readonly contents: string }>;

/** @param rewrite default: changes nothing */
export function sourceLocations(
  sources: SourceCode,
  rewrite: RewriteUrls = (_file, contents) => Promise.resolve({ contents }),
): Plugin {
  return {
    name: 'source-locations',
    setup: (build) => {
      build.onLoad({ filter: sources.filter, namespace: 'file' }, async ({ path: file }) => {
        const text = await sources.read(file);
        const { contents, ...messages } = mentionsLocation(text) ? await rewrite(file, text) : { contents: text };
        const located = withLocation(build, file, contents);
        return located === text ? undefined : { ...messages, contents: located, loader: loaderOf(file) };
      });
      loadGlobs(build, sources);
      build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path: specifier }) => {
        return { path: specifier.slice(NAMESPACE.length + 1), namespace: NAMESPACE, sideEffects: false };
      });
      build.onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: file }) => ({ contents: exportsOf(file) }));
    },
  };
}

/** Adds the values of `import.meta` to a file. */
function withLocation(build: PluginBuild, file: string, contents: string): string {
  const globs = importOfGlobs(build.initialOptions.absWorkingDir ?? '', file, contents);
  const added = `${jsxComments(build, file)}${mentionsLocation(contents) ? importOf(file) : ''}${globs}`;
  // At the end, so that lines and columns stay the same. Imports are evaluated first wherever they are.
  return added === '' ? contents : `${contents}\n${added}`;
}

/** Selects React's JSX runtime, for a site whose tsconfig.json selects another one. Packages are not affected. */
function jsxComments({ initialOptions }: PluginBuild, file: string): string {
  const { jsxImportSource } = initialOptions;
  const isAffected = jsxImportSource !== undefined && !/[\\/]node_modules[\\/]/.test(file);
  if (!isAffected || !loaderOf(file).endsWith('x')) return '';
  return `\n/** @jsxRuntime automatic */ /** @jsxImportSource ${jsxImportSource} */\n`;
}

function importOf(file: string): string {
  return `import { ${Object.values(NAMES).join(', ')} } from ${JSON.stringify(`${NAMESPACE}:${file}`)};`;
}

function exportsOf(file: string): string {
  const url = JSON.stringify(pathToFileURL(file).href);
  const values = {
    url,
    dirname: JSON.stringify(path.dirname(file)),
    filename: JSON.stringify(file),
    // Packages are found from the compiled file as well. Destructured, because esbuild also replaces `import.meta.resolve` here.
    resolve: `(specifier) => {
      const { resolve } = import.meta;
      return /^\\.{1,2}\\//.test(specifier) ? new URL(specifier, ${url}).href : resolve(specifier);
    }`,
  };
  return Object.entries(values)
    .map(([property, value]) => `export const ${NAMES[property as keyof typeof NAMES]} = ${value};`)
    .join('\n');
}
