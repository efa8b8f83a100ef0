import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { mapConcurrently } from '../shared/concurrency.ts';
import { nameFile } from '../shared/errors.ts';
import type { Asset, Config, Dependencies, Project, ServerBundle } from '../shared/model.ts';
import { importedAssets } from './plugins/asset-plugins.ts';
import { importedStyles } from './plugins/css-modules.ts';
import { KNOWN_EXPORTS, knownExports, pageReact, runningSitegen } from './plugins/runtime-plugins.ts';
import { findCollectionFiles } from '../content/collection-files.ts';
import { factsFile, isContent, isMarkdown } from '../shared/paths.ts';
import { createFolder } from '../shared/temp-folders.ts';
import { findSecondReact } from '../react/find-second-react.ts';
import { keepDeadZones } from './import-cycles.ts';
import { IS_SCRIPT, codeOf, filesOf, modulesOf, stylesOf } from './module-graph.ts';
import { createMdxCompiler, mdxModules, type MdxCompiler } from './plugins/mdx.ts';
import { relativeUrlsInPages } from './plugins/relative-urls.ts';
import { PAGE_ENVIRONMENT, environmentOfPages, findMissingVariables } from './plugins/variables.ts';
import { forNode, compileComponents, type ComponentsResult } from './esbuild.ts';
import { REACT, computedImports, findBoundPackages, loadedByNode } from './packages.ts';

/** Files imported by pages that the stylesheet is compiled from, besides the site's own stylesheet. Absolute. */
export interface ImportedByPages {
  /** Stylesheets, in order. */
  readonly styles: readonly string[];
  /** Modules, which may contain classes. */
  readonly code: readonly string[];
  /** True if pages may have content, which needs styles. */
  readonly hasContent: boolean;
}

/** How many compiled modules are written at a time. */
const CONCURRENCY = 8;

type BundledPages = ServerBundle & ImportedByPages;

/**
 * Compiles pages, shell, islands and file functions to modules for Node. Each page is a separate entry point, so that a page that
 * throws while it is imported does not affect other pages; shared code is compiled once.
 *
 * @param folder the output folder for the modules: absolute, empty, and inside the project, so that Node finds its packages
 */
export async function bundleServer(config: Config, project: Project, folder: string): Promise<BundledPages> {
  const { root } = config;
  const own = listEntries(project);
  const { sources, bundled, mdxCompiler } = await bundleWithCollections(config, own, folder);
  const { assets, external, options, files, diagnostics, metafile } = bundled;
  if (metafile === undefined) return { ...NOT_COMPILED, diagnostics };
  await createFolder(folder);
  const changed = keepDeadZones(root, files, metafile);
  await mapConcurrently(files, CONCURRENCY, ({ path: file, contents }) =>
    writeFile(file, changed.get(file) ?? contents).catch(nameFile(file)),
  );
  const mdx = sources.filter((source) => source.endsWith('.mdx'));
  const moduleOf = (source: string) => path.join(folder, `entry-${sources.indexOf(source)}.mjs`);
  await mapConcurrently(mdx, CONCURRENCY, async (source) => {
    const { facts } = await mdxCompiler.compile(path.join(root, source));
    await writeFile(factsFile(moduleOf(source)), JSON.stringify(facts));
  });
  const graph = dependenciesOf(metafile, sources, project);
  const markdown = project.pages.flatMap(({ source, isParametric }) =>
    isMarkdown(source) && !isParametric ? source : [],
  );
  const packages = new Set(graph.flatMap(([, found]) => found.packages));
  const sourceFiles = new Set(graph.flatMap(([, found]) => found.files));
  const code = [...sourceFiles].filter((name) => IS_SCRIPT.test(name));
  return {
    modules: new Map([
      ...sources.map((source, index) => [source, path.join(folder, `entry-${index}.mjs`)] as const),
      ...markdown.map((source) => [source, path.join(root, source)] as const),
    ]),
    mdx,
    withCollections: findWithCollections(metafile, graph),
    graph: new Map(graph),
    inputs: filesOf(root, metafile),
    assets,
    diagnostics: [
      ...diagnostics,
      // Bundled packages share the React of the pages. Other packages get theirs from Node.
      ...findSecondReact(
        root,
        external.filter((name) => packages.has(name)),
      ),
      ...(await findMissingVariables(root, options, code)),
    ],
    ...listForStyles(root, metafile, project, mdx),
  };
}

const NOT_COMPILED: BundledPages = {
  modules: new Map(),
  mdx: [],
  withCollections: [],
  graph: new Map(),
  inputs: [],
  assets: [],
  diagnostics: [],
  styles: [],
  code: [],
  hasContent: false,
};

/** Bundles again if a collection has MDX files: each is an entry point, like a page. */
async function bundleWithCollections(config: Config, own: readonly string[], folder: string) {
  const { root } = config;
  const mdxCompiler = createMdxCompiler(config);
  const run = (sources: readonly string[]) => {
    const entries = sources.map((source, index) => ({ in: path.join(root, source), out: `entry-${index}` }));
    return bundle({ config, entries, folder, mdx: mdxCompiler });
  };
  try {
    const first = await run(own);
    const mdx = first.metafile === undefined ? [] : await findMdx(root, first.metafile);
    const sources = [...new Set([...own, ...mdx])];
    return { sources, bundled: mdx.length === 0 ? first : await run(sources), mdxCompiler };
  } finally {
    await mdxCompiler.close();
  }
}

/** @returns the MDX files that match the patterns of collections, from the root */
async function findMdx(root: string, metafile: Metafile): Promise<string[]> {
  const texts = await Promise.all(callingCollection(metafile).map((file) => readFile(path.join(root, file), 'utf8')));
  const patterns = texts.flatMap((text) =>
    [...text.matchAll(/\bcollection\s*\(\s*(['"`])([^'"`]*)\1/g)].map(([, , pattern = '']) => pattern),
  );
  // `collection` reports the problems.
  const found = await Promise.all(patterns.map((pattern) => findCollectionFiles(root, pattern)));
  return [...new Set(found.flatMap(({ files }) => files))].filter((file) => file.endsWith('.mdx'));
}

/** Source files that are each compiled to a separate module. */
function listEntries({ shell, card, markdown, pages, files, islands }: Project): string[] {
  return [
    ...[shell, card, markdown].filter((file) => file !== undefined),
    ...pages.flatMap(({ source }) => (isMarkdown(source) ? [] : source)),
    ...new Set(pages.flatMap(({ layouts }) => layouts)),
    ...files.map(({ source }) => source),
    ...new Set(islands.map(({ source }) => source)),
  ];
}

/** @param mdx of collections */
function listForStyles(
  root: string,
  metafile: Metafile,
  { shell, markdown, pages }: Project,
  mdx: readonly string[],
): ImportedByPages {
  // Islands count only if pages import them. A share card is an image.
  const sources = [shell, markdown, ...pages.map(({ source }) => source), ...mdx].filter((file) => file !== undefined);
  const absolute = (file: string) => path.resolve(root, file);
  return {
    styles: stylesOf(metafile, sources).map(absolute),
    code: codeOf(metafile).map(absolute),
    hasContent: sources.some(isContent) || Object.hasOwn(metafile.inputs, CONTENT),
  };
}

/** The first source file of each file that calls `collection`: a link can lead to a collection that no page has loaded yet. */
function findWithCollections(
  metafile: Metafile,
  graph: readonly (readonly [source: string, dependencies: Dependencies])[],
): string[] {
  const entries = graph.filter(([source]) => !isMarkdown(source));
  const found = callingCollection(metafile).map((file) => entries.find(([, { files }]) => files.includes(file))?.[0]);
  return [...new Set(found.filter((source) => source !== undefined))];
}

/** @returns the files that import `sitegen/content`, from the root */
function callingCollection({ inputs }: Metafile): string[] {
  return Object.keys(inputs).filter((file) => inputs[file]?.imports.some(({ path: name }) => name === CONTENT));
}

/** esbuild's name for `sitegen/content`. */
const CONTENT = `${KNOWN_EXPORTS}:sitegen/content`;

/** A page depends on its layouts as it does on its imports, and a Markdown page on the components of Markdown. */
function dependenciesOf(metafile: Metafile, sources: readonly string[], { pages, markdown }: Project) {
  const layouts = new Map(pages.map((page) => [page.source, page.layouts]));
  const components = markdown === undefined ? [] : [markdown];
  /** Thousands of Markdown pages have the same layouts. */
  const known = new Map<string, Dependencies>();
  const markdownDependencies = (around: readonly string[]): Dependencies => {
    const found = known.get(around.join('\n')) ?? modulesOf(metafile, [...components, ...around]);
    known.set(around.join('\n'), found);
    return found;
  };
  return [
    ...sources.map((source) => {
      const around = [...(layouts.get(source) ?? []), ...(isContent(source) ? components : [])];
      return [source, modulesOf(metafile, [source, ...around])] as const;
    }),
    ...pages.flatMap(({ source, layouts: around }) => {
      if (!isMarkdown(source)) return [];
      const { files, packages } = markdownDependencies(around);
      return [[source, { files: [source, ...files], packages }] as const];
    }),
  ];
}

interface PagesBundle extends ComponentsResult {
  readonly assets: readonly Asset[];
  /** Names of packages that Node loads. */
  readonly external: readonly string[];
}

type Entries = readonly { readonly in: string; readonly out: string }[];

interface BundleInput {
  readonly config: Config;
  readonly entries: Entries;
  readonly folder: string;
  readonly mdx: MdxCompiler;
  /** Packages that Node must load, in addition to those in the config. */
  readonly bound?: readonly string[];
}

async function bundle({ config, entries, folder, mdx, bound = [] }: BundleInput): Promise<PagesBundle> {
  const external = [...config.external, ...bound];
  const imported = importedAssets(config.root);
  const computed = computedImports();
  const options: BuildOptions = {
    ...forNode(),
    define: { ...forNode().define, 'import.meta.env': PAGE_ENVIRONMENT },
    packages: 'bundle',
    external: [...REACT.flatMap((name) => [name, `${name}/*`]), '*.node'],
    loader: { '.node': 'empty' }, // until its package is found to be bound
    plugins: [
      knownExports(),
      runningSitegen('index.js'),
      loadedByNode(config.root, config.external, bound),
      pageReact({ base: config.base, assets: config.assetPrefix, elsewhere: config.elsewhere }),
      environmentOfPages(config),
      mdxModules(mdx),
      imported.plugin,
      importedStyles(config.root),
      computed.plugin,
    ],
    entryPoints: [...entries],
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: folder,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  };
  const result = await compileComponents(
    config.root,
    options,
    relativeUrlsInPages(config.root, mdx.sources),
    mdx.sources,
  );
  const { assets } = imported;
  const codes = result.files.flatMap(({ path: file, text }) => (file.endsWith('.mjs') ? text : []));
  const located = result.metafile === undefined ? [] : findBoundPackages(config.root, result.metafile, codes);
  const all = [...new Set([...located, ...computed.packages])];
  const found = all.filter((name) => !external.includes(name)); // the site may import a file of one by its path
  return found.length === 0
    ? { ...result, assets, external }
    : bundle({ config, entries, folder, mdx, bound: [...bound, ...found] });
}
