/** Islands as `sitegen serve` sends them: readable, with source maps, on the React that explains what is wrong. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { DevelopmentIslands } from '../core/build-result.ts';
import type { Config, IslandFile } from '../core/model.ts';
import { developmentEntry } from './island-entries.ts';
import { compileComponents, toAsset } from './esbuild.ts';
import { ENTRY, INSTALLED, outputOf, prepareIslands } from './islands-run.ts';

/** The scripts that replace those of a build in the browser. */
interface Scripts {
  readonly islands: readonly IslandFile[];
  readonly isExtended: boolean;
  /** Changes whenever they may. */
  readonly version: string;
}

/**
 * Each island has a script of its own, named after its contents: a browser that imports them again gets those of unchanged
 * islands, with the state of their modules, and new ones of the others.
 *
 * @returns compiles them, with the environment variables of now
 */
export function prepareDevelopmentIslands(
  config: Config,
  { islands, isExtended, version }: Scripts,
): DevelopmentIslands['compile'] {
  const { root, out } = config;
  const scripts = { isExtended, together: [], apart: islands };
  const { options, imported, urls } = prepareIslands(config, scripts, true);
  return async () => {
    const { files, metafile } = await compileComponents(root, {
      ...options,
      minify: false,
      sourcemap: 'linked',
      plugins: [developmentReact(), trackedRoots(), ...(options.plugins ?? [])],
      stdin: { contents: developmentEntry(scripts, version), resolveDir: root, sourcefile: ENTRY },
    });
    const entry = metafile && outputOf(metafile, ENTRY);
    if (entry === undefined) return undefined;
    const assets = [...files.map((file) => toAsset(out, file)), ...imported.assets, ...urls.assets];
    return { entry: toAsset(out, { path: path.join(root, entry), contents: new Uint8Array() }).output, assets };
  };
}

/**
 * React alone is for development. Everything else is compiled as for the site, because HTML that a package renders in
 * another way than the server did would not hydrate.
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

/** Lets an island be taken away: see `reload/tracked-roots.ts`. */
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
