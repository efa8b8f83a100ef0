/** Islands as `sitegen serve` sends them: readable, with source maps, on React's development build, which explains mistakes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Config, IslandFile, IslandsBundle } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { compileComponents, toAsset } from './esbuild.ts';
import { developmentEntry, lacksDefault } from './island-entries.ts';
import { ENTRY, INSTALLED, outputOf, prepareIslands } from './islands-run.ts';
import { filesOf } from './module-graph.ts';

/**
 * Each island is a separate script, named after its contents: a browser that imports them again reuses the scripts of unchanged
 * islands, with the state of their modules, and loads new ones for the rest.
 *
 * @param islands all of them: their scripts, and so the state of islands, then stay the same when a page starts or stops using one
 */
export async function bundleDevelopmentIslands(config: Config, islands: readonly IslandFile[]): Promise<IslandsBundle> {
  if (islands.length === 0) return { islands, preloads: {}, inputs: [], assets: [], diagnostics: [] };
  const { root, out } = config;
  const scripts = { together: [], apart: islands };
  const { options, imported, urls } = prepareIslands(config, scripts, true);
  const { files, diagnostics, metafile } = await compileComponents(
    root,
    {
      ...options,
      minify: false,
      sourcemap: 'linked',
      plugins: [developmentReact(), trackedRoots(), ...(options.plugins ?? [])],
      stdin: { contents: developmentEntry(scripts), resolveDir: root, sourcefile: ENTRY },
    },
    urls.plugin,
  );
  const entry = metafile && outputOf(metafile, ENTRY);
  return {
    ...(entry !== undefined && { href: `/${toPosix(path.relative(out, path.join(root, entry)))}` }),
    islands,
    preloads: {},
    inputs: [...(metafile === undefined ? [] : filesOf(root, metafile)), ...urls.inputs],
    assets: [...files.map((file) => toAsset(out, file)), ...imported.assets, ...urls.assets],
    diagnostics: diagnostics.filter((one) => !lacksDefault(one)),
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
