import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameFile } from '../core/errors.ts';
import type { Asset, BrowserBundle, Config, Project, ServerBundle } from '../core/model.ts';
import { gate, importedAssets, namedAssets, publicAddresses, refuseStyles, runningSitegen } from './plugins.ts';
import { createFolder } from '../core/temp-folders.ts';
import { modulesOf } from './module-graph.ts';
import { forBrowser, forNode, runEsbuild, toAsset } from './esbuild.ts';

/**
 * Compiles pages, shell and islands into modules for Node. Each page is an entry of its own, so that one that fails while it is
 * loaded takes no other along; what they share is compiled once.
 *
 * @param folder where the modules go, absolute and empty, in the project, so that Node finds the project's packages
 */
export async function bundleServer(config: Config, project: Project, folder: string): Promise<ServerBundle> {
  const sources = [
    ...[project.shell, project.card].filter((file) => file !== undefined),
    ...project.pages.map((page) => page.source),
    ...project.islands.map((island) => island.source),
  ];
  const entries = sources.map((source, index) => ({ in: path.join(config.root, source), out: `entry-${index}` }));
  const assets: Asset[] = [];
  const { files, diagnostics, metafile } = await runEsbuild(config.root, {
    ...forNode(),
    plugins: [
      runningSitegen('index.js'),
      gate({ base: config.base, assets: config.assetPrefix }),
      importedAssets(assets),
      refuseStyles(),
    ],
    entryPoints: entries,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: folder,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  });
  await createFolder(folder);
  for (const file of files) await writeFile(file.path, file.contents).catch(nameFile(file.path));
  const compiled = files.length === 0 ? [] : sources;
  const modules = compiled.map((source, index) => [source, path.join(folder, `entry-${index}.mjs`)] as const);
  const graph = metafile === undefined ? [] : sources.map((source) => [source, modulesOf(metafile, source)] as const);
  const importsUnknown = files.some(({ path: file, text }) => file.endsWith('.mjs') && UNKNOWN_IMPORT.test(text));
  return { modules: new Map(modules), graph: new Map(graph), importsUnknown, assets, diagnostics };
}

/** `import(file)`: esbuild follows only `import('./file')`. Node's loader reads such files unseen. */
const UNKNOWN_IMPORT = /\bimport\(\s*[^\s"']/;

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
  const named: Asset[] = [];
  const { files, diagnostics } = await runEsbuild(config.root, {
    ...forBrowser(config.out, 'site'),
    stdin: { contents: css, resolveDir: path.join(config.root, path.dirname(source)), loader: 'css' },
    plugins: [publicAddresses(config.base, publicFiles), namedAssets(config.assetPrefix, named)],
  });
  const assets = [...files.map((file) => toAsset(config.out, file)), ...named];
  const entry = assets.find(({ output }) => output.endsWith('.css'));
  return {
    assets,
    ...(entry && { href: `/${entry.output}` }),
    // Its lines are not those of the file that the user wrote.
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, place: { file: source } })),
  };
}
