/** Where code uses globals of Node, in the bundle and in its sources. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { BuildOptions, OutputFile } from 'esbuild';
import { toPosix } from '../core/paths.ts';
import { runEsbuild } from './esbuild.ts';

const GLOBALS = ['process', 'Buffer', 'global', '__dirname', '__filename', 'setImmediate', 'clearImmediate'];

/** In place of `import.meta.env`, which is no name. */
const META = 'import_meta_env';

/** What esbuild replaces these names by, where they are not variables of the code's own. */
const PREFIX = 'SITEGEN_GLOBAL_';

/** With the members that follow, and with what is asked of it: whether it exists, or what else to use. */
const USE = new RegExp(
  `(\\btypeof |!)?\\b${PREFIX}(\\w+)((?:\\??\\.\\w+)*)(\\s*(?:\\?\\?|\\|\\||&&|\\?(?!\\.)|[!=]=))?`,
  'g',
);

/** Whether a source may use one of them. */
export const MENTION = new RegExp(`\\b(${GLOBALS.join('|')}|import\\.meta\\.env)\\b`);

export interface Use {
  /** `process`, `import.meta.env` */
  readonly name: string;
  /** The environment variable that it reads, if any. */
  readonly variable: string | undefined;
  /** From the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly isTypeof: boolean;
  /** Whether the code expects that the value is missing. */
  readonly isOptional: boolean;
}

/**
 * Bundles once more, with marks in place of the globals, and without minifying names.
 *
 * @param options of the bundle
 * @param files that are searched, from the root
 */
export async function findUses(root: string, options: BuildOptions, files: readonly string[]): Promise<Use[]> {
  const { 'process.env': _process, 'import.meta.env': _meta, ...own } = options.define ?? {};
  const marks = Object.fromEntries(GLOBALS.map((name) => [name, PREFIX + name]));
  const bundle = await runEsbuild(root, {
    ...options,
    define: { ...marks, 'import.meta.env': PREFIX + META, ...own },
    minify: false,
    minifySyntax: true, // drops code for development
    sourcemap: 'external',
  });
  const searched = new Set(files);
  return bundle.files.flatMap((file) => usesIn(root, file, bundle.files)).filter(({ file }) => searched.has(file));
}

function usesIn(root: string, { path: file, text }: OutputFile, files: readonly OutputFile[]): Use[] {
  const map = files.find((other) => other.path === `${file}.map`);
  if (map === undefined) return [];
  const sources = new SourceMap(JSON.parse(map.text) as SourceMapPayload);
  return text.split('\n').flatMap((code, line) => {
    return [...code.matchAll(USE)].flatMap(
      ({ index, 1: before = '', 2: mark = '', 3: members = '', 4: after = '' }) => {
        const entry = sources.findEntry(line, index + before.length);
        if (!('originalSource' in entry)) return [];
        const source = path.resolve(path.dirname(file), entry.originalSource);
        const read = mark === META ? `.env${members}` : members;
        return {
          name: mark === META ? 'import.meta.env' : mark,
          variable: /^\??\.env\??\.(\w+)/.exec(read)?.[1],
          file: toPosix(path.relative(root, source)),
          line: entry.originalLine + 1,
          column: entry.originalColumn + 1,
          isTypeof: before.startsWith('typeof'),
          isOptional: before + after !== '',
        };
      },
    );
  });
}
