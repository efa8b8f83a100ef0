/** Islands as `sitegen serve` sends them: readable, with source maps, on React's development build, which explains mistakes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Config, IslandFile, IslandsBundle } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { FIRST_GUESS, compileComponents, createRunner, withoutModule } from './components.ts';
import { toAsset } from './esbuild.ts';
import {
  developmentEntry,
  lacksDefault,
  ENTRY,
  INSTALLED,
  outputOf,
  prepareIslands,
  type IslandsRun,
} from './islands-run.ts';
import { filesOf } from './module-graph.ts';
import { inlinedVariables } from './plugins/variables.ts';

export interface DevelopmentIslands {
  /**
   * Each island is a separate script, named after its contents: a browser that imports them again reuses the scripts of
   * unchanged islands, with the state of their modules, and loads new ones for the rest.
   *
   * @param islands all of them: their scripts, and so the state of islands, then stay the same when a page starts or stops using
   *   one
   */
  readonly bundle: (config: Config, islands: readonly IslandFile[]) => Promise<IslandsBundle>;
  readonly close: () => Promise<void>;
}

/** @returns equal texts if islands are bundled in the same way */
export function keyOfIslands(config: Config, islands: readonly IslandFile[]): string {
  return JSON.stringify([withoutModule(config), islands, inlinedVariables(config, true)]);
}

export function createDevelopmentIslands(): DevelopmentIslands {
  const runner = createRunner();
  let needs = FIRST_GUESS;
  return {
    bundle: async (config, islands) => {
      if (islands.length === 0) return { islands, preloads: {}, inputs: [], assets: [], diagnostics: [] };
      const { root, out } = config;
      const { files, diagnostics, metafile, ...run } = await compileComponents({
        root,
        prepare: () => prepareDevelopment(config, islands),
        needs,
        runner,
        key: keyOfIslands(config, islands),
      });
      ({ needs } = run);
      const { imported, urls } = run.prepared;
      const entry = metafile && outputOf(metafile, ENTRY);
      return {
        ...(entry !== undefined && { href: `/${toPosix(path.relative(out, path.join(root, entry)))}` }),
        islands,
        preloads: {},
        inputs: [...(metafile === undefined ? [] : filesOf(root, metafile)), ...urls.inputs],
        assets: [...files.map((file) => toAsset(out, file)), ...imported.assets, ...urls.assets],
        diagnostics: diagnostics.filter((one) => !lacksDefault(one)),
      };
    },
    close: runner.close,
  };
}

function prepareDevelopment(config: Config, islands: readonly IslandFile[]): IslandsRun {
  const scripts = { together: [], apart: islands };
  const prepared = prepareIslands(config, scripts, true);
  const { plugins = [] } = prepared.options;
  return {
    ...prepared,
    options: {
      ...prepared.options,
      minify: false,
      sourcemap: 'linked',
      plugins: [developmentReact(), trackedRoots(), ...plugins],
      stdin: { contents: developmentEntry(scripts), resolveDir: config.root, sourcefile: ENTRY },
    },
  };
}

/**
 * Only React is a development build. Everything else is compiled as for the site, because HTML that a package renders
 * differently than the server did would not hydrate.
 */
function developmentReact(): Plugin {
  return {
    name: 'development-react',
    setup: (build) => {
      build.onLoad(
        { filter: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/].*\.js$/ },
        async ({ path: file }) => {
          const text = await readFile(file, 'utf8');
          return { contents: text.replaceAll('process.env.NODE_ENV', '"development"'), loader: 'js' };
        },
      );
    },
  };
}

/** Allows an island to be unmounted: see `serve/client/tracked-roots.ts`. */
function trackedRoots(): Plugin {
  const file = path.join(INSTALLED, 'tracked-roots.js');
  return {
    name: 'tracked-roots',
    setup: (build) => {
      build.onResolve({ filter: /^react-dom\/client$/ }, ({ importer }) =>
        path.dirname(importer) === path.dirname(file) && importer !== file ? { path: file } : undefined,
      );
    },
  };
}
