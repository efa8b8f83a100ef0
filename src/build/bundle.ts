/** The bundles of a build: config, pages, islands, styles. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { SitegenError } from '../errors.ts';
import type { Asset, BrowserBundle, Config, Project, ServerBundle } from '../model.ts';
import { ASSET_TYPES, baseInIslands, gate, importedAssets, publicAddresses, runningSitegen } from './bundle-plugins.ts';
import { runEsbuild, toAsset } from './run-esbuild.ts';

/** What these browsers lack is compiled away. They are the oldest that Tailwind 4 supports. */
const BROWSERS = ['chrome111', 'firefox128', 'safari16.4'];

const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/**
 * Loads the config file.
 *
 * @param file absolute
 * @param folder where compiled files may lie, in the project, so that Node finds the project's packages
 * @returns what the file exports by default
 * @throws {SitegenError} when it does not compile, or throws
 */
export async function importConfig(root: string, file: string, folder: string): Promise<unknown> {
  const outfile = path.join(folder, 'config.mjs');
  const { diagnostics } = await runEsbuild(root, {
    ...forNode(),
    plugins: [runningSitegen('config-api.js')],
    entryPoints: [file],
    outfile,
    write: true,
  });
  if (diagnostics.length > 0) throw new SitegenError(`${path.basename(file)} cannot be read.`, { diagnostics });
  try {
    return ((await import(pathToFileURL(outfile).href)) as { default?: unknown }).default;
  } catch (cause) {
    throw new SitegenError(`${path.basename(file)} cannot be read: ${String(cause)}`, { cause });
  }
}

/**
 * Compiles pages and shell into modules for Node. Each page is an entry of its own, so that one that fails while it is
 * loaded takes no other along; what they share is compiled once.
 *
 * @param folder where the modules go, absolute and empty, in the project, so that Node finds the project's packages
 */
export async function bundleServer(config: Config, project: Project, folder: string): Promise<ServerBundle> {
  const sources = [
    ...(project.shell === undefined ? [] : [project.shell]),
    ...project.routes.map((route) => route.source),
  ];
  const entries = sources.map((source, index) => ({ in: path.join(config.root, source), out: `entry-${index}` }));
  const assets: Asset[] = [];
  const { files, diagnostics } = await runEsbuild(config.root, {
    ...forNode(),
    plugins: [runningSitegen('index.js'), gate(config.base), importedAssets(assets)],
    entryPoints: entries,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: folder,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  });
  await mkdir(folder, { recursive: true });
  await Promise.all(files.map((file) => writeFile(file.path, file.contents)));
  const compiled = files.length === 0 ? [] : sources;
  const modules = compiled.map((source, index) => [source, path.join(folder, `entry-${index}.mjs`)] as const);
  return { modules: new Map(modules), assets, diagnostics };
}

/** Bundles the site's islands, with what they run on, into one script for the browser. Nothing without islands. */
export async function bundleIslands(config: Config, project: Project): Promise<BrowserBundle> {
  if (project.islands.length === 0) return { assets: [], diagnostics: [] };
  const imports = project.islands.map((file, index) => `import island${index} from ${JSON.stringify(`./${file}`)};`);
  const list = project.islands.map((_, index) => `island${index}`);
  const contents = `import { hydrateIslands } from 'sitegen';\n${imports.join('\n')}\nhydrateIslands([${list.join(', ')}]);\n`;
  const imported: Asset[] = [];
  const { assets, ...bundle } = await bundleForBrowser(config, 'islands', {
    plugins: [importedAssets(imported), baseInIslands(config.base)],
    stdin: { contents, resolveDir: config.root, sourcefile: 'islands.js' },
    format: 'esm',
    alias: { sitegen: path.join(INSTALLED, 'browser.js'), ...runtimeAliases(config.runtime) },
  });
  return { ...bundle, assets: [...assets, ...imported] };
}

/**
 * Minifies a stylesheet and takes in the files it names by relative addresses.
 *
 * @param css what Tailwind made
 * @param source the file it was made from, from the root
 */
export async function bundleStyles(
  config: Config,
  css: string,
  source: string,
  publicFiles: readonly string[],
): Promise<BrowserBundle> {
  const { diagnostics, ...bundle } = await bundleForBrowser(config, 'site', {
    stdin: { contents: css, resolveDir: path.join(config.root, path.dirname(source)), loader: 'css' },
    loader: Object.fromEntries(ASSET_TYPES.map((type) => [`.${type}`, 'file' as const])),
    publicPath: config.base,
    plugins: [publicAddresses(config.base, publicFiles)],
  });
  // Its lines are not those of the file that the user wrote.
  return { ...bundle, diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, place: { file: source } })) };
}

/** What it makes has a hash of its content in its name, so that hosts may let browsers keep it for ever. */
async function bundleForBrowser(config: Config, name: string, options: BuildOptions): Promise<BrowserBundle> {
  const { files, diagnostics } = await runEsbuild(config.root, {
    entryNames: `assets/${name}-[hash]`,
    assetNames: 'assets/[name]-[hash]',
    platform: 'browser',
    target: BROWSERS,
    minify: true,
    outdir: config.out,
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  const assets = files.map((file) => toAsset(config.out, file));
  const entry = assets.find((asset) => /\.(js|css)$/.test(asset.output));
  return { assets, diagnostics, ...(entry && { href: `/${entry.output}` }) };
}

function forNode(): BuildOptions {
  return {
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    define: { 'process.env.NODE_ENV': '"production"' },
  };
}

/** Islands are written against React. Preact speaks its language in a ninth of the bytes. */
function runtimeAliases(runtime: Config['runtime']): Record<string, string> {
  if (runtime === 'react') return {};
  const preact = (name: string) => fileURLToPath(import.meta.resolve(`preact/${name}`));
  return {
    react: preact('compat'),
    'react-dom': preact('compat'),
    'react-dom/client': preact('compat/client'),
    'react/jsx-runtime': preact('jsx-runtime'),
  };
}
