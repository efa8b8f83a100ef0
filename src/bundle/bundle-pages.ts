import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, OutputFile } from 'esbuild';
import { mapConcurrently } from '../core/concurrency.ts';
import { nameFile } from '../core/errors.ts';
import type { Asset, Config, Project, ServerBundle } from '../core/model.ts';
import { importedAssets } from './asset-plugins.ts';
import { importedStyles, type NamesOfStyles } from './css-modules.ts';
import { findMissingClasses } from './missing-classes.ts';
import { pageReact, runningSitegen } from './runtime-plugins.ts';
import { toPosix } from '../core/paths.ts';
import { createFolder } from '../core/temp-folders.ts';
import { findSecondReact } from '../react/find-second-react.ts';
import { builtinsOf } from '../modules/builtin-imports.ts';
import { codeOf, modulesOf, stylesOf } from '../modules/module-graph.ts';
import { inputsOf, inputsOfPackages, loadedBy } from '../modules/compilation-inputs.ts';
import { relativeUrlsInPages } from './relative-urls.ts';
import { findMissingVariables } from './variables.ts';
import { forNode, compileComponents, type EsbuildResult } from './esbuild.ts';
import { REACT, findBoundPackages, importDefaults, loadedByNode } from '../modules/packages.ts';

/** What a stylesheet is compiled from, besides the site's own one. Absolute. */
export interface ImportedByPages {
  /** Stylesheets, in order. */
  readonly styles: readonly string[];
  /** Modules, which may contain classes. */
  readonly code: readonly string[];
}

/** How many compiled modules are written at a time. */
const CONCURRENCY = 8;

type BundledPages = ServerBundle & ImportedByPages;

/**
 * Compiles pages, shell, islands and file functions to modules for Node. Each page is an entry point of its own, so that a page that throws
 * while it is imported does not affect others; shared code is compiled once.
 *
 * @param folder where the modules are written: absolute, empty, and inside the project, so that Node finds its packages
 */
export async function bundleServer(config: Config, project: Project, folder: string): Promise<BundledPages> {
  const sources = [
    ...[project.shell, project.card].filter((file) => file !== undefined),
    ...project.pages.map((page) => page.source),
    ...new Set(project.pages.flatMap((page) => page.layouts)),
    ...project.files.map((file) => file.source),
    ...new Set(project.islands.map((island) => island.source)),
  ];
  const entries = sources.map((source, index) => ({ in: path.join(config.root, source), out: `entry-${index}` }));
  const { assets, names, external, options, files, metafile, ...result } = await bundle(config, entries, folder);
  await createFolder(folder);
  await mapConcurrently(files, CONCURRENCY, (file) => writeModule(file, metafile));
  const compiled = files.length === 0 ? [] : sources;
  const modules = compiled.map((source, index) => [source, path.join(folder, `entry-${index}.mjs`)] as const);
  const graph = metafile === undefined ? [] : dependenciesOf(metafile, sources, project);
  const packages = new Set(graph.flatMap(([, found]) => found.packages));
  const sourceFiles = new Set(graph.flatMap(([, found]) => found.files));
  const unknownImports = result.unknownImports.filter((file) => sourceFiles.has(file));
  const texts = files.map(({ path: file, text }) => [toPosix(path.relative(config.root, file)), text] as const);
  const builtins = metafile === undefined ? [] : builtinsOf(metafile, new Map(texts));
  const inputs = metafile === undefined ? [] : listInputs(config.root, metafile);
  // Packages that are bundled share the React of the pages. Others get theirs from Node.
  const reacts = findSecondReact(
    config.root,
    external.filter((name) => packages.has(name)),
  );
  const own = [...sourceFiles].filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  const missing = await findMissingVariables(config.root, options, own);
  const classes = metafile === undefined ? [] : await findMissingClasses(config.root, metafile, own, names);
  const diagnostics = [...result.diagnostics, ...reacts, ...missing, ...classes];
  const forStyles = metafile === undefined ? { styles: [], code: [] } : listForStyles(config.root, metafile, project);
  const bundled = { modules: new Map(modules), graph: new Map(graph), unknownImports, builtins, inputs, assets };
  return { ...bundled, diagnostics, ...forStyles };
}

async function writeModule(file: OutputFile, metafile: Metafile | undefined): Promise<void> {
  const isCode = metafile !== undefined && file.path.endsWith('.mjs');
  const contents = isCode ? importDefaults(file.text, metafile) : file.contents;
  await writeFile(file.path, contents).catch(nameFile(file.path));
}

function listForStyles(root: string, metafile: Metafile, { shell, pages }: Project): ImportedByPages {
  // Islands count where pages import them. A share card is an image.
  const sources = [...(shell === undefined ? [] : [shell]), ...pages.map(({ source }) => source)];
  const absolute = (file: string) => path.resolve(root, file);
  return { styles: stylesOf(metafile, sources).map(absolute), code: codeOf(metafile).map(absolute) };
}

/** A page depends on its layouts as on what it imports. */
function dependenciesOf(metafile: Metafile, sources: readonly string[], { pages }: Project) {
  const layouts = new Map(pages.map((page) => [page.source, page.layouts]));
  return sources.map((source) => [source, modulesOf(metafile, [source, ...(layouts.get(source) ?? [])])] as const);
}

interface PagesBundle extends EsbuildResult {
  readonly assets: readonly Asset[];
  readonly names: NamesOfStyles;
  /** Names of packages that Node loads. */
  readonly external: readonly string[];
  readonly options: BuildOptions;
}

type Entries = readonly { readonly in: string; readonly out: string }[];

/** @param bound packages that Node has to load, besides those that the config names */
async function bundle(
  config: Config,
  entries: Entries,
  folder: string,
  bound: readonly string[] = [],
): Promise<PagesBundle> {
  const external = [...config.external, ...bound];
  const imported = importedAssets();
  const styles = importedStyles(config.root);
  const options: BuildOptions = {
    ...forNode(),
    packages: 'bundle',
    external: [...REACT.flatMap((name) => [name, `${name}/*`]), '*.node'],
    loader: { '.node': 'empty' }, // until its package is found to be bound
    plugins: [
      runningSitegen('index.js'),
      loadedByNode(config.root, external),
      pageReact({ base: config.base, assets: config.assetPrefix, elsewhere: config.elsewhere }),
      imported.plugin,
      styles.plugin,
    ],
    entryPoints: [...entries],
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: folder,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  };
  const result = await compileComponents(config.root, options, relativeUrlsInPages());
  const { assets } = imported;
  const codes = result.files.flatMap(({ path: file, text }) => (file.endsWith('.mjs') ? text : []));
  const all = result.metafile === undefined ? [] : findBoundPackages(config.root, result.metafile, codes);
  const found = all.filter((name) => !external.includes(name)); // the site may import a file of one by its path
  return found.length === 0
    ? { ...result, assets, names: styles.names, external, options }
    : bundle(config, entries, folder, [...bound, ...found]);
}

/** Modules of pages import React through sitegen: see `pageReact`. */
function listInputs(root: string, metafile: Metafile): string[] {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const react = REACT.map((specifier) => ({ folder, specifier }));
  return [...new Set([...inputsOf(root, loadedBy(root, metafile)), ...inputsOfPackages(root, react)])];
}
