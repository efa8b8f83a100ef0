/** MDX files, which are compiled to modules, and then treated like other code. */
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { Location, OnLoadResult, Plugin } from 'esbuild';
import type { CompiledMdx } from '../../content/mdx/compile-mdx.ts';
import { contentError, packagesFor, missingPackages, type ContentPackage } from '../../content/content-problem.ts';
import { readContentFile } from '../../content/create-content.ts';
import { readingOf } from '../../content/reading.ts';
import { SitegenError, hasCode } from '../../shared/errors.ts';
import { listFiles, statIfExists } from '../../shared/files.ts';
import { memoize } from '../../shared/memo.ts';
import type { Config } from '../../shared/model.ts';
import type { CompileMdxTask, MdxReply } from '../../shared/page-tasks.ts';
import { PAGES, statePaths, toPosix, foldersAround } from '../../shared/paths.ts';
import { toMessage } from '../esbuild-message.ts';
import { SCRIPTS, type SourceCode } from '../module-graph.ts';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../../shared/hash.ts';
import { shikiVersion } from '../../content/code/highlight.ts';
import { freeIds } from '../../content/elements/document-ids.ts';
import type { DividedSection } from '../../content/elements/words.ts';
import type { MdxFacts, ShownFacts } from '../../content/mdx/prepare-mdx.ts';

/** Compiles each file once, however often esbuild runs. */
export interface MdxCompiler {
  /**
   * @param file absolute
   * @throws {SitegenError} with the mistake in the file
   */
  readonly compile: (file: string) => Promise<CompiledMdx>;
  /** Scripts, and compiled MDX. */
  readonly sources: SourceCode;
}

/** In a thread that can be ended. */
export type CompileMdx = (task: CompileMdxTask) => Promise<MdxReply>;

export function createMdxCompiler(config: Config, compileMdx: CompileMdx): MdxCompiler {
  const { root, limits, markdown } = config;
  const { memo } = statePaths(root);
  const reading = readingOf(config);
  const compiled = new Map<string, Promise<CompiledMdx>>();
  let version: string | undefined;
  const others = () => (hasMarkdown(root) ? packagesFor(markdown.html) : []);
  const start = async (file: string): Promise<CompiledMdx> => {
    const content = readContentFile(root, toPosix(path.relative(root, file)));
    version ??= mdxVersion(others);
    const run = async () => {
      const { compiled: json, diagnostics } = await compileMdx({ kind: 'compile-mdx', content, memo, reading, limits });
      if (json === undefined) throw contentError(diagnostics);
      return Buffer.from(json);
    };
    const key = ['MDX', version, content.file, content.text];
    // The functions of a config may depend on anything.
    const bytes = await (reading.config === undefined ? memoize(memo, key, run) : run());
    return JSON.parse(Buffer.from(bytes).toString()) as CompiledMdx;
  };
  const compile = (file: string): Promise<CompiledMdx> => {
    const compiling = compiled.get(file) ?? start(file);
    compiled.set(file, compiling);
    return compiling;
  };
  const read = async (file: string) => {
    if (!file.endsWith('.mdx')) return SCRIPTS.read(file);
    const { code = '' } = await compile(file).catch(ignoreReported);
    return code;
  };
  return { compile, sources: { filter: /\.(?:[cm]?[jt]sx?|mdx)$/, read } };
}

/** True if files in the usual folders are Markdown without JSX. */
function hasMarkdown(root: string): boolean {
  const folders = [PAGES, 'content'].map((folder) => path.join(root, folder));
  return folders.some((folder) => listFiles(folder).some((file) => file.endsWith('.md')));
}

export function mdxModules(compile: MdxCompiler['compile']): Plugin {
  return {
    name: 'mdx',
    setup: (build) => {
      const root = build.initialOptions.absWorkingDir ?? '';
      build.onResolve({ filter: /^sitegen\/mdx$/ }, () => {
        return { path: new URL('mdx.js', import.meta.url).href, external: true };
      });
      build.onLoad({ filter: /\.mdx$/, namespace: 'file' }, async ({ path: file }): Promise<OnLoadResult> => {
        try {
          return { contents: (await compile(file)).code, loader: 'jsx', resolveDir: path.dirname(file) };
        } catch (error) {
          if (!(error instanceof SitegenError)) throw error;
          return { errors: error.diagnostics.map(toMessage) };
        }
      });
      // esbuild names the places in the code that it was given.
      build.onEnd(async ({ errors, warnings }) => {
        for (const message of [...errors, ...warnings]) {
          if (message.location?.file.endsWith('.mdx') === true)
            message.location = await findOriginal(root, message.location, compile);
        }
      });
    },
  };
}

/** @returns the place in the MDX file, unless it is given already */
async function findOriginal(root: string, location: Location, compile: MdxCompiler['compile']): Promise<Location> {
  const file = path.resolve(root, location.file);
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const { code = '' } = await compile(file).catch(ignoreReported);
  if (code === '' || code.split('\n')[location.line - 1] !== location.lineText)
    return { ...location, lineText: lines[location.line - 1] ?? '' };
  const [, map = ''] = /\n\/\/# sourceMappingURL=data:application\/json;base64,(.*)$/.exec(code) ?? [];
  const payload = JSON.parse(Buffer.from(map, 'base64').toString()) as SourceMapPayload;
  const entry = new SourceMap(payload).findEntry(location.line - 1, location.column);
  if (!('originalLine' in entry)) return location;
  const { originalLine, originalColumn } = entry;
  const lineText = lines[originalLine] ?? '';
  return { ...location, line: originalLine + 1, column: originalColumn, length: 0, lineText };
}

/** The plug-in that loads the file reports its mistakes. */
function ignoreReported(error: unknown): { readonly code?: string } {
  if (error instanceof SitegenError) return {};
  throw error;
}

/** The packages that compile MDX. */
const PACKAGES = ['@mdx-js/mdx', 'remark-directive', 'remark-gfm'] as const;

/**
 * Identifies the code that compiles MDX: sitegen's own, and the packages with all their dependencies, because a parser can be
 * updated without the package that uses it.
 *
 * @param others the packages for the rest of the content, for the error
 * @throws {SitegenError} when a package is not installed
 */
function mdxVersion(others: () => readonly ContentPackage[]): string {
  const own = readFileSync(new URL('./page-worker.js', import.meta.url)); // it imports other files by names with hashes
  const versions = new Map<string, string>();
  for (const name of PACKAGES) collectVersions(entryOf(name, others), name, versions);
  return hashOf(own, shikiVersion() ?? '', ...[...versions].flat());
}

function entryOf(name: string, others: () => readonly ContentPackage[]): string {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch (cause) {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw missingPackages('MDX', [...new Set([...PACKAGES, 'yaml', ...others()] as const)], cause);
  }
}

/** @param from a file that can import the package. @param versions by folder. Added to */
function collectVersions(from: string, name: string, versions: Map<string, string>): void {
  const found = foldersAround(path.dirname(from))
    .map((around) => path.join(around, 'node_modules', name))
    .find((candidate) => statIfExists(path.join(candidate, 'package.json')) !== undefined);
  const folder = found && realpathSync.native(found);
  if (folder === undefined || versions.has(folder)) return;
  const file = path.join(folder, 'package.json');
  const { version, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly version: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  versions.set(folder, version);
  for (const dependency of Object.keys(dependencies)) collectVersions(file, dependency, versions);
}

interface MdxParts {
  /** @returns the file that an import leads to */
  readonly resolve: (file: string, imported: string) => string | undefined;
  readonly factsOf: (file: string) => Promise<MdxFacts>;
}

/**
 * @param taken ids on the page so far. Added to, in the order in which a page renders the documents: see `nameIds`
 * @param around the files that render this one: a part in itself has no end
 */
export async function joinParts(
  file: string,
  { resolve, factsOf }: MdxParts,
  taken: Set<string> = new Set(),
  around: readonly string[] = [],
): Promise<ShownFacts> {
  const facts = await factsOf(file);
  const names = freeIds(
    facts.headings.map(({ id }) => id),
    (name) => taken.has(name),
  );
  for (const name of names.values()) taken.add(name);
  const sections: DividedSection[] = [];
  const add = ({ heading, text }: DividedSection) => {
    const before = heading === undefined ? sections.pop() : undefined;
    sections.push({ ...before, ...(heading && { heading }), text: joinLines(before?.text, text) });
  };
  const excerpts = new Map<string, string>();
  for (const { part, heading, text } of facts.sections) {
    const found = part === undefined ? undefined : resolve(file, part);
    if (part !== undefined && found !== undefined && ![...around, file].includes(found)) {
      const inner = await joinParts(found, { resolve, factsOf }, taken, [...around, file]);
      inner.sections.forEach(add);
      excerpts.set(part, inner.excerpt);
    }
    if (heading !== undefined) add({ heading: { ...heading, id: names.get(heading.id) ?? heading.id }, text });
    else if (text !== '') add({ text });
  }
  const headings = sections.flatMap(({ heading }) => heading ?? []);
  const excerpt = facts.leading.map((part) => excerpts.get(part)).find(Boolean) ?? facts.excerpt;
  if (excerpts.size === 0) return { text: facts.text, excerpt, sections, headings };
  const lines = sections.map(({ heading, text }) => joinLines(heading?.text, text));
  return { text: joinLines(...lines), excerpt, sections, headings };
}

function joinLines(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n');
}
