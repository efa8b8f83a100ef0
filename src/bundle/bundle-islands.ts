import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { BuildOptions, Metafile } from 'esbuild';
import type { Config, IslandFile, IslandsBundle } from '../core/model.ts';
import { isWithin, toPosix } from '../core/paths.ts';
import { importedAssets, refuseStyles } from './asset-plugins.ts';
import { islandAddresses, productionJsx } from './runtime-plugins.ts';
import { findIslandGlobals } from './island-globals.ts';
import { findReacts } from '../react/find-second-react.ts';
import { inputsOf, loadedBy } from '../modules/compilation-inputs.ts';
import { inlinedVariables, mayLackVariables } from './variables.ts';
import { forBrowser, compileComponents, toAsset } from './esbuild.ts';

/** Up to this size, all islands are one script. In bytes after Brotli, without the runtime. */
const SPLIT_ABOVE = 20_000;

/** The file name of the generated entry point. */
const ENTRY = 'islands.js';

const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

const BROWSER_API = path.join(INSTALLED, 'browser.js');

/**
 * Bundles islands and their runtime for the browser: into one script, or, if they are large, into one script per island and
 * shared chunks.
 *
 * @param islands those that pages contain. Without any, there is no script.
 */
export async function bundleIslands(config: Config, islands: readonly IslandFile[]): Promise<IslandsBundle> {
  if (islands.length === 0) return { preloads: {}, inputs: [], assets: [], diagnostics: [] };
  if (config.split === true) return bundle(config, islands, true);
  const one = await bundle(config, islands, false);
  const isLarge = config.split === undefined && islands.length > 1 && (await ownSize(config.root, one)) > SPLIT_ABOVE;
  return isLarge ? bundle(config, islands, true) : one;
}

interface Bundle extends IslandsBundle {
  readonly metafile: Metafile | undefined;
}

/** @param lacksVariables whether islands read public variables that are not set */
async function bundle(
  config: Config,
  islands: readonly IslandFile[],
  split: boolean,
  lacksVariables = false,
): Promise<Bundle> {
  const imported = importedAssets();
  const prefixes = { base: config.base, assets: config.assetPrefix, elsewhere: config.elsewhere };
  const options: BuildOptions = {
    ...bundleOptions(config, islands, split),
    plugins: [imported.plugin, islandAddresses(prefixes), productionJsx(), refuseStyles()],
    define: { ...inlinedVariables(lacksVariables), ...constantsOf(config) },
  };
  const { files, diagnostics, metafile } = await compileComponents(config.root, options);
  const entry = metafile && outputOf(metafile, ENTRY);
  const assets = [...files.map((file) => toAsset(config.out, file)), ...imported.assets];
  const inputs = Object.keys(metafile?.inputs ?? {});
  const own = inputs.filter((file) => isProjectFile(config.root, file));
  if (!lacksVariables && mayLackVariables(config.root, own)) return bundle(config, islands, split, true);
  const globals = await findIslandGlobals(config.root, options, own);
  const bundled = {
    inputs: listInputs(config.root, metafile),
    assets,
    diagnostics: [...diagnostics, ...globals, ...findReacts(config.root, inputs)],
    metafile,
  };
  if (metafile === undefined || entry === undefined) return { preloads: {}, ...bundled };
  const address = (file: string) => `/${toPosix(path.relative(config.out, path.join(config.root, file)))}`;
  const preloads = islands.map(({ name, source }) => {
    const needed = split ? scriptsOf(metafile, entry, source) : [];
    return [name, needed.map(address)] as const;
  });
  return { href: address(entry), preloads: Object.fromEntries(preloads), ...bundled };
}

function listInputs(root: string, metafile: Metafile | undefined): string[] {
  const inputs = metafile === undefined ? [] : inputsOf(root, loadedBy(root, metafile));
  return inputs.filter((name) => name !== ENTRY);
}

function bundleOptions(config: Config, islands: readonly IslandFile[], split: boolean): BuildOptions {
  return {
    ...forBrowser(config.out, 'islands'),
    stdin: {
      contents: split ? entryOfMany(islands) : entryOfOne(islands),
      resolveDir: config.root,
      sourcefile: ENTRY,
    },
    format: 'esm',
    splitting: split,
    chunkNames: 'assets/[name]-[hash]',
    alias: { sitegen: BROWSER_API, ...runtimeAliases(config.runtime) },
  };
}

function constantsOf({ trailingSlash, runtime }: Config): NonNullable<BuildOptions['define']> {
  return {
    'process.env.NODE_ENV': '"production"',
    SITEGEN_TRAILING_SLASH: String(trailingSlash),
    SITEGEN_RUNTIME: JSON.stringify(runtime),
  };
}

function outputOf({ outputs }: Metafile, source: string): string | undefined {
  return Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)?.[0];
}

/** The scripts that a browser loads for an island with a script of its own, besides the entry itself. */
function scriptsOf(metafile: Metafile, entry: string, source: string): string[] {
  const output = outputOf(metafile, source);
  if (output === undefined) return [];
  return [...new Set([...staticImports(metafile, entry), output, ...staticImports(metafile, output)])];
}

function entryOfOne(islands: readonly IslandFile[]): string {
  const imports = islands.map(({ source }, index) => `import island${index} from ${JSON.stringify(`./${source}`)};`);
  const list = islands.map((_, index) => `island${index}`).join(', ');
  return [`import { hydrateIslands } from 'sitegen';`, ...imports, `hydrateIslands([${list}]);`].join('\n');
}

function entryOfMany(islands: readonly IslandFile[]): string {
  // In brackets, because `"__proto__": …` would set the prototype.
  const loaders = islands.map(
    ({ name, source }) => `[${JSON.stringify(name)}]: () => import(${JSON.stringify(`./${source}`)})`,
  );
  return `import { hydrateAsNeeded } from 'sitegen';\nhydrateAsNeeded({ ${loaders.join(', ')} });`;
}

/** What a browser discovers only once it has read the file. */
function staticImports(metafile: Metafile, output: string): string[] {
  const imports = metafile.outputs[output]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return imports.flatMap(({ path: file }) => [file, ...staticImports(metafile, file)]);
}

/** The size of the script without the runtime, in bytes after Brotli: estimated from its share of the code. */
async function ownSize(root: string, { assets, metafile }: Bundle): Promise<number> {
  const [script] = assets;
  const output = Object.values(metafile?.outputs ?? {})[0];
  if (script === undefined || output === undefined) return 0;
  const own = Object.entries(output.inputs).filter(([file]) => !isRuntime(path.join(root, file)));
  const ownBytes = own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  if (ownBytes < SPLIT_ABOVE) return 0; // compression does not make it larger
  return ((await promisify(brotliCompress)(script.contents)).length * ownBytes) / output.bytes;
}

/** Names with a colon are virtual modules of plugins. */
function isProjectFile(root: string, file: string): boolean {
  const isOther = file.includes(':') || /(^|\/)node_modules\//.test(file) || isWithin(INSTALLED, path.join(root, file));
  return !isOther && file !== ENTRY;
}

function isRuntime(file: string): boolean {
  return isWithin(INSTALLED, file) || /\/node_modules\/(preact|react|react-dom|scheduler)\//.test(toPosix(file));
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
