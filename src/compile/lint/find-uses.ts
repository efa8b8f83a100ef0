/** Finds uses of Node globals, in the bundle and in its sources. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { BuildOptions, OutputFile } from 'esbuild';
import { toPosix } from '../../shared/paths.ts';
import { runEsbuild } from '../esbuild.ts';

const GLOBALS = ['process', 'Buffer', 'global', '__dirname', '__filename', 'setImmediate', 'clearImmediate'];

/** Stands for `import.meta.env`, which is not an identifier. */
const META = 'import_meta_env';

/** esbuild adds this prefix to the globals, but not to variables that the code declares. */
const PREFIX = 'SITEGEN_GLOBAL_';

/** The same for members of the global object. In a browser they are `undefined`, so reading them alone does no harm. */
const MEMBER_PREFIX = 'SITEGEN_MEMBER_';

const GLOBAL_OBJECTS = ['globalThis', 'window', 'self'];

/** Matches a use with the members that follow it, and with a test for its existence or a fallback. */
const USE = new RegExp(
  `(\\btypeof |!)?\\b(${PREFIX}|${MEMBER_PREFIX})(\\w+)((?:\\??\\.\\w+)*)(\\s*(?:\\?\\?|\\|\\||&&|\\?(?!\\.)|[!=]=))?`,
  'g',
);

/** Matches sources that may use one of them. */
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
  /** True if it tests that the global exists. */
  readonly isGuard: boolean;
  /** True if the code expects the value to be missing. */
  readonly isOptional: boolean;
}

/**
 * Bundles again, with marks instead of the globals, and without minifying names.
 *
 * @param options of the bundle
 * @param files to search, from the root
 */
export async function findUses(root: string, options: BuildOptions, files: readonly string[]): Promise<Use[]> {
  const { 'process.env': _process, 'import.meta.env': _meta, ...own } = options.define ?? {};
  const marks = Object.fromEntries(GLOBALS.flatMap(marksOf));
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

function marksOf(name: string): [string, string][] {
  const members = GLOBAL_OBJECTS.map((object): [string, string] => [`${object}.${name}`, MEMBER_PREFIX + name]);
  return [[name, PREFIX + name], ...members];
}

function usesIn(root: string, { path: file, text }: OutputFile, files: readonly OutputFile[]): Use[] {
  const map = files.find((other) => other.path === `${file}.map`);
  if (map === undefined) return [];
  const sources = new SourceMap(JSON.parse(map.text) as SourceMapPayload);
  return text.split('\n').flatMap((code, line) => {
    return [...code.matchAll(USE)].flatMap(
      ({ index, 1: before = '', 2: prefix = '', 3: mark = '', 4: members = '', 5: after = '' }) => {
        const entry = sources.findEntry(line, index + before.length);
        if (!('originalSource' in entry)) return [];
        const source = path.resolve(path.dirname(file), entry.originalSource);
        const isMember = prefix === MEMBER_PREFIX;
        const access = code.slice(index + before.length + prefix.length + mark.length);
        const read = mark === META ? `.env${members}` : members;
        return {
          name: mark === META ? 'import.meta.env' : mark,
          variable: isMember ? undefined : /^\??\.env\??\.(\w+)/.exec(read)?.[1],
          file: toPosix(path.relative(root, source)),
          line: entry.originalLine + 1,
          column: entry.originalColumn + 1,
          isGuard: before.startsWith('typeof') || (isMember && !/^[.[(]/.test(access)),
          isOptional: before + after !== '',
        };
      },
    );
  });
}
