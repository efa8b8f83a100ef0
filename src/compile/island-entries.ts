/** The generated entry points of the islands' scripts. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { IslandFile } from '../shared/model.ts';

/** How islands are distributed over scripts. */
export interface IslandScripts {
  /** Islands that share one script with the runtime. */
  readonly together: readonly IslandFile[];
  /** Islands with separate scripts. */
  readonly apart: readonly IslandFile[];
}

const [FETCH_ISLANDS, START_ISLANDS] = ['fetch-islands.js', 'start-islands.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
) as [string, string];

/** The module with the runtime and the small islands, if there are several scripts. */
export const RUNTIME = 'sitegen:runtime';

/** Hydrates islands that are in the same script. */
export function entryOfOne({ together }: IslandScripts): string {
  const imports = together.map((island, index) => `import ${specifier(island, index)}`);
  const list = together.map((_, index) => `island${index}`).join(', ');
  return [`import { hydrateIslands } from 'sitegen';`, ...imports, `hydrateIslands([${list}]);`].join('\n');
}

/** Fetches islands, and the runtime, when they hydrate. */
export function entryOfMany(scripts: IslandScripts): string {
  return entryWithLoaders(scripts, 'fetchIslands', FETCH_ISLANDS);
}

/** The same for `sitegen serve`: lets `src/serve/client` replace islands. */
export function developmentEntry(scripts: IslandScripts): string {
  return entryWithLoaders(scripts, 'startIslands', START_ISLANDS);
}

function entryWithLoaders({ together, apart }: IslandScripts, start: string, file: string): string {
  const loaders = [
    ...together.map(({ name }, index) => `[${JSON.stringify(name)}, () => runtime().then((m) => m.island${index})]`),
    ...apart.map(({ name, source, exported }) => {
      return `[${JSON.stringify(name)}, () => import(${JSON.stringify(`./${source}`)}).then((m) => m.${exported})]`;
    }),
  ];
  return `import { ${start} } from ${JSON.stringify(file)};
const runtime = () => import('${RUNTIME}');
${start}(runtime, new Map([${loaders.join(', ')}]));`;
}

/** Resolves the imports of `entryOfMany`. */
export function islandRuntime(root: string, { together }: IslandScripts): Plugin {
  const exports = together.map((island, index) => `export ${specifier(island, index)}`);
  const contents = [`export { hydrateNow } from 'sitegen';`, ...exports].join('\n');
  return {
    name: 'island-runtime',
    setup: (build) => {
      build.onResolve({ filter: new RegExp(`^${RUNTIME}$`) }, () => ({ path: RUNTIME, namespace: 'island' }));
      build.onLoad({ filter: /^/, namespace: 'island' }, () => ({ contents, resolveDir: root }));
    },
  };
}

/** `{ default as island0 } from …` */
function specifier({ source, exported }: IslandFile, index: number): string {
  return `{ ${exported} as island${index} } from ${JSON.stringify(`./${source}`)};`;
}

/**
 * True if an entry does not find an island's default export. Rendering reports that with its place, as `island-name`; the
 * lines of an entry are not the user's, so they have no frame.
 */
export function lacksDefault({ message, frame }: Diagnostic): boolean {
  return frame === undefined && /^No matching export in ".*" for import "default"/.test(message);
}
