import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { BuildOptions, Metafile } from 'esbuild';
import type { Asset, Config, IslandFile, IslandsBundle } from '../core/model.ts';
import { isWithin, toPosix } from '../core/paths.ts';
import { baseInIslands, importedAssets, productionJsx, refuseStyles } from './plugins.ts';
import { forBrowser, runEsbuild, toAsset } from './esbuild.ts';

/** Islands that are together no larger than this, in bytes with Brotli and without their runtime, are one script. */
const SPLIT_ABOVE = 20_000;

/** The script's own file, which is made up. */
const ENTRY = 'islands.js';

const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

const BROWSER_API = path.join(INSTALLED, 'browser.js');

/**
 * Bundles islands, with what they run on, for the browser: into one script, or, when they are large, into one for each and
 * what they share.
 *
 * @param islands those that pages hold. None: nothing is made.
 */
export async function bundleIslands(config: Config, islands: readonly IslandFile[]): Promise<IslandsBundle> {
  if (islands.length === 0) return { preloads: {}, files: [], assets: [], diagnostics: [] };
  if (config.split === true) return bundle(config, islands, true);
  const one = await bundle(config, islands, false);
  const isLarge = config.split === undefined && islands.length > 1 && (await ownSize(config.root, one)) > SPLIT_ABOVE;
  return isLarge ? bundle(config, islands, true) : one;
}

/** A bundle, and what esbuild knows of it. */
interface Bundle extends IslandsBundle {
  readonly metafile: Metafile | undefined;
}

async function bundle(config: Config, islands: readonly IslandFile[], split: boolean): Promise<Bundle> {
  const imported: Asset[] = [];
  const { files, diagnostics, metafile } = await runEsbuild(config.root, {
    ...forBrowser(config.out, 'islands'),
    plugins: [
      importedAssets(imported),
      baseInIslands({ base: config.base, assets: config.assetPrefix }),
      productionJsx(),
      refuseStyles(),
    ],
    stdin: {
      contents: split ? entryOfMany(islands) : entryOfOne(islands),
      resolveDir: config.root,
      sourcefile: ENTRY,
    },
    format: 'esm',
    splitting: split,
    chunkNames: 'assets/[name]-[hash]',
    alias: { sitegen: BROWSER_API, ...runtimeAliases(config.runtime) },
    define: { 'process.env.NODE_ENV': '"production"', SITEGEN_RUNTIME: JSON.stringify(config.runtime) },
  });
  const outputs = Object.entries(metafile?.outputs ?? {});
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === ENTRY)?.[0];
  const assets = [...files.map((file) => toAsset(config.out, file)), ...imported];
  const own = Object.keys(metafile?.inputs ?? {}).filter((file) => isOfProject(config.root, file));
  if (entry === undefined) return { preloads: {}, files: own, assets, diagnostics, metafile };
  const address = (file: string) => `/${toPosix(path.relative(config.out, path.join(config.root, file)))}`;
  const preloads = islands.map(({ name, source }) => {
    const output = split ? outputs.find(([, { entryPoint }]) => entryPoint === source)?.[0] : undefined;
    const needed =
      output === undefined ? [] : [...staticImports(metafile, entry), output, ...staticImports(metafile, output)];
    return [name, [...new Set(needed)].map(address)] as const;
  });
  return { href: address(entry), preloads: Object.fromEntries(preloads), files: own, assets, diagnostics, metafile };
}

function entryOfOne(islands: readonly IslandFile[]): string {
  const imports = islands.map(({ source }, index) => `import island${index} from ${JSON.stringify(`./${source}`)};`);
  const list = islands.map((_, index) => `island${index}`).join(', ');
  return [`import { hydrateIslands } from 'sitegen';`, ...imports, `hydrateIslands([${list}]);`].join('\n');
}

function entryOfMany(islands: readonly IslandFile[]): string {
  const loaders = islands.map(
    ({ name, source }) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`./${source}`)})`,
  );
  return `import { hydrateAsNeeded } from 'sitegen';\nhydrateAsNeeded({ ${loaders.join(', ')} });`;
}

/** What a browser would come to know only once it has read the file. */
function staticImports(metafile: Metafile | undefined, output: string): string[] {
  const imports = metafile?.outputs[output]?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return imports.flatMap(({ path: file }) => [file, ...staticImports(metafile, file)]);
}

/** How large the script is, in bytes with Brotli, without what islands run on: as large a part as it is of the code. */
async function ownSize(root: string, { assets, metafile }: Bundle): Promise<number> {
  const [script] = assets;
  const output = Object.values(metafile?.outputs ?? {})[0];
  if (script === undefined || output === undefined) return 0;
  const own = Object.entries(output.inputs).filter(([file]) => !isRuntime(path.join(root, file)));
  const ownBytes = own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  if (ownBytes < SPLIT_ABOVE) return 0; // it will not grow by being compressed
  return ((await promisify(brotliCompress)(script.contents)).length * ownBytes) / output.bytes;
}

/** Packages are known by their versions; names with a colon are modules that a plugin has made up. */
function isOfProject(root: string, file: string): boolean {
  const isOther = file.includes(':') || /(^|\/)node_modules\//.test(file) || isWithin(INSTALLED, path.join(root, file));
  return !isOther && file !== ENTRY;
}

/** What islands run on is no part of them. */
function isRuntime(file: string): boolean {
  return isWithin(INSTALLED, file) || /\/node_modules\/(preact|react|react-dom|scheduler)\//.test(toPosix(file));
}

/** Islands are written against React. Preact speaks its language in a ninth of the bytes. */
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
