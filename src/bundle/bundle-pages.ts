import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { nameFile } from '../core/errors.ts';
import type { Config, Project, ServerBundle } from '../core/model.ts';
import { importedAssets, refuseStyles } from './asset-plugins.ts';
import { pageReact, runningSitegen } from './runtime-plugins.ts';
import { createFolder } from '../core/temp-folders.ts';
import { builtinsOf, modulesOf } from './module-graph.ts';
import { findMissingVariables } from './variables.ts';
import { forNode, compileComponents } from './esbuild.ts';

/**
 * Compiles pages, shell and islands to modules for Node. Each page is an entry point of its own, so that a page that throws
 * while it is imported does not affect others; shared code is compiled once.
 *
 * @param folder where the modules are written: absolute, empty, and inside the project, so that Node finds its packages
 */
export async function bundleServer(config: Config, project: Project, folder: string): Promise<ServerBundle> {
  const sources = [
    ...[project.shell, project.card].filter((file) => file !== undefined),
    ...project.pages.map((page) => page.source),
    ...project.islands.map((island) => island.source),
  ];
  const entries = sources.map((source, index) => ({ in: path.join(config.root, source), out: `entry-${index}` }));
  const { plugin: collectAssets, assets } = importedAssets();
  const options: BuildOptions = {
    ...forNode(),
    plugins: [
      runningSitegen('index.js'),
      pageReact({ base: config.base, assets: config.assetPrefix, elsewhere: config.elsewhere }),
      collectAssets,
      refuseStyles(),
    ],
    entryPoints: entries,
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: folder,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  };
  const { files, diagnostics, metafile } = await compileComponents(config.root, options);
  await createFolder(folder);
  for (const file of files) await writeFile(file.path, file.contents).catch(nameFile(file.path));
  const compiled = files.length === 0 ? [] : sources;
  const modules = compiled.map((source, index) => [source, path.join(folder, `entry-${index}.mjs`)] as const);
  const graph = metafile === undefined ? [] : sources.map((source) => [source, modulesOf(metafile, source)] as const);
  const importsUnknown = files.some(({ path: file, text }) => file.endsWith('.mjs') && UNKNOWN_IMPORT.test(text));
  const builtins = metafile === undefined ? [] : builtinsOf(metafile);
  const own = new Set(graph.flatMap(([, module]) => module.files.filter((name) => /\.[cm]?[jt]sx?$/.test(name))));
  const all = [...diagnostics, ...(await findMissingVariables(config.root, options, [...own]))];
  return { modules: new Map(modules), graph: new Map(graph), importsUnknown, builtins, assets, diagnostics: all };
}

/** `import(file)`: esbuild follows only `import('./file')`, so it does not list what Node loads here. */
const UNKNOWN_IMPORT = /\bimport\(\s*[^\s"']/;
