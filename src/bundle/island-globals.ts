/** Globals of Node in islands: in a browser they do not exist, and the first use ends the script of all islands. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { BuildOptions, OutputFile } from 'esbuild';
import { codeFrame } from '../core/code-frame.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import { toPosix } from '../core/paths.ts';
import { runEsbuild } from './esbuild.ts';

const GLOBALS = ['process', 'Buffer', 'global', '__dirname', '__filename', 'setImmediate', 'clearImmediate'];

const MENTION = new RegExp(`\\b(${GLOBALS.join('|')})\\b`);

/** What esbuild replaces these names by, where they are not variables of the code's own. */
const PREFIX = 'SITEGEN_GLOBAL_';

const USE = new RegExp(`(\\btypeof )?\\b${PREFIX}(\\w+)`, 'g');

interface Use {
  readonly name: string;
  /** From the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly isTypeof: boolean;
}

/**
 * Finds uses that are in the bundle, in files of the project. Packages are left alone: most check for Node first.
 *
 * @param options those that the islands are bundled with
 * @param files of the project, in the bundle, from the root
 */
export async function findIslandGlobals(
  root: string,
  options: BuildOptions,
  files: readonly string[],
): Promise<Diagnostic[]> {
  // A second bundle, so only for the few sites where it can find something.
  if (!files.some((file) => MENTION.test(readFileSync(path.join(root, file), 'utf8')))) return [];
  const define = { ...Object.fromEntries(GLOBALS.map((name) => [name, PREFIX + name])), ...options.define };
  const bundle = await runEsbuild(root, {
    ...options,
    define,
    minify: false,
    minifySyntax: true, // drops code for development
    sourcemap: 'external',
  });
  const own = new Set(files);
  const uses = findUses(root, bundle.files).filter(({ file }) => own.has(file));
  const guarded = new Set(uses.filter(({ isTypeof }) => isTypeof).map(({ file, name }) => `${name} ${file}`));
  return uses.filter(({ file, name }) => !guarded.has(`${name} ${file}`)).map((use) => describeUse(root, use));
}

function findUses(root: string, files: readonly OutputFile[]): Use[] {
  return files.flatMap(({ path: file, text }) => {
    const map = files.find((other) => other.path === `${file}.map`);
    if (map === undefined) return [];
    const sources = new SourceMap(JSON.parse(map.text) as SourceMapPayload);
    return text.split('\n').flatMap((code, line) => {
      return [...code.matchAll(USE)].flatMap(({ index, 1: guard = '', 2: name = '' }) => {
        const entry = sources.findEntry(line, index + guard.length);
        if (!('originalSource' in entry)) return [];
        const source = path.resolve(path.dirname(file), entry.originalSource);
        const place = { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
        return { name, file: toPosix(path.relative(root, source)), ...place, isTypeof: guard !== '' };
      });
    });
  });
}

function describeUse(root: string, { name, file, line, column }: Use): Diagnostic {
  const message = `An island uses \`${name}\`, which exists in Node but not in a browser: no island of the page would work.`;
  const hint =
    name === 'process'
      ? 'read the variable in a page, and pass its value to the island as a prop'
      : `use what browsers have, or check \`typeof ${name}\` first`;
  const frame = codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column);
  return error('island-global', message, { place: { file, line, column }, hint, frame });
}
