/** The generated entry points of the islands' scripts. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import type { IslandFile } from '../core/model.ts';

/** How islands are distributed over scripts. */
export interface IslandScripts {
  /** Islands that share one script with the runtime. */
  readonly together: readonly IslandFile[];
  /** Islands with a script each. */
  readonly apart: readonly IslandFile[];
}

const FETCH_ISLANDS = fileURLToPath(new URL('fetch-islands.js', import.meta.url));

/** The module with the runtime and the small islands, if there are several scripts. */
export const RUNTIME = 'sitegen:runtime';

/** Hydrates islands that are in the same script. */
export function entryOfOne(islands: readonly IslandFile[]): string {
  const imports = islands.map((island, index) => `import ${specifier(island, index)}`);
  const list = islands.map((_, index) => `island${index}`).join(', ');
  return [`import { hydrateIslands } from 'sitegen';`, ...imports, `hydrateIslands([${list}]);`].join('\n');
}

/** Fetches islands, and the runtime, when they hydrate. */
export function entryOfMany({ together, apart }: IslandScripts): string {
  const loaders = [
    ...together.map(({ name }, index) => `[${JSON.stringify(name)}, () => runtime().then((m) => m.island${index})]`),
    ...apart.map(({ name, source, exported }) => {
      return `[${JSON.stringify(name)}, () => import(${JSON.stringify(`./${source}`)}).then((m) => m.${exported})]`;
    }),
  ];
  return `import { fetchIslands } from ${JSON.stringify(FETCH_ISLANDS)};
const runtime = () => import('${RUNTIME}');
fetchIslands(runtime, new Map([${loaders.join(', ')}]));`;
}

/** Resolves what `entryOfMany` imports. */
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

/** `{ default as island0 } from './templates/islands/counter.tsx';` */
function specifier({ source, exported }: IslandFile, index: number): string {
  return `{ ${exported} as island${index} } from ${JSON.stringify(`./${source}`)};`;
}
