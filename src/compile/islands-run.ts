/** Runs esbuild over islands. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import type { Config } from '../shared/model.ts';
import { importedAssets, type AssetPlugin } from './plugins/asset-plugins.ts';
import { importedStyles } from './plugins/css-modules.ts';
import { forBrowser } from './esbuild.ts';
import { entryOfMany, entryOfOne, islandRuntime, type IslandScripts } from './island-entries.ts';
import { relativeUrlsInBrowser, type RelativeUrls } from './plugins/relative-urls.ts';
import { islandAddresses, productionJsx } from './plugins/runtime-plugins.ts';
import { inlinedVariables } from './plugins/variables.ts';

/** esbuild's name for the generated entry point. Has a colon, because it is not a file. */
export const ENTRY = 'sitegen:islands.js';

/** The folder of sitegen's own scripts. */
export const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

const BROWSER_API = path.join(INSTALLED, 'browser.js');

interface IslandsRun {
  readonly options: BuildOptions;
  /** Collects files to be published: a plugin among the options. */
  readonly imported: AssetPlugin;
  /** The same, for `compileComponents`. */
  readonly urls: RelativeUrls;
}

/** @param lacksVariables true if islands may read public variables that are not set */
export function prepareIslands(config: Config, scripts: IslandScripts, lacksVariables: boolean): IslandsRun {
  const imported = importedAssets();
  const define = { ...inlinedVariables(config, lacksVariables), ...constantsOf(config) };
  const alias = { sitegen: BROWSER_API, ...runtimeAliases(config.runtime) };
  const urls = relativeUrlsInBrowser(config.root, { ...forBrowser(config.out, ''), alias, define });
  const prefixes = { base: config.base, assets: config.assetPrefix, elsewhere: config.elsewhere };
  const isSplit = scripts.apart.length > 0;
  const options: BuildOptions = {
    ...forBrowser(config.out, 'islands'),
    plugins: [
      imported.plugin,
      islandAddresses(prefixes),
      islandRuntime(config.root, scripts),
      productionJsx(),
      importedStyles(config.root).plugin,
    ],
    stdin: {
      contents: isSplit ? entryOfMany(scripts) : entryOfOne(scripts),
      resolveDir: config.root,
      sourcefile: ENTRY,
    },
    format: 'esm',
    splitting: isSplit,
    chunkNames: 'assets/[name]-[hash]',
    alias,
    define,
  };
  return { options, imported, urls };
}

function constantsOf({ trailingSlash, runtime }: Config): NonNullable<BuildOptions['define']> {
  return {
    'process.env.NODE_ENV': '"production"',
    SITEGEN_TRAILING_SLASH: String(trailingSlash),
    SITEGEN_RUNTIME: JSON.stringify(runtime),
  };
}

export function outputOf({ outputs }: Metafile, source: string): string | undefined {
  return Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)?.[0];
}

/** Islands are written against React. Preact implements the same API in a ninth of the bytes. */
function runtimeAliases(runtime: Config['runtime']): NonNullable<BuildOptions['alias']> {
  if (runtime === 'react') return {};
  const preact = (name: string) => fileURLToPath(import.meta.resolve(`preact/${name}`));
  return {
    react: preact('compat'),
    'react-dom': preact('compat'),
    'react-dom/client': preact('compat/client'),
    'react/jsx-runtime': path.join(INSTALLED, 'preact-jsx-runtime.js'),
  };
}
