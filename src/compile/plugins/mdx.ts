/** MDX files, which are compiled to modules, and then treated like other code. */
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { Location, OnLoadResult, Plugin } from 'esbuild';
import type { CompiledMdx } from '../../content/mdx/compile-mdx.ts';
import { contentError, packagesFor } from '../../content/content-problem.ts';
import { readContentFile } from '../../content/create-content.ts';
import { mdxVersion } from '../../content/mdx/mdx-version.ts';
import { readingOf } from '../../content/reading.ts';
import { SitegenError } from '../../shared/errors.ts';
import { listFiles } from '../../shared/files.ts';
import { memoize } from '../../shared/memo.ts';
import type { Config } from '../../shared/model.ts';
import type { CompileMdxTask, MdxReply } from '../../shared/page-tasks.ts';
import { PAGES, statePaths, toPosix } from '../../shared/paths.ts';
import { toMessage } from '../esbuild-message.ts';
import { SCRIPTS, type SourceCode } from '../module-graph.ts';

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
