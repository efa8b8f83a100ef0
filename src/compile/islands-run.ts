/** Runs esbuild over islands. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Config, IslandFile } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';
import { importedAssets, type AssetPlugin } from './plugins/asset-plugins.ts';
import { importedStyles } from './plugins/css-modules.ts';
import { toMessage } from './esbuild-message.ts';
import { compileComponents, type Prepared } from './components.ts';
import { forBrowser, toAsset } from './esbuild.ts';
import { SCRIPTS, filesOf } from './module-graph.ts';
import {
  ITSELF,
  relativeUrlsInBrowser,
  type CompiledScript,
  type FileReference,
  type RelativeUrls,
} from './plugins/relative-urls.ts';
import { islandAddresses, productionJsx } from './plugins/runtime-plugins.ts';
import { inlinedVariables } from './plugins/variables.ts';

/** esbuild's name for the generated entry point. Has a colon, because it is not a file. */
export const ENTRY = 'sitegen:islands.js';

/** The folder of sitegen's own scripts. */
export const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

const BROWSER_API = path.join(INSTALLED, 'browser.js');

export interface IslandsRun extends Prepared {
  /** Collects files to be published: a plugin among the options. */
  readonly imported: AssetPlugin;
  /** The same. */
  readonly urls: RelativeUrls;
}

/** @param lacksVariables true if islands may read public variables that are not set */
export function prepareIslands(config: Config, scripts: IslandScripts, lacksVariables: boolean): IslandsRun {
  const imported = importedAssets(config.root, config.assetPrefix);
  const define = { ...inlinedVariables(config, lacksVariables), ...constantsOf(config) };
  const alias = { sitegen: BROWSER_API, ...runtimeAliases(config.runtime) };
  const browser = { ...forBrowser(config.out, 'islands'), alias, define };
  const urls = relativeUrlsInBrowser(config.root, (reference) => compileScript(config, browser, [reference]));
  const isSplit = scripts.apart.length > 0;
  const options: BuildOptions = {
    ...browser,
    plugins: [islandRuntime(config.root, scripts), ...browserPlugins(config, imported, urls)],
    stdin: {
      contents: isSplit ? entryOfMany(scripts) : entryOfOne(scripts),
      resolveDir: config.root,
      sourcefile: ENTRY,
    },
    format: 'esm',
    splitting: isSplit,
    chunkNames: 'assets/[name]-[hash]',
  };
  return { options, sources: SCRIPTS, rewrite: urls.rewrite, imported, urls };
}

function browserPlugins(config: Config, imported: AssetPlugin, urls: RelativeUrls): Plugin[] {
  const addresses = islandAddresses(config.prefixes);
  const started: Plugin = { name: 'relative-urls', setup: (build) => build.onStart(urls.start) };
  return [imported.plugin, started, addresses, productionJsx(), importedStyles(config.root)];
}

/**
 * Compiles a script that browser code refers to: a worker to a classic script, which one of any type can be, and a worker that is
 * known to be a module, like everything else that loads a script, to a module.
 *
 * @param chain the scripts that lead to the script, and the script itself
 */
async function compileScript(
  config: Config,
  browser: BuildOptions,
  chain: readonly [...FileReference[], FileReference],
): Promise<CompiledScript> {
  const script = chain.at(-1) as FileReference;
  const imported = importedAssets(config.root, config.assetPrefix);
  const urls = relativeUrlsInBrowser(config.root, async (next) => {
    const isSame = ({ file, isClassic }: FileReference) => file === next.file && isClassic === next.isClassic;
    if (isSame(script)) return ITSELF;
    if (!chain.some(isSame)) return compileScript(config, browser, [...chain, next]);
    const names = [...chain, next].map(({ file }) => toPosix(path.relative(config.root, file)));
    const text = `The scripts ${names.join(' and ')} refer to each other, so their names cannot contain a hash`;
    return {
      assets: [],
      inputs: [],
      errors: [{ text, notes: [{ text: 'start all workers from the island' }] }],
      warnings: [],
    };
  });
  const options: BuildOptions = {
    ...browser,
    plugins: browserPlugins(config, imported, urls),
    entryPoints: [script.file],
    entryNames: 'assets/[name]-[hash]',
    format: script.isClassic ? 'iife' : 'esm',
    define: { ...browser.define, ...(script.isClassic && { 'import.meta.url': 'self.location.href' }) },
  };
  const { files, diagnostics, metafile } = await compileComponents({
    root: config.root,
    prepare: () => ({ options, sources: SCRIPTS, rewrite: urls.rewrite }),
  });
  const messagesOf = (severity: Diagnostic['severity']) =>
    diagnostics.filter((one) => one.severity === severity).map(toMessage);
  return {
    assets: [...files.map((file) => toAsset(config.out, file)), ...imported.assets, ...urls.assets],
    inputs: [...(metafile === undefined ? [] : filesOf(config.root, metafile)), ...urls.inputs],
    errors: messagesOf('error'),
    warnings: messagesOf('warning'),
  };
}

function constantsOf({ trailingSlash, runtime, prefixes }: Config): NonNullable<BuildOptions['define']> {
  return {
    'process.env.NODE_ENV': '"production"',
    SITEGEN_TRAILING_SLASH: String(trailingSlash),
    SITEGEN_BASED: JSON.stringify(prefixes.based),
    SITEGEN_RUNTIME: JSON.stringify(runtime),
  };
}

export function outputOf({ outputs }: Metafile, source: string): string | undefined {
  return Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)?.[0];
}

/** Islands are written against React. Preact implements the same API in far fewer bytes. */
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
function entryOfOne({ together }: IslandScripts): string {
  const imports = together.map((island, index) => `import ${specifier(island, index)}`);
  const list = together.map((_, index) => `island${index}`).join(', ');
  return [`import { hydrateIslands } from 'sitegen';`, ...imports, `hydrateIslands([${list}]);`].join('\n');
}

/** Fetches islands, and the runtime, when they hydrate. */
function entryOfMany(scripts: IslandScripts): string {
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
function islandRuntime(root: string, { together }: IslandScripts): Plugin {
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
