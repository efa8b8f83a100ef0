import { readFileSync, linkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, Metafile, OutputFile } from 'esbuild';
import { mapConcurrently } from '../shared/concurrency.ts';
import { listFiles } from '../shared/files.ts';
import type { Config, Dependencies, Project, ServerBundle } from '../shared/model.ts';
import { importedAssets, type AssetPlugin } from './plugins/asset-plugins.ts';
import { importedStyles } from './plugins/css-modules.ts';
import { KNOWN_EXPORTS, knownExports, pageReact, runningSitegen } from './plugins/runtime-plugins.ts';
import { findCollectionFiles } from '../content/collections/collection-files.ts';
import { joinParts, createMdxCompiler, mdxModules, type CompileMdx, type MdxCompiler } from './plugins/mdx.ts';
import { factsFile, isContent, isMarkdown } from '../shared/paths.ts';
import { createFolder } from '../shared/temp-folders.ts';
import { findSecondReact } from '../react/find-second-react.ts';
import {
  FIRST_GUESS,
  compileComponents,
  withoutModule,
  type ComponentsResult,
  type Needs,
  type Prepared,
  type Runner,
} from './components.ts';
import { forNode } from './esbuild.ts';
import { keepDeadZones } from './import-cycles.ts';
import { areUnchanged, packagesOf, statesOf, type FileStates } from './file-states.ts';
import { IS_SCRIPT, codeOf, filesOf, importedPackages, modulesOf, stylesOf } from './module-graph.ts';
import { REACT, computedImports, findBoundPackages, loadedByNode, type ComputedImports } from './packages.ts';
import { relativeUrlsInPages } from './plugins/relative-urls.ts';
import { PAGE_ENVIRONMENT, environmentOfPages, findMissingVariables } from './plugins/variables.ts';
import { nameFile } from '../shared/errors.ts';

/** Files imported by pages that the stylesheet is compiled from, besides the site's own stylesheet. Absolute. */
export interface ImportedByPages {
  /** Stylesheets, in order. */
  readonly styles: readonly string[];
  /** Modules, which may contain classes. */
  readonly code: readonly string[];
  /** True if pages may have content, which needs styles. */
  readonly hasContent: boolean;
}

/** How many files are written at a time. */
const CONCURRENCY = 8;

type BundledPages = ServerBundle & ImportedByPages;

/** Compiles pages, shell, islands and file functions to modules for Node. */
export interface PagesBundler {
  /**
   * Each page is a separate entry point, so that a page that throws while it is imported does not affect other pages; shared code
   * is compiled once.
   */
  readonly bundle: (input: BundlePages) => Promise<BundledPages>;
}

interface BundlePages {
  readonly config: Config;
  readonly project: Project;
  /** The output folder for the modules: absolute, empty, and inside the project, so that Node finds its packages. */
  readonly folder: string;
  readonly compileMdx: CompileMdx;
}

/** @param runner default: for a build, which bundles once */
export function createPagesBundler(runner?: Runner): PagesBundler {
  let known = UNKNOWN;
  let compiler: MdxCompiler | undefined;
  const write = createModuleWriter();
  return {
    bundle: async ({ config, project, folder, compileMdx }) => {
      const mdx = createMdxCompiler(config, compileMdx);
      compiler = mdx;
      /** A runner keeps its plugins, but each version compiles MDX again. */
      const latest = () => compiler ?? mdx;
      const input = { config, project, folder, mdx: latest, runner, write };
      if (!areUnchanged(known.installed)) known = { ...UNKNOWN, generation: known.generation + 1 };
      const bundled = await bundleUntilKnown(input, known);
      ({ known } = bundled);
      return writeModules(input, bundled);
    },
  };
}

/** What a run has to know before it starts, and only a run can find out. */
interface Known {
  readonly needs: Needs;
  /** Packages that Node must load, in addition to those in the config. */
  readonly bound: readonly string[];
  /** The packages that the site itself imports, while some are bound: others may not have to be, once it imports less. */
  readonly imported: string;
  /** The MDX files of collections, from the root: each is an entry point, like a page. `undefined` if nothing has run yet. */
  readonly mdx: readonly string[] | undefined;
  /** All this may change with a package: the `package.json` of each. */
  readonly installed: FileStates;
  /** How often it has: esbuild then reads all files again. */
  readonly generation: number;
}

const UNKNOWN: Known = {
  needs: FIRST_GUESS,
  bound: [],
  imported: '',
  mdx: undefined,
  installed: new Map(),
  generation: 0,
};

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

interface BundleInput {
  readonly config: Config;
  readonly project: Project;
  readonly folder: string;
  readonly mdx: () => MdxCompiler;
  readonly runner: Runner | undefined;
  readonly write: ReturnType<typeof createModuleWriter>;
}

interface Bundled {
  /** The files that are entry points, from the root. */
  readonly sources: readonly string[];
  readonly result: ComponentsResult<PreparedPages>;
  readonly known: Known;
}

/** Runs esbuild until a run knew from its start what it needed: nearly always, that is the first. */
async function bundleUntilKnown(input: BundleInput, known: Known, isGuess = true): Promise<Bundled> {
  const { config, project, runner } = input;
  const { root } = config;
  const { needs, bound, mdx = await guessMdx(root) } = known;
  const sources = [...new Set([...listEntries(project), ...mdx])];
  const result = await compileComponents({
    root,
    prepare: () => preparePages(input, sources, bound),
    needs,
    runner,
    key: [withoutModule(config), sources, bound, known.generation],
  });
  const { metafile, files, prepared } = result;
  if (metafile === undefined) {
    // A file that was a guess, or has been removed, must not fail the site.
    if (isGuess && mdx.length > 0) return bundleUntilKnown(input, { ...known, mdx: [] }, false);
    return { sources, result, known };
  }
  const imported = importedPackages(metafile).join(' ');
  if (known.imported !== '' && known.imported !== imported)
    return bundleUntilKnown(input, { ...UNKNOWN, generation: known.generation });
  const all = new Set([...(await findBoundPackages(root, metafile, files)), ...prepared.computed.packages]);
  // The site may import a file of a bound package by its path.
  const more = [...all].filter((name) => ![...config.external, ...bound].includes(name));
  const next = {
    needs: result.needs,
    bound: [...bound, ...more],
    imported: '',
    mdx: await findMdx(root, metafile),
    installed: new Map([...known.installed, ...statesOf(packagesOf(filesOf(root, metafile)))]),
    generation: known.generation,
  };
  const isFinal = more.length === 0 && next.mdx.join('\n') === mdx.join('\n');
  if (!isFinal) return bundleUntilKnown(input, next, false);
  return { sources, result, known: { ...next, imported: bound.length === 0 ? '' : imported } };
}

/** A folder for every version of `serve`: relative paths from it to the sources are those from the folder of the modules. */
function compiledFolder(folder: string): string {
  return path.join(path.dirname(folder), '../compiled', path.basename(folder));
}

/** @returns the MDX files of collections that files in `templates` name, from the root */
async function guessMdx(root: string): Promise<string[]> {
  const templates = path.join(root, 'templates');
  const scripts = listFiles(templates, (entry) => entry.isFile() && IS_SCRIPT.test(entry.name));
  const texts = scripts.map((file) => readFileSync(path.join(templates, file), 'utf8'));
  return matchMdx(
    root,
    texts.filter((text) => text.includes('sitegen/content')),
  );
}

/** @returns the MDX files that match the patterns of collections, from the root */
async function findMdx(root: string, metafile: Metafile): Promise<string[]> {
  return matchMdx(
    root,
    callingCollection(metafile).map((file) => readFileSync(path.join(root, file), 'utf8')),
  );
}

/** @param texts of files that call `collection` */
async function matchMdx(root: string, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.flatMap((text) =>
    [...text.matchAll(/\bcollection\s*\(\s*(['"`])([^'"`]*)\1/g)].map(([, , pattern = '']) => pattern),
  );
  // `collection` reports the problems.
  const found = await Promise.all([...new Set(patterns)].map((pattern) => findCollectionFiles(root, pattern)));
  return [...new Set(found.flatMap(({ files }) => files))].filter((file) => file.endsWith('.mdx')).toSorted();
}

async function writeModules(
  { config, project, folder, mdx: compiler, write }: BundleInput,
  { sources, result, known }: Bundled,
): Promise<BundledPages> {
  const { root } = config;
  const { files, metafile, options, prepared } = result;
  if (metafile === undefined) return { ...NOT_COMPILED, diagnostics: result.diagnostics };
  await createFolder(folder);
  const changed = keepDeadZones(root, files, metafile);
  await write({ files, changed, compiled: compiledFolder(folder), folder });
  const mdx = sources.filter((source) => source.endsWith('.mdx'));
  const moduleOf = (source: string) => path.join(folder, `entry-${sources.indexOf(source)}.mjs`);
  const parts = {
    resolve: (file: string, imported: string) =>
      metafile.inputs[file]?.imports.find(({ original }) => original === imported)?.path,
    factsOf: async (file: string) => (await compiler().compile(path.join(root, file))).facts,
  };
  await mapConcurrently(mdx, CONCURRENCY, async (source) => {
    await writeFile(factsFile(moduleOf(source)), JSON.stringify(await joinParts(source, parts)));
  });
  const graph = dependenciesOf(metafile, sources, project);
  const markdown = project.pages.flatMap(({ source, isParametric }) =>
    isMarkdown(source) && !isParametric ? source : [],
  );
  const packages = new Set(graph.flatMap(([, { packages: names }]) => names));
  const sourceFiles = new Set(graph.flatMap(([, { files: names }]) => names));
  const code = [...sourceFiles].filter((name) => IS_SCRIPT.test(name));
  const external = [...config.external, ...known.bound];
  const assets = [...prepared.imported.assets];
  return {
    modules: new Map([
      ...sources.map((source) => [source, moduleOf(source)] as const),
      ...markdown.map((source) => [source, path.join(root, source)] as const),
    ]),
    mdx,
    withCollections: findWithCollections(metafile, graph),
    graph: new Map(graph),
    inputs: filesOf(root, metafile),
    assets,
    diagnostics: [
      ...result.diagnostics,
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

interface PreparedPages extends Prepared {
  readonly imported: AssetPlugin;
  readonly computed: ComputedImports;
}

/** @param bound packages that Node must load, in addition to those in the config */
function preparePages(
  { config, folder, mdx }: BundleInput,
  sources: readonly string[],
  bound: readonly string[],
): PreparedPages {
  const { root } = config;
  const imported = importedAssets(root, config.assetPrefix);
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
      loadedByNode(root, config.external, bound),
      pageReact(config.prefixes),
      environmentOfPages(config),
      mdxModules((file) => mdx().compile(file)),
      imported.plugin,
      importedStyles(root),
      computed.plugin,
    ],
    entryPoints: sources.map((source, index) => ({ in: path.join(root, source), out: `entry-${index}` })),
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: compiledFolder(folder),
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  };
  const { filter } = mdx().sources;
  const code = { filter, read: (file: string) => mdx().sources.read(file) };
  return { options, sources: code, rewrite: relativeUrlsInPages(root), imported, computed };
}

interface WriteModules {
  readonly files: readonly OutputFile[];
  /** The code of files that were changed after esbuild had compiled them, by path. */
  readonly changed: ReadonlyMap<string, string>;
  /** The folder that `files` are in, and the one that they are written to, which exists. Absolute. */
  readonly compiled: string;
  readonly folder: string;
}

/** Files that are the same as the last time are links to those: a site that highlights code has hundreds that never change. */
function createModuleWriter(): (modules: WriteModules) => Promise<void> {
  let last: ReadonlyMap<string, Written> = new Map();
  return async ({ files, changed, compiled, folder }) => {
    const written = new Map<string, Written>();
    await mapConcurrently(files, CONCURRENCY, async ({ path: file, contents, hash }) => {
      const target = path.join(folder, path.relative(compiled, file));
      const code = changed.get(file);
      const before = code === undefined ? last.get(file) : undefined;
      const isLinked = before?.hash === hash && linkIfPossible(before.target, target);
      if (!isLinked) await writeFile(target, code ?? contents).catch(nameFile(target));
      if (code === undefined) written.set(file, { hash, target });
    });
    last = written;
  };
}

interface Written {
  /** esbuild's. */
  readonly hash: string;
  /** Absolute. */
  readonly target: string;
}

/** @returns false if the file is gone, or if the disk has no links */
function linkIfPossible(file: string, link: string): boolean {
  try {
    linkSync(file, link);
    return true;
  } catch {
    return false;
  }
}
